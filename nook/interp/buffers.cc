#include "nook/interp/buffers.h"

#include <string.h>

namespace nook::interp {

Code refuse_tensor(nook_interpreter_fault* fault, int32_t tensor, const ModelFault& why) {
  fault->reason = static_cast<uint8_t>(why.fault);
  return refuse(fault, static_cast<nook_status>(code_of(why.fault)), NOOK_ROLE_MODEL,
                static_cast<size_t>(why.need), static_cast<size_t>(why.have), tensor);
}

Code refuse_operator(nook_interpreter_fault* fault, const OperatorView& op, uint32_t i, Code code,
                     const Refusal& why) {
  fault->op_code = op.code(), fault->op_version = op.version();
  const Span<const char> name = op.custom_code();
  fault->op_name = name.empty() ? nullptr : name.data();
  fault->op_name_length = static_cast<uint32_t>(name.size());
  fault->reason = static_cast<uint8_t>(why.reason), fault->operand = why.operand;
  return refuse(fault, static_cast<nook_status>(code), NOOK_ROLE_OPERATOR, static_cast<size_t>(why.need),
                static_cast<size_t>(why.have), static_cast<int32_t>(i));
}

Code check_buffer(const void* data, size_t given, size_t bytes, size_t alignment, nook_role role,
                  int32_t index, nook_interpreter_fault* fault) {
  if (bytes == 0) return Code::kOk;
  if (!data) return refuse(fault, NOOK_NULL, role, bytes, 0, index);
  const size_t off = reinterpret_cast<uintptr_t>(data) & (alignment - 1);
  if (off) return refuse(fault, NOOK_MISALIGNED, role, alignment, off, index);
  if (given < bytes) return refuse(fault, NOOK_NO_MEMORY, role, bytes, given, index);
  return Code::kOk;
}

Code size_of_tensor(const Model& model, const SubgraphView& graph, int32_t index, TensorSize* size,
                    nook_interpreter_fault* fault) {
  TensorInfo info;
  ModelFault why;
  *size = {0, 4};
  if (!read_tensor(model, graph.tensor(static_cast<uint32_t>(index)), &info, &why))
    return refuse_tensor(fault, index, why);
  const size_t element = static_cast<size_t>(size_of(info.type));
  *size = {static_cast<size_t>(info.bytes()), element > 4 ? element : 4};
  return Code::kOk;
}

void set_to_zero(const Model& model, const SubgraphView& graph, int32_t index, void* at) {
  TensorInfo info;
  ModelFault why;
  if (!read_tensor(model, graph.tensor(static_cast<uint32_t>(index)), &info, &why)) return;
  // Wider integers have a zero point of 0.
  const int zero = size_of(info.type) == 1 ? static_cast<uint8_t>(info.zero_point) : 0;
  memset(at, zero, static_cast<size_t>(info.bytes()));
}

Result<Model> open(const void* model, size_t bytes, const nook_resolver* resolver,
                   const nook_interpreter_options* options, nook_interpreter_fault* fault) {
  *fault = no_fault();
  if (!model || !resolver || !options || !options->planner || !options->check)
    return refuse(fault, NOOK_NULL, NOOK_ROLE_MODEL, 0, 0);
  const nook_status status = options->check(model, bytes, fault);
  if (status != NOOK_OK) return static_cast<Code>(status);
  return Model::trusted({static_cast<const uint8_t*>(model), bytes});
}

}  // namespace nook::interp
