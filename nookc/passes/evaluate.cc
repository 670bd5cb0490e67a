#include "nookc/passes/evaluate.h"

#include <algorithm>

#include "nookc/lower/prepare_node.h"
#include "nookc/lower/visit_form.h"

namespace nookc {

std::vector<Bytes> evaluate(const Graph& graph, const Node& node, std::vector<const void*> in) {
  std::vector<uint64_t> memory((size_t{1} << 20) / 8);
  nook::Arena arena({reinterpret_cast<uint8_t*>(memory.data()), memory.size() * 8});
  nook::PrepareContext context{arena, nook::kRef, false, {}};
  const auto prepared = prepare_node(graph, node, context);
  if (!prepared || !prepared->invoke) return {};

  // Operands behind the last that is there are null to a kernel.
  visit_form(op_code(node), prepared->form, [&]<class Form>(std::type_identity<Form>) {
    in.resize(std::max<size_t>(in.size(), Form::Op::kKernelInputs));
  });

  std::vector<Bytes> results;
  std::vector<void*> out;
  for (TensorId t : node.out) results.emplace_back(static_cast<size_t>(graph[t].bytes()));
  out.reserve(results.size());
  for (Bytes& bytes : results) out.push_back(bytes.data());
  std::vector<uint64_t> scratch(static_cast<size_t>(prepared->scratch) / 8 + 2);
  prepared->invoke(prepared->params, nook::Io{in.data(), out.data(), scratch.data()});
  return results;
}

}  // namespace nookc
