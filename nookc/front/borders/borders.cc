#include "nookc/front/borders/borders.h"

#include <algorithm>

#include "nookc/core/model_size.h"
#include "nookc/front/borders/rewire.h"
#include "nookc/front/export/export.h"
#include "nookc/front/import/import.h"

namespace nookc {
namespace {

bool has_unsigned_border(const Wires& wires) {
  const auto is_unsigned = [&](int32_t t) { return t >= 0 && wires.typed(t).type == nook::DType::kU8; };
  return std::ranges::any_of(wires.inputs, is_unsigned) || std::ranges::any_of(wires.outputs, is_unsigned);
}

// Whether import_tflite() has converted a uint8 model to int8 (nookc/front/import/unsigned.h), which leaves
// conversions at its borders that are not in the file.
bool made_signed(const Graph& graph) {
  const auto initial = [](const Tensor& t) { return t.first != nullptr; };  // a file can't express this
  if (std::ranges::any_of(graph.tensors, initial)) return false;
  return std::ranges::any_of(graph.nodes, [](const Node& node) {
    return node.source < 0 && op_code(node) == nook::OpCode::kQuantize;
  });
}

nook::Result<nook::Model> open(const std::vector<std::byte>& bytes) {
  return nook::Model::open({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
}

}  // namespace

Result<std::vector<std::byte>> change_borders(std::vector<std::byte> bytes, const std::string& file,
                                              const StripWish& wish, Stated* stated) {
  auto model = open(bytes);
  if (!model || model->subgraph_count() == 0 || !check_model_size(*model, file)) return bytes;
  Wires wires = read_wires(*model);
  std::vector<std::byte> as_signed;
  if (wish.integers && has_unsigned_border(wires)) {
    const Result<Graph> graph = import_tflite(bytes, file);
    if (graph && made_signed(*graph)) {
      Result<std::vector<std::byte>> made = export_bytes(*graph);
      if (!made) return made;
      as_signed = *std::move(made);
      model = open(as_signed);
      if (!model) return bytes;
      wires = read_wires(*model);
    }
  }
  strip(wires, wish, stated);
  if (!wires.changed) return bytes;
  return rewire(as_signed.empty() ? bytes : as_signed, file, wires);
}

}  // namespace nookc
