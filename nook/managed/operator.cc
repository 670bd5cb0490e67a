#include "nook/managed/operator.h"

namespace nook::managed {

bool TensorMap::set(const SimpleNamedTensor* list, size_t count) {
  // The tensors of the last check, which is repeated anyway, hold the new tensors until the whole list is
  // known to be valid.
  for (NamedSlot* slot = slots_; slot < slots_ + size_; ++slot) slot->checked_ = nullptr;
  for (; count; ++list, --count) {
    if (list->name() >= size_ || slots_[list->name()].checked_) return raise(InvalidTensorNameError());
    slots_[list->name()].checked_ = &list->tensor();
  }
  for (NamedSlot* slot = slots_; slot < slots_ + size_; ++slot)
    slot->tensor_ = static_cast<Tensor*>(const_cast<void*>(slot->checked_));
  return true;
}

NamedSlot& TensorMap::look_up(uint32_t name) const {
  static constexpr NamedSlot kNone;
  if (name < size_) return slots_[name];
  raise(InvalidTensorNameError());
  return const_cast<NamedSlot&>(kNone);  // callers never write to a name that no map has
}

// Whether every tensor exists and every output is writable. If a tensor has changed since shapes were
// checked, they are checked again.
bool OperatorBase::look() {
  for (uint8_t i = 0; i < count_; ++i) {
    NamedSlot& slot = slots_[i];
    const bool output = i >= inputs_;
    TensorInterface* now = nullptr;
    if (slot.is_set()) {
      now = slot.tensor().get();
      if (!now || !now->is_ready()) return raise(InvalidTensorError());
      if (output && !now->writable_) return raise(ReadOnlyTensorError());
    } else if (output || i + optional_ < inputs_) {
      return raise(MissingTensorError());
    }
    if (now != slot.checked_ || (now && now->stamp() != slot.stamp_)) checked_ = false;
    slot.checked_ = now, slot.stamp_ = now ? now->stamp() : 0;
  }
  return true;
}

// Holds the allocators before compute(), and releases them after it. Then notifies the tensors whose blocks
// were lent that the operator has ended.
void OperatorBase::hold(bool on) {
  for (const NamedSlot* slot = slots_; slot < slots_ + count_; ++slot) {
    TensorInterface* const tensor = slot->is_set() ? slot->tensor().get() : nullptr;
    if (!tensor) continue;
    if (!on && tensor->writable_ == TensorInterface::kLent) {
      tensor->writable_ = true;
      if (!failed_) failed_ = !tensor->block_written();
    }
    AllocatorInterface* const allocator = holds_ ? tensor->data_.allocator() : nullptr;
    if (allocator) on ? allocator->hold() : allocator->release();
  }
}

bool OperatorBase::eval() {
  if (!look()) return false;
  // check() may set the shape of an output: look() again.
  if (!checked_ && (!check() || !look())) return false;
  checked_ = true;
  void* block = nullptr;
  AllocatorInterface* lender = nullptr;
  if (const uint32_t bytes = scratch_bytes()) {
    lender = Context::get_default_context()->get_ram_data_allocator();
    size_t room;
    if (__builtin_add_overflow(size_t{bytes}, 15, &room)) room = SIZE_MAX;
    block = AllocatorInterface::allocate_fixed(lender, room, scratch_place());
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
  void* const block = const_cast<void*>(get_readable_block(tensor, bytes, offset));
  if (block) tensor.writable_ = TensorInterface::kLent;
  return block;
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
