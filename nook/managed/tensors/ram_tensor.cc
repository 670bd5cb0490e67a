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

void RamTensor::drop() {
  if (AllocatorInterface* const allocator = data_.allocator()) allocator->deallocate(*data_);
}

RamTensor::~RamTensor() { drop(); }

bool RamTensor::resize(const TensorShape& shape) {
  const uint32_t before = num_bytes(), bytes = bytes_of(shape);
  if (bytes == before || bytes == kTooManyBytes) return set_shape(shape);  // which refuses the latter
  Handle other;
  if (!reserve(other, bytes, SIZE_MAX)) return false;
  if (data_) memcpy(*other, *data_, bytes < before ? bytes : before);
  drop();
  data_ = static_cast<Handle&&>(other);
  return set_shape(shape);
}

}  // namespace nook::managed
