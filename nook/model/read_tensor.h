// tensor_info() for callers that need less detail of a fault than ModelFault has and have little stack.
#pragma once
#include "nook/model/model.h"

namespace nook {

struct TensorFault {
  Fault fault;
  int32_t need, have;
};

// Writes to memory that may be uninitialized; dimensions beyond the rank are not written. Returns the bytes
// of the whole tensor. Below 0: `fault` says why; otherwise `fault` is not written.
int32_t read_tensor(const Model& model, const TensorView& tensor, TensorInfo* info, TensorFault* fault);

}  // namespace nook
