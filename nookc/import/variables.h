#pragma once
#include <map>
#include <string>

#include "nook/model/model.h"
#include "nookc/ir/graph.h"

namespace nookc {

// The variables that a model names: each becomes a variable tensor of the graph, READ_VARIABLE and
// ASSIGN_VARIABLE copies from and to it. What CALL_ONCE assigns is its value at first.
class Variables {
 public:
  Variables(Graph& graph, const nook::Model& model) : graph_(graph), model_(model) {}

  static bool is_for(int32_t code);
  // Whether the operator says what variables are at first.
  static bool is_first(int32_t code);

  // Takes an operator, of which `node` has the operands; empty, or what is wrong with it.
  std::string add(const nook::OperatorView& op, Node node);
  // What names a variable has another name.
  void rename(TensorId handle, TensorId other);
  // Behind the last: empty, or what is wrong with first values.
  std::string finish();

 private:
  using Name = std::pair<std::string, std::string>;  // container, shared name

  static Name name_of(const nook::OperatorView& handle);
  // The tensor for a variable, which holds what `value` does.
  std::string tensor_of(TensorId resource, TensorId value, TensorId* variable);
  std::string call_once(const nook::OperatorView& op);
  std::string assign_first(const nook::SubgraphView& from, const nook::OperatorView& op,
                           const std::map<int32_t, Name>& handles);

  Graph& graph_;
  const nook::Model& model_;
  std::map<TensorId, Name> handles_;
  std::map<Name, TensorId> tensors_;
  std::map<Name, std::shared_ptr<const Bytes>> first_;
  bool used_ = false;
};

}  // namespace nookc
