#include "nook/managed/tensors/ram_tensor.h"

namespace nook::managed {

// Allocates a new block and copies the elements that both blocks have; it replaces the old block, if there is
// one.
bool RamTensor::make_room(uint32_t bytes, size_t place) {
  AllocatorInterface* const allocator = context().get_ram_data_allocator();
  void* const block = AllocatorInterface::allocate(allocator, bytes, place);
  if (!block) return false;
  if (data_) memcpy(block, *data_, bytes < num_bytes() ? bytes : num_bytes());
  drop_block();
  if (allocator->bind(block, data_)) return true;
  allocator->deallocate(block);
  return false;
}

RamTensor::RamTensor(const TensorShape& shape, ttype type, size_t place) : TensorInterface(shape, type) {
  if (stamp()) RamTensor::make_room(num_bytes(), place);  // a tensor whose shape was refused has no stamp
}

}  // namespace nook::managed
