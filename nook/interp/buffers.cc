#include "nook/interp/buffers.h"

namespace nook::interp {

Code refuse_tensor(nook_interpreter_fault* fault, int32_t tensor, const TensorFault& why) {
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
  const size_t lent = lent_bytes(data, given);
  if (lent < bytes) return refuse(fault, NOOK_NO_MEMORY, role, bytes, lent, index);
  return Code::kOk;
}

Code check_given(const nook_buffer& buffer, nook_role role, nook_interpreter_fault* fault) {
  if (buffer.data || buffer.bytes == 0) return Code::kOk;
  return refuse(fault, NOOK_NULL, role, buffer.bytes, 0);
}

Code size_of_tensor(const Model& model, const SubgraphView& graph, int32_t index, TensorSize* size,
                    nook_interpreter_fault* fault) {
  TensorInfo info;
  TensorFault why;
  const int32_t bytes = read_tensor(model, graph.tensor(static_cast<uint32_t>(index)), &info, &why);
  *size = {0, 4, 0};
  if (bytes < 0) return refuse_tensor(fault, index, why);
  size->bytes = static_cast<size_t>(bytes);
  const DType type = info.type;
  if (type == DType::kS64 || type == DType::kU64 || type == DType::kF64) size->alignment = 8;
  // Wider integers have a zero point of 0.
  if (type == DType::kS8 || type == DType::kU8) size->zero = static_cast<uint8_t>(info.zero_point);
  return Code::kOk;
}

Code check_model(const void* model, size_t bytes, const nook_resolver* resolver,
                 const nook_interpreter_options* options, nook_interpreter_fault* fault) {
  *fault = no_fault();
  if (!model || !resolver || !options || !options->planner || !options->check)
    return refuse(fault, NOOK_NULL, NOOK_ROLE_MODEL, 0, 0);
  return static_cast<Code>(options->check(model, bytes, fault));
}

}  // namespace nook::interp
