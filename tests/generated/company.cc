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

}  // namespace

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
