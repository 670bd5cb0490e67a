// Checks of the buffers that the application provides, and the faults they report.
#pragma once
#include "nook/core/lent.h"
#include "nook/core/status.h"
#include "nook/interp/no_fault.h"
#include "nook/interp/node.h"
#include "nook/interpreter.h"
#include "nook/model/read_tensor.h"

namespace nook::interp {

constexpr size_t kPersistentAlignment = 8;

// Extends the plan faults of nook/plan/problem.h: the metadata puts an operator into a chain that cannot run
// row by row.
constexpr uint8_t kNoRows = 255;

inline Code refuse(nook_interpreter_fault* fault, nook_status status, nook_role role, size_t need,
                   size_t have, int32_t index = -1) {
  fault->status = status, fault->role = role, fault->index = index, fault->need = need, fault->have = have;
  return static_cast<Code>(status);
}

// Reports a tensor that tensor_info() rejects, or a fault in another part of the model.
Code refuse_tensor(nook_interpreter_fault* fault, int32_t tensor, const TensorFault& why);

// Reports operator `i`, with prepare()'s reason if there is one.
Code refuse_operator(nook_interpreter_fault* fault, const OperatorView& op, uint32_t i, Code code,
                     const Refusal& why);

// Checks that a buffer has `bytes` bytes and starts at a multiple of `alignment`. A buffer of 0 bytes may be
// null.
Code check_buffer(const void* data, size_t given, size_t bytes, size_t alignment, nook_role role,
                  int32_t index, nook_interpreter_fault* fault);

// Refuses a null buffer with a size, the result of a failed allocation. For memory that is written before the
// required size is known.
Code check_given(const nook_buffer& buffer, nook_role role, nook_interpreter_fault* fault);

// The usable bytes of a buffer: none if it is null, and only the bytes before the end of the address space.
inline Span<uint8_t> lent(const nook_buffer& buffer) {
  return {static_cast<uint8_t*>(buffer.data), lent_bytes(buffer.data, buffer.bytes)};
}

// The size of tensor `index`, or a fault. An application's buffer starts at a multiple of 4 and of the
// element size. `zero`: the byte that fills the buffer with the real number 0.
struct TensorSize {
  size_t bytes;
  uint8_t alignment, zero;
};
Code size_of_tensor(const Model& model, const SubgraphView& graph, int32_t index, TensorSize* size,
                    nook_interpreter_fault* fault);
// For the C interface: checks that no argument is missing and that the options' check accepts the model,
// which is trusted afterwards.
Code check_model(const void* model, size_t bytes, const nook_resolver* resolver,
                 const nook_interpreter_options* options, nook_interpreter_fault* fault);
inline Model trusted(const void* model, size_t bytes) {
  return Model::trusted({static_cast<const uint8_t*>(model), bytes});
}

}  // namespace nook::interp
