#include "nookc/front/import/signature.h"

#include <map>

#include "nookc/core/model_size.h"

namespace nookc {

void name_by_signature(const nook::Model& model, Graph& graph) {
  uint32_t first = 0;
  while (first < model.signature_count() && model.signature(first).subgraph() != 0) ++first;
  if (first == model.signature_count()) return;
  const nook::SignatureView signature = model.signature(first);
  using Places = std::multimap<uint32_t, size_t>;  // tensor number -> index among the inputs or outputs
  const auto places = [](const std::vector<TensorId>& tensors) {
    Places all;
    for (size_t i = 0; i < tensors.size(); ++i) all.emplace(static_cast<uint32_t>(index(tensors[i])), i);
    return all;
  };
  const auto rename = [](const Places& of, std::vector<std::string>& names, uint32_t tensor,
                         nook::Span<const char> name) {
    const auto [begin, end] = of.equal_range(tensor);
    for (auto at = begin; at != end && name.size() > 0; ++at) names[at->second] = model_text(name);
  };
  const Places inputs = places(graph.inputs), outputs = places(graph.outputs);
  for (uint32_t i = 0; i < signature.input_count(); ++i)
    rename(inputs, graph.input_names, signature.input_tensor(i), signature.input_name(i));
  for (uint32_t i = 0; i < signature.output_count(); ++i)
    rename(outputs, graph.output_names, signature.output_tensor(i), signature.output_name(i));
}

}  // namespace nookc
