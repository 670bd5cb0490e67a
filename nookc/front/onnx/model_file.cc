#include "nookc/front/onnx/model_file.h"

#include <algorithm>
#include <map>

#include "nookc/core/read_file.h"
#include "nookc/front/borders/borders.h"
#include "nookc/front/borders/few_bits_file.h"
#include "nookc/front/borders/keep_states.h"
#include "nookc/front/borders/restate.h"
#include "nookc/front/borders/signatures.h"
#include "nookc/front/export/export.h"
#include "nookc/front/import/file_kind.h"
#include "nookc/front/onnx/import_onnx.h"
#include "nookc/front/onnx/wire.h"
#include "nookc/middle/passes/few_bits/few_bits.h"
#include "nookc/middle/passes/floats/simplify_report.h"

namespace nookc::onnx {
namespace {

bool is_tflite(std::span<const std::byte> bytes) {
  return bytes.size() >= 8 &&
         std::equal(bytes.begin() + 4, bytes.begin() + 8, reinterpret_cast<const std::byte*>("TFL3"));
}

// Tensors of a model may use overlapping parts of a file, so a small file could stand for any number of
// bytes.
constexpr int64_t kMostShares = 4;

// Reads the external data files of a model, which must lie below its folder.
class ExternalData {
 public:
  explicit ExternalData(const std::filesystem::path& model) : folder_(model.parent_path()) {}

  Result<Bytes> read(const std::string& name, int64_t offset, int64_t size) {
    const auto refuse = [&](const std::string& why) {
      return Diag{Exit::kUnsupported, "N3032", name, why, {}};
    };
    if (name.empty()) return refuse("has no name");
    if (name.find('\0') != std::string::npos) return refuse("has a name that no file can have");
    Result<FilePart> part = read_part_below(folder_, name, offset, size);
    if (!part) return refuse(part.diag().what);
    int64_t& read = read_[name];
    read += size;
    if (read > kMostShares * part->file_bytes)
      return refuse("is read more than " + std::to_string(kMostShares) +
                    " times over, by all tensors together");
    return std::move(part->bytes);
  }

 private:
  std::filesystem::path folder_;
  std::map<std::string, int64_t> read_;  // bytes read from each file
};

// Applies the borders to a .tflite.
Result<ModelFile> with_borders(std::vector<std::byte> bytes, const std::string& file,
                               const Borders& borders) {
  ModelFile model;
  Result<std::vector<std::byte>> chosen =
      choose_signature(std::move(bytes), file, borders.signature, &model.stated);
  if (!chosen) return chosen.diag();
  Result<std::vector<std::byte>> restated =
      restate(*std::move(chosen), file, {borders.shapes, borders.values});
  if (!restated) return restated.diag();
  const bool floats = borders.unsimplified.contains(std::string(kFewBits));
  std::vector<std::byte> integers =
      floats ? *std::move(restated) : with_few_bits(*std::move(restated), file, &model.passes);
  if (!borders.quantized && !borders.channels_last) {
    model.bytes = std::move(integers);
    return model;
  }
  Result<std::vector<std::byte>> changed =
      change_borders(std::move(integers), file, {borders.quantized, borders.channels_last}, &model.stated);
  if (!changed) return changed.diag();
  model.bytes = *std::move(changed);
  return model;
}

// The stated inputs and outputs become state; last, so that it has the type that the network computes with.
Result<ModelFile> with_states(Result<ModelFile> model, const std::string& file, const Borders& borders) {
  if (!model || borders.states.empty()) return model;
  Result<std::vector<std::byte>> changed = keep_states(std::move(model->bytes), file, borders.states);
  if (!changed) return changed.diag();
  model->bytes = *std::move(changed);
  return model;
}

// The ONNX mapper has already applied all orders and most integer types.
Result<ModelFile> with_types(ModelFile model, const std::string& file) {
  Stated now;
  Result<std::vector<std::byte>> changed = change_borders(std::move(model.bytes), file, {true, false}, &now);
  if (!changed) return changed.diag();
  model.bytes = *std::move(changed);
  model.stated.notes.insert(model.stated.notes.end(), now.notes.begin(), now.notes.end());
  return model;
}

}  // namespace

bool is_onnx(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  if (is_tflite(bytes)) return false;
  if (path.extension() == ".onnx") return true;
  // Recognizes an ONNX file: the version of the format, then known fields of a model, up to the end of the
  // file.
  WireReader reader({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  bool version = false, graph = false;
  for (WireField field; reader.next(&field);) {
    version |= field.number == 1 && field.type == WireType::kVarint && field.value > 0 && field.value < 100;
    graph |= field.number == 7 && field.type == WireType::kBytes;
    if (field.number > 32) return false;
  }
  return version && graph && !reader.damaged();
}

Result<ModelFile> as_tflite(std::vector<std::byte> bytes, const std::string& file, const Borders& borders,
                            const ReadExternal& external) {
  if (!is_onnx(file, bytes)) return with_states(with_borders(std::move(bytes), file, borders), file, borders);
  if (!borders.signature.empty())
    return Diag{Exit::kUsage, "N2054", "--signature", file + " is an ONNX model, which has no signatures",
                "leave it out"};
  ModelFile model;
  Result<Graph> graph = import_onnx(bytes, file, borders, external, &model.stated, &model.passes);
  // A file that is ONNX only by its name may be of another kind.
  if (!graph && graph.diag().code == "N3030")
    if (const std::optional<Diag> other = other_kind(bytes, file)) return *other;
  if (!graph) return graph.diag();
  model.simplified = true;
  for (PassReport& report : simplify_and_report(*graph, borders.unsimplified))
    model.passes.push_back(std::move(report));
  Result<std::vector<std::byte>> made = export_bytes(*graph);
  if (!made) return made.diag();
  model.bytes = *std::move(made);
  if (!borders.quantized) return with_states(std::move(model), file, borders);
  return with_states(with_types(std::move(model), file), file, borders);
}

Result<ModelFile> read_model(const std::filesystem::path& path, const Borders& borders) {
  Result<std::vector<std::byte>> bytes = nookc::read_model(path);
  if (!bytes) return bytes.diag();
  ExternalData external(path);
  return as_tflite(*std::move(bytes), path.string(), borders,
                   [&](const std::string& name, int64_t offset, int64_t size) {
                     return external.read(name, offset, size);
                   });
}

}  // namespace nookc::onnx
