#include "nook/managed/operator.h"

namespace nook::managed {

bool TensorMap::set(const SimpleNamedTensor* list, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    bool known = list[i].name() < size_;
    for (size_t j = 0; j < i; ++j) known = known && list[j].name() != list[i].name();
    if (!known) return raise(InvalidTensorNameError()), false;
  }
  for (size_t i = 0; i < size_; ++i) slots_[i].tensor_ = nullptr;
  for (size_t i = 0; i < count; ++i) slots_[list[i].name()].tensor_ = &list[i].tensor();
  return true;
}

// Whether every tensor is there, and every output can be written. One that is not what it was when shapes
// were checked has them checked again.
bool OperatorBase::look() {
  for (uint8_t i = 0; i < count_; ++i) {
    NamedSlot& slot = slots_[i];
    const bool output = i >= inputs_;
    const TensorInterface* now = nullptr;
    if (slot.is_set()) {
      now = slot.tensor().get();
      if (!now || !now->is_ready()) return raise(InvalidTensorError()), false;
      if (output && !now->writable_) return raise(ReadOnlyTensorError()), false;
    } else if (output || i + optional_ < inputs_) {
      return raise(MissingTensorError()), false;
    }
    if (now != slot.checked_ || (now && now->stamp() != slot.stamp_)) checked_ = false;
    slot.checked_ = now, slot.stamp_ = now ? now->stamp() : 0;
  }
  return true;
}

void OperatorBase::hold(bool on) const {
  if (!holds_) return;
  for (uint8_t i = 0; i < count_; ++i) {
    AllocatorInterface* const allocator =
        slots_[i].checked_ ? slots_[i].checked_->data_.allocator() : nullptr;
    if (allocator) on ? allocator->hold() : allocator->release();
  }
}

bool OperatorBase::eval() {
  if (!look()) return false;
  // check() may give an output its shape: look again.
  if (!checked_ && (!check() || !look())) return false;
  checked_ = true;
  void* block = nullptr;
  AllocatorInterface* lender = nullptr;
  if (const uint32_t bytes = scratch_bytes()) {
    lender = Context::get_default_context()->get_ram_data_allocator();
    block = lender ? lender->allocate_fixed(size_t{bytes} + 15, scratch_place()) : nullptr;
    if (!block) return false;
    scratch_ = static_cast<uint8_t*>(block) + (-reinterpret_cast<uintptr_t>(block) & 15);
  }
  failed_ = false;
  hold(true);
  compute();
  hold(false);
  if (block) lender->deallocate(block);
  return !failed_;
}

const void* FastOperator::get_readable_block(const TensorInterface& tensor, uint32_t bytes, uint32_t offset) {
  const void* const block = tensor.get_readable_block(bytes, offset);
  const uintptr_t size = uintptr_t{1} << log2_size(tensor.get_type());
  if ((reinterpret_cast<uintptr_t>(block) & (size - 1)) == 0) return block;
  tensor.context().raise(InvalidOptimizableTensorError());
  return nullptr;
}

void* FastOperator::get_writeable_block(TensorInterface& tensor, uint32_t bytes, uint32_t offset) {
  if (!tensor.writable_) return tensor.context().raise(ReadOnlyTensorError()), nullptr;
  return const_cast<void*>(get_readable_block(tensor, bytes, offset));
}

bool FastOperator::get_readable_blocks(const TensorMap& tensors, const void** blocks) {
  for (size_t i = 0; i < tensors.size(); ++i) {
    blocks[i] = nullptr;
    if (!tensors[i].is_set()) continue;
    const TensorInterface& tensor = *tensors[i].tensor();
    blocks[i] = get_readable_block(tensor, tensor.num_bytes());
    if (!blocks[i]) return false;
  }
  return true;
}

bool FastOperator::get_writeable_blocks(const TensorMap& tensors, void** blocks) {
  for (size_t i = 0; i < tensors.size(); ++i) {
    TensorInterface& tensor = *tensors[i].tensor();
    blocks[i] = get_writeable_block(tensor, tensor.num_bytes());
    if (!blocks[i]) return false;
  }
  return true;
}

}  // namespace nook::managed
