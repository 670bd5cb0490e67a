#include "nookc/back/emit/model_image.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <span>

#include "nook/image/image.h"
#include "nookc/core/invariant.h"
#include "nookc/core/sha256.h"
#include "nookc/middle/lower/row_stage.h"

namespace nookc {
namespace {

std::string little_endian(uint32_t value) {
  std::string text;
  for (int shift = 0; shift < 32; shift += 8) text += static_cast<char>(value >> shift & 0xFF);
  return text;
}
std::string little_endian(int32_t value) { return little_endian(static_cast<uint32_t>(value)); }

// The bytes that a text in hex stands for.
std::string from_hex(const std::string& hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes += static_cast<char>(std::strtoul(hex.substr(i, 2).c_str(), nullptr, 16));
  return bytes;
}

std::string sha256_bytes(const std::string& bytes) {
  return from_hex(sha256(std::as_bytes(std::span(bytes))));
}

// The facts of an image: numbers first, then texts, so that numbers are aligned and the last byte is 0.
class ImageFacts {
 public:
  // The offset of the next number.
  uint32_t next() const { return static_cast<uint32_t>(sizeof(nook_image_header) + numbers_.size()); }
  void add(const std::string& numbers) { numbers_ += numbers; }

  // Adds an offset that is known when all numbers are.
  void add_text(const std::string& text) {
    texts_at_.push_back({numbers_.size(), text_offset(text)});
    numbers_ += little_endian(0);
  }
  uint32_t text_offset(const std::string& text) {
    const uint32_t at = static_cast<uint32_t>(texts_.size());
    texts_ += text.substr(0, text.find('\0')) + '\0';
    return at;
  }

  // After the last number: the offset of a text in the image.
  uint32_t in_image(uint32_t text) const { return next() + text; }
  std::string bytes() const {
    std::string all = numbers_;
    for (const auto& [at, text] : texts_at_) all.replace(at, 4, little_endian(in_image(text)));
    return all + texts_;
  }

 private:
  std::string numbers_, texts_;
  std::vector<std::pair<size_t, uint32_t>> texts_at_;
};

struct FactTable {
  uint32_t offset, count;
};

int32_t scratch_pool(const Interface& face, const InterfaceTensor& t) {
  const auto at = std::ranges::find(face.scratch, t.pool, &InterfacePool::pool);
  return t.in_scratch ? static_cast<int32_t>(at - face.scratch.begin()) : -1;
}

FactTable add_tensor_facts(ImageFacts& facts, const Program& program, const Interface& face,
                           const std::vector<InterfaceTensor>& tensors) {
  std::vector<uint32_t> shapes;
  for (const InterfaceTensor& t : tensors) {
    shapes.push_back(facts.next());
    const nook::Shape& shape = program.graph[t.id].shape;
    for (int32_t i = 0; i < shape.rank; ++i) facts.add(little_endian(shape.dim[i]));
  }
  const FactTable table = {facts.next(), static_cast<uint32_t>(tensors.size())};
  for (size_t i = 0; i < tensors.size(); ++i) {
    const InterfaceTensor& t = tensors[i];
    const Tensor& tensor = program.graph[t.id];
    const bool quantized = tensor.scales.size() == 1;
    facts.add_text(t.name);
    facts.add(little_endian(static_cast<uint32_t>(tensor.type)) +
              little_endian(static_cast<int32_t>(tensor.shape.rank)) + little_endian(shapes[i]) +
              little_endian(t.bytes) + little_endian(t.alignment) + little_endian(quantized ? 1 : 0) +
              little_endian(quantized ? std::bit_cast<uint32_t>(tensor.scales[0]) : 0u) +
              little_endian(quantized ? tensor.zero_point : 0) + little_endian(scratch_pool(face, t)) +
              little_endian(t.in_scratch ? t.offset : -1));
  }
  return table;
}

FactTable add_pool_facts(ImageFacts& facts, const Interface& face) {
  const FactTable table = {facts.next(), static_cast<uint32_t>(face.scratch.size() + face.persistent.size() +
                                                               face.constant.size())};
  const auto add = [&](const std::vector<InterfacePool>& pools, nook_image_role role) {
    for (const InterfacePool& p : pools) {
      facts.add_text(p.pool);
      facts.add(little_endian(static_cast<uint32_t>(role)) + little_endian(static_cast<int32_t>(p.bytes)) +
                little_endian(p.alignment));
    }
  };
  add(face.scratch, NOOK_IMAGE_SCRATCH);
  add(face.persistent, NOOK_IMAGE_PERSISTENT);
  add(face.constant, NOOK_IMAGE_CONSTANT);
  return table;
}

FactTable add_needs(ImageFacts& facts, const std::vector<KernelNeed>& needs) {
  const FactTable table = {facts.next(), static_cast<uint32_t>(needs.size())};
  for (const KernelNeed& need : needs) {
    facts.add_text(need.name);
    facts.add(little_endian(need.digest[0]) + little_endian(need.digest[1]));
  }
  return table;
}

// The bytes of the arguments with tables that a call copies.
int32_t copied_bytes(const Call& call) {
  int32_t bytes = 0;
  bool tables = false;
  visit_params(form_of(call), call.op.params, [&](const nook::ParamsField& field) {
    const bool table = field.kind == nook::ParamsField::Kind::kTable;
    tables |= table;
    bytes += table ? 4 : (static_cast<int32_t>(size_of(field.type)) * field.count + 3) / 4 * 4;
  });
  return tables ? bytes : 0;
}

}  // namespace

std::optional<int32_t> image_stack_bytes(const Program& program, const Interface& face) {
  if (!face.stack_bytes) return std::nullopt;
  int32_t copied = 0;
  for (const Call& call : program.calls) copied = std::max(copied, copied_bytes(call));
  // A chain's function and the run's may both have a copy, and are not inlined into one.
  const size_t pointers =
      2 * (face.scratch.size() + face.persistent.size()) + face.inputs.size() + face.outputs.size();
  return *face.stack_bytes + 2 * copied + 4 * static_cast<int32_t>(pointers) + 64;
}

std::string model_image(const Program& program, const EmitOptions& options, const ImageCode& code) {
  const Interface face = interface_of(program, options);
  ImageFacts facts;
  const FactTable inputs = add_tensor_facts(facts, program, face, face.inputs);
  const FactTable outputs = add_tensor_facts(facts, program, face, face.outputs);
  const FactTable pools = add_pool_facts(facts, face);
  const FactTable needs = add_needs(facts, code.needs);
  const uint32_t name = facts.text_offset(face.name);
  const uint32_t target = facts.text_offset(std::string(program.target->name));
  const uint32_t version = facts.text_offset(options.provenance.version);
  const std::string known = facts.bytes();
  const size_t head = sizeof(nook_image_header) + known.size();
  const size_t start = (head + NOOK_IMAGE_ALIGN - 1) / NOOK_IMAGE_ALIGN * NOOK_IMAGE_ALIGN;
  const size_t bytes = start + code.bytes.size() + NOOK_IMAGE_TRAILER;
  std::string image = std::string("NOOKIMG\0", 8) + little_endian(NOOK_IMAGE_ABI) +
                      little_endian(static_cast<uint32_t>(sizeof(nook_image_header))) +
                      little_endian(static_cast<uint32_t>(bytes)) + little_endian(code.features) +
                      little_endian(static_cast<uint32_t>(known.size())) +
                      little_endian(static_cast<uint32_t>(start));
  for (const uint32_t at : code.functions)
    image += little_endian(at == ImageCode::kNoFunction ? 0 : static_cast<uint32_t>(start) + at);
  const RowStream* const stream = row_stream(program);
  image += little_endian(stream ? stream->height : 0) + little_endian(stream ? stream->row_bytes : 0) +
           little_endian(image_stack_bytes(program, face).value_or(-1)) +
           little_endian(facts.in_image(name)) + little_endian(facts.in_image(target)) +
           little_endian(facts.in_image(version)) + from_hex(program.model_sha256);
  for (const FactTable& table : {inputs, outputs, pools})
    image += little_endian(table.offset) + little_endian(table.count);
  image += little_endian(code.rollback_counter) + little_endian(needs.offset) + little_endian(needs.count);
  invariant(image.size() == sizeof(nook_image_header), "the header of an image has one size");
  image += known;
  image.resize(start);
  image += code.bytes + std::string("nook image 2\0\0\0\0", 16);
  invariant(image.size() == bytes - NOOK_IMAGE_DIGEST, "an image ends with its digest");
  return image + sha256_bytes(image);
}

}  // namespace nookc
