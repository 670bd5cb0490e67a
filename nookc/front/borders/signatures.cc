#include "nookc/front/borders/signatures.h"

#include <algorithm>

#include "nook/model/model.h"
#include "nook/ops/contract/control_flow.h"
#include "nookc/core/model_size.h"
#include "nookc/core/text.h"
#include "nookc/front/borders/rewire.h"
#include "nookc/front/import/variables.h"

namespace nookc {
namespace {

Diag usage(const std::string& what, const std::string& hint) {
  return {Exit::kUsage, "N2054", "--signature", what, hint};
}

std::string key_of(const nook::Model& model, uint32_t signature) {
  return model_text(model.signature(signature).key());
}

// Whether an operator of any subgraph runs this subgraph.
bool runs(const nook::Model& model, uint32_t subgraph) {
  for (uint32_t s = 0; s < model.subgraph_count(); ++s) {
    const nook::SubgraphView graph = model.subgraph(s);
    for (uint32_t i = 0; i < graph.operator_count(); ++i) {
      const nook::OperatorView op = graph.op(i);
      if (op.code() == static_cast<int32_t>(nook::OpCode::kCallOnce)) {
        const int32_t callee = op.options()[nook::fields::CallOnceOptions::init_subgraph_index];
        if (callee == static_cast<int32_t>(subgraph)) return true;
      }
      for (uint32_t which = 0; which < 2 && nook::is_control_flow(op.code()); ++which)
        if (nook::callee_of(op, which) == static_cast<int32_t>(subgraph)) return true;
    }
  }
  return false;
}

void note_others(const nook::Model& model, uint32_t chosen, Stated* stated) {
  std::vector<std::string> others;
  for (uint32_t i = 0; i < model.signature_count(); ++i)
    if (i != chosen) others.push_back("'" + key_of(model, i) + "'");
  if (others.empty()) return;
  const std::string runs = chosen < model.signature_count() ? "'" + key_of(model, chosen) + "' runs"
                                                            : "none belongs to the subgraph that runs";
  stated->notes.push_back("of the model's signatures, " + runs + "; left out: " + join_text(others) +
                          " (--signature NAME chooses one)");
}

}  // namespace

Result<std::vector<std::byte>> choose_signature(std::vector<std::byte> bytes, const std::string& file,
                                                const std::string& name, Stated* stated) {
  const auto model = nook::Model::open({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  if (!model || model->subgraph_count() == 0) return bytes;
  const uint32_t count = model->signature_count();
  uint32_t chosen = count;  // index of the first subgraph's signature, which runs
  std::vector<std::string> all;
  for (uint32_t i = 0; i < count; ++i) {
    all.push_back("'" + key_of(*model, i) + "'");
    if (name.empty() ? chosen == count && model->signature(i).subgraph() == 0
                     : all.back() == "'" + name + "'")
      chosen = i;
  }
  const bool known = std::ranges::find(all, "'" + name + "'") != all.end();
  if (!name.empty() && !known)
    return usage("the model has no signature '" + printable(name) + "'",
                 all.empty() ? "leave it out: it has none" : "it has " + join_text(all));
  note_others(*model, chosen, stated);
  if (name.empty()) return bytes;
  const uint32_t subgraph = model->signature(chosen).subgraph();
  if (chosen == 0 && subgraph == 0) return bytes;
  if (subgraph >= model->subgraph_count())
    return usage("'" + name + "' belongs to subgraph " + std::to_string(subgraph) + ", which does not exist",
                 "convert the model again");
  if (subgraph != 0 && (runs(*model, subgraph) || runs(*model, 0)))
    return usage(
        "'" + name + "' belongs to subgraph " + std::to_string(subgraph) + ", which another subgraph runs",
        "convert the network with this signature alone");
  return with_signature_first(bytes, file, chosen);
}

std::vector<std::string> signature_names(const std::vector<std::byte>& bytes) {
  std::vector<std::string> names;
  const auto model = nook::Model::open({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  for (uint32_t i = 0; model && i < model->signature_count(); ++i) names.push_back(key_of(*model, i));
  return names;
}

std::set<std::string> variable_names(const std::vector<std::byte>& bytes) {
  std::set<std::string> names;
  const auto model = nook::Model::open({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  for (uint32_t s = 0; model && s < model->subgraph_count(); ++s) {
    const nook::SubgraphView graph = model->subgraph(s);
    for (uint32_t i = 0; i < graph.operator_count(); ++i)
      if (graph.op(i).code() == static_cast<int32_t>(nook::OpCode::kVarHandle))
        names.insert(Variables::tensor_name(graph.op(i)));
  }
  return names;
}

}  // namespace nookc
