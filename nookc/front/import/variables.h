#pragma once
#include <map>
#include <set>
#include <string>

#include "nook/model/model.h"
#include "nookc/graph/graph.h"

namespace nookc {

// The variables that a model names. Each becomes a variable tensor of the graph; READ_VARIABLE and
// ASSIGN_VARIABLE become copies. CALL_ONCE sets the initial values.
class Variables {
 public:
  Variables(Graph& graph, const nook::Model& model) : graph_(graph), model_(model) {}

  static bool is_for(int32_t code);
  // Whether the operator sets initial values of variables.
  static bool is_first(int32_t code);

  // The name of a variable's tensor, from its VAR_HANDLE.
  static std::string tensor_name(const nook::OperatorView& handle);

  // Adds an operator with the operands of `node`. Returns its error, or an empty text.
  std::string add(const nook::OperatorView& op, Node node);
  // Makes `other` another name of `handle`.
  void rename(TensorId handle, TensorId other);
  // Call after the last operator. Returns the error in the initial values, or an empty text.
  std::string finish();

 private:
  using Name = std::pair<std::string, std::string>;  // container, shared name

  static Name name_of(const nook::OperatorView& handle);
  static std::string tensor_name(const Name& name);
  // Creates the tensor of a variable, with the type and shape of `value`. Returns the error, or an empty
  // text.
  std::string tensor_of(TensorId resource, TensorId value, TensorId* variable);
  std::string call_once(const nook::OperatorView& op);
  std::string assign_first(const nook::SubgraphView& from, const nook::OperatorView& op,
                           const std::map<int32_t, Name>& handles);

  Graph& graph_;
  const nook::Model& model_;
  std::map<TensorId, Name> handles_;
  std::map<Name, TensorId> tensors_;
  std::map<Name, std::shared_ptr<const Bytes>> first_;
  std::set<int32_t> called_;  // subgraphs that CALL_ONCE has run
  bool used_ = false;
};

}  // namespace nookc
