#include <algorithm>

#include "tests/generated/interpreted.h"
#include "tests/model/objects.h"

namespace generated {
namespace {

namespace fb = objects::fb;

uint32_t code_of(fb::ModelT& model, fb::BuiltinOperator code) {
  auto added = std::make_unique<fb::OperatorCodeT>();
  added->builtin_code = code, added->version = 1;
  added->deprecated_builtin_code = static_cast<int8_t>(std::min<int>(code, 127));
  model.operator_codes.push_back(std::move(added));
  return static_cast<uint32_t>(model.operator_codes.size()) - 1;
}

void add_tensor(fb::SubGraphT& graph, fb::TensorType type, uint32_t buffer) {
  auto tensor = std::make_unique<fb::TensorT>();
  tensor->type = type, tensor->shape = {1}, tensor->buffer = buffer;
  graph.tensors.push_back(std::move(tensor));
}

std::unique_ptr<fb::OperatorT> operator_of(uint32_t code, std::vector<int32_t> in, std::vector<int32_t> out) {
  auto op = std::make_unique<fb::OperatorT>();
  op->opcode_index = code, op->inputs = std::move(in), op->outputs = std::move(out);
  return op;
}

// A new first subgraph with the inputs and outputs of `inner`, without operators.
std::unique_ptr<fb::SubGraphT> around(const fb::SubGraphT& inner) {
  auto graph = std::make_unique<fb::SubGraphT>();
  const auto add_all = [&](const std::vector<int32_t>& from, std::vector<int32_t>& to) {
    for (const int32_t t : from) {
      auto copy = std::make_unique<fb::TensorT>(*inner.tensors[static_cast<size_t>(t)]);
      copy->buffer = 0, copy->is_variable = false;
      to.push_back(static_cast<int32_t>(graph->tensors.size()));
      graph->tensors.push_back(std::move(copy));
    }
  };
  add_all(inner.inputs, graph->inputs);
  add_all(inner.outputs, graph->outputs);
  return graph;
}

}  // namespace

std::string in_a_branch(const std::string& tflite) {
  const std::unique_ptr<fb::ModelT> read = objects::read(tflite.data());
  fb::ModelT& model = *read;
  model.metadata.clear();                             // chains and plans of another first subgraph
  for (const int32_t t : model.subgraphs[0]->inputs)  // a branch refuses inputs that are marked as variables
    model.subgraphs[0]->tensors[static_cast<size_t>(t)]->is_variable = false;
  auto always = std::make_unique<fb::BufferT>();
  always->data = {1};
  model.buffers.push_back(std::move(always));
  std::unique_ptr<fb::SubGraphT> graph = around(*model.subgraphs[0]);
  const auto condition = static_cast<int32_t>(graph->tensors.size());
  add_tensor(*graph, fb::TensorType_BOOL, static_cast<uint32_t>(model.buffers.size()) - 1);
  std::vector<int32_t> in = graph->inputs;
  in.insert(in.begin(), condition);
  auto branch = operator_of(code_of(model, fb::BuiltinOperator_IF), std::move(in), graph->outputs);
  fb::IfOptionsT runs;
  runs.then_subgraph_index = runs.else_subgraph_index = static_cast<int32_t>(model.subgraphs.size());
  branch->builtin_options.Set(std::move(runs));
  graph->operators.push_back(std::move(branch));
  model.subgraphs.push_back(std::move(model.subgraphs[0]));
  model.subgraphs[0] = std::move(graph);
  for (const auto& signature : model.signature_defs)
    for (auto* side : {&signature->inputs, &signature->outputs}) side->clear();
  return objects::written(model);
}

std::string with_company(const std::string& tflite) {
  const std::unique_ptr<fb::ModelT> read = objects::read(tflite.data());
  fb::ModelT& model = *read;
  auto constant = std::make_unique<fb::BufferT>();
  constant->data = {7, 0, 0, 0};
  model.buffers.push_back(std::move(constant));

  auto once = std::make_unique<fb::SubGraphT>();
  add_tensor(*once, fb::TensorType_RESOURCE, 0);
  add_tensor(*once, fb::TensorType_INT32, static_cast<uint32_t>(model.buffers.size()) - 1);
  auto handle = operator_of(code_of(model, fb::BuiltinOperator_VAR_HANDLE), {}, {0});
  fb::VarHandleOptionsT name;
  name.shared_name = "nobody reads it";
  handle->builtin_options.Set(std::move(name));
  once->operators.push_back(std::move(handle));
  once->operators.push_back(operator_of(code_of(model, fb::BuiltinOperator_ASSIGN_VARIABLE), {0, 1}, {}));

  auto call = operator_of(code_of(model, fb::BuiltinOperator_CALL_ONCE), {}, {});
  fb::CallOnceOptionsT runs;
  runs.init_subgraph_index = static_cast<int32_t>(model.subgraphs.size()) + 1;
  call->builtin_options.Set(std::move(runs));
  model.subgraphs[0]->operators.insert(model.subgraphs[0]->operators.begin(), std::move(call));

  auto nothing = std::make_unique<fb::SubGraphT>();
  nothing->name = "NoOp";
  model.subgraphs.push_back(std::move(nothing));
  model.subgraphs.push_back(std::move(once));
  return objects::written(model);
}

}  // namespace generated
