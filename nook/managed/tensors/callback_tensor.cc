#include "nook/managed/tensors/callback_tensor.h"

namespace nook::managed {

bool CallbackTensor::read(uint32_t offset, void* to, uint32_t bytes) const {
  if (!in_range(offset, bytes)) return context().raise(OutOfTensorBoundsError()), false;
  if (fetch_ && fetch_(user_, offset, to, bytes)) return true;
  context().raise(InvalidTensorError());
  return false;
}

bool CallbackTensor::write(uint32_t offset, const void* from, uint32_t bytes) {
  if (!store_) return context().raise(ReadOnlyTensorError()), false;
  if (!in_range(offset, bytes)) return context().raise(OutOfTensorBoundsError()), false;
  if (store_(user_, offset, from, bytes)) return true;
  context().raise(InvalidTensorError());
  return false;
}

const void* CallbackTensor::get_readable_block(uint32_t, uint32_t) const {
  context().raise(InvalidOptimizableTensorError());
  return nullptr;
}

}  // namespace nook::managed
