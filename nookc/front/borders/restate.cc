#include "nookc/front/borders/restate.h"

#include <algorithm>

#include "nook/model/model.h"
#include "nookc/front/export/export.h"
#include "nookc/front/import/import.h"

namespace nookc {
namespace {

std::optional<Diag> misfit(const Graph& graph) {
  for (const Node& node : graph.nodes)
    if (std::optional<Diag> wrong = refuses_shapes(graph, node)) return wrong;
  return {};
}

// An operator is refused with shapes that are not in the file: says where they come from.
Diag with_cause(Diag diag, const InputFacts& facts) {
  if (diag.code == "N2052") return diag;
  diag.hint =
      std::string("its shapes follow from ") +
      (facts.shapes.empty() ? "--input-value" : "--input-shape; check that the network takes this shape");
  return diag;
}

Result<std::vector<std::byte>> changed_bytes(const Graph& graph) {
  const auto initial = [](const Tensor& t) { return t.first != nullptr; };
  if (std::ranges::any_of(graph.tensors, initial))
    return Diag{Exit::kUnsupported, "N3020", graph.file,
                "its shapes or inputs can't be changed: its variables have initial values",
                "export the model with the shapes that you want"};
  return export_bytes(graph);
}

}  // namespace

Result<std::vector<std::byte>> restate(std::vector<std::byte> bytes, const std::string& file,
                                       const InputFacts& facts) {
  const bool asked = !facts.empty();
  if (!nook::Model::open({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()})) return bytes;
  if (!asked && !needs_restating(bytes)) return bytes;
  bool changed = false;
  const Result<Graph> graph = import_restated(bytes, file, facts, &changed);
  if (graph && !changed) return bytes;
  std::optional<Diag> wrong = graph ? misfit(*graph) : graph.diag();
  if (wrong && asked) return with_cause(*std::move(wrong), facts);
  if (wrong) return bytes;
  Result<std::vector<std::byte>> made = changed_bytes(*graph);
  return made || asked ? std::move(made) : Result<std::vector<std::byte>>(std::move(bytes));
}

}  // namespace nookc
