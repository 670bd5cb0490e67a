#include "nook/managed/tensors/ram_tensor.h"

namespace nook::managed {

bool RamTensor::reserve(Handle& handle, uint32_t bytes, size_t place) const {
  AllocatorInterface* const allocator = context().get_ram_data_allocator();
  void* const block = allocator ? allocator->allocate(bytes, place) : nullptr;
  if (!block) return false;
  if (allocator->bind(block, handle)) return true;
  allocator->deallocate(block);
  return false;
}

RamTensor::RamTensor(const TensorShape& shape, ttype type, size_t place) : TensorInterface(shape, type) {
  if (stamp()) reserve(data_, num_bytes(), place);  // a shape that was refused has none
}

RamTensor::~RamTensor() {
  if (AllocatorInterface* const allocator = data_.allocator()) allocator->deallocate(*data_);
}

bool RamTensor::resize(const TensorShape& shape) {
  const uint32_t bytes = bytes_of(shape);
  if (bytes == num_bytes()) return set_shape(shape);
  if (bytes == kTooManyBytes) return context().raise(InvalidTensorDimensionsError()), false;
  Handle larger;
  if (!reserve(larger, bytes, SIZE_MAX)) return false;
  if (data_) memcpy(*larger, *data_, bytes < num_bytes() ? bytes : num_bytes());
  if (AllocatorInterface* const allocator = data_.allocator()) allocator->deallocate(*data_);
  data_ = static_cast<Handle&&>(larger);
  return set_shape(shape);
}

}  // namespace nook::managed
