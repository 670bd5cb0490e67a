// What tensor_info() knows of a tensor, for callers that need no more of a fault than this: few bytes on a
// stack.
#pragma once
#include "nook/model/model.h"

namespace nook {

struct TensorFault {
  Fault fault;
  int32_t need, have;
};

// Writes into memory that may hold anything; dimensions beyond the rank are not written. Returns the bytes of
// the whole tensor. Below 0: `fault`, which is otherwise not touched, says why.
int32_t read_tensor(const Model& model, const TensorView& tensor, TensorInfo* info, TensorFault* fault);

}  // namespace nook
