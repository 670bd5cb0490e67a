// Operators that run other subgraphs of the model. They have no kernels: the compiler converts them to
// branches and loops in the generated code; the interpreter runs them with nook_control_flow.
#pragma once
#include "nook/model/model.h"
#include "nook/ops/contract/op_code.h"

namespace nook {

constexpr bool is_if(int32_t code) { return code == static_cast<int32_t>(OpCode::kIf); }
constexpr bool is_while(int32_t code) { return code == static_cast<int32_t>(OpCode::kWhile); }
constexpr bool is_control_flow(int32_t code) { return is_if(code) || is_while(code); }

// The number of a subgraph that an IF (0: then, 1: else) or a WHILE (0: condition, 1: body) runs, as stored
// in the model: the subgraph may not exist.
inline int32_t callee_of(const OperatorView& op, uint32_t which) {
  const Table options = op.options();
  if (is_if(op.code()))
    return which ? options[fields::IfOptions::else_subgraph_index]
                 : options[fields::IfOptions::then_subgraph_index];
  return which ? options[fields::WhileOptions::body_subgraph_index]
               : options[fields::WhileOptions::cond_subgraph_index];
}

// Whether a model has such operators: its first subgraph then has one, since other subgraphs are reachable
// only through them.
inline bool has_control_flow(const Model& model) {
  if (model.subgraph_count() == 0) return false;
  const SubgraphView graph = model.subgraph(0);
  for (uint32_t i = 0; i < graph.operator_count(); ++i)
    if (is_control_flow(graph.op(i).code())) return true;
  return false;
}

}  // namespace nook
