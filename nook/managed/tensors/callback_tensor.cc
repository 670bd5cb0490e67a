#include "nook/managed/tensors/callback_tensor.h"

namespace nook::managed {

bool CallbackTensor::read(uint32_t offset, void* to, uint32_t bytes) const {
  if (!in_range(offset, bytes)) return context().raise(OutOfTensorBoundsError());
  if (fetch_ && fetch_(user_, offset, to, bytes)) return true;
  return context().raise(InvalidTensorError());
}

bool CallbackTensor::write(uint32_t offset, const void* from, uint32_t bytes) {
  if (!store_) return context().raise(ReadOnlyTensorError());
  if (!in_range(offset, bytes)) return context().raise(OutOfTensorBoundsError());
  if (store_(user_, offset, from, bytes)) return true;
  return context().raise(InvalidTensorError());
}

const void* CallbackTensor::get_readable_block(uint32_t, uint32_t) const {
  context().raise(InvalidOptimizableTensorError());
  return nullptr;
}

}  // namespace nook::managed
