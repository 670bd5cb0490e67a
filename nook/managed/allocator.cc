#include "nook/managed/allocator.h"

#include "nook/managed/context.h"

namespace nook::managed {

Handle& Handle::operator=(Handle&& other) noexcept {
  if (this == &other) return *this;
  release();
  take(other);
  return *this;
}

void Handle::take(Handle& other) {
  if (other.allocator_ && other.allocator_->may_move(*this)) return void(raise(InvalidBoundRegionState()));
  data_ = other.data_, allocator_ = other.allocator_;
  other.data_ = nullptr, other.allocator_ = nullptr;
  if (allocator_) allocator_->set_handle(data_, this);
}

void Handle::release() {
  if (allocator_) allocator_->set_handle(data_, nullptr);
  data_ = nullptr, allocator_ = nullptr;
}

void* AllocatorInterface::taken(AllocatorInterface* from, size_t bytes, Kind kind, size_t place) {
  if (!from) return nullptr;
  void* const block = from->take(bytes ? bytes : 1, kind, place);
  if (!block) raise(OutOfMemError());
  return block;
}

// find() for callers that expect a block.
AllocatorInterface::Found AllocatorInterface::locate(const void* block) const {
  const Found found = find(block);
  if (found == Found::kNoBlock) notify(MetaHeaderNotFound());
  return found;
}

void AllocatorInterface::deallocate(void* block) {
  if (locate(block) != Found::kBlock) return void(raise(OutOfMemBoundsError()));
  if (Handle* const handle = handle_of(block)) gone(*handle);
  give_back(block);
}

bool AllocatorInterface::may_move(const Handle& handle) const {
  return moves(&handle) || Context::get_default_context()->moves(&handle);
}

bool AllocatorInterface::bind(void* block, Handle& handle) {
  const Found found = locate(block);
  if (found == Found::kOutside) return raise(OutOfMemBoundsError());
  if (found != Found::kBlock || handle_of(block) || may_move(handle)) return raise(InvalidBoundRegionState());
  if (handle.allocator_) return raise(HandleInUseError());
  handle.data_ = block, handle.allocator_ = this;
  set_handle(block, &handle);
  return true;
}

bool AllocatorInterface::unbind(void* block, Handle& handle) {
  if (!is_bound(block, handle)) return raise(MetaHeaderNotBound());
  handle.release();
  return true;
}

bool AllocatorInterface::is_bound(const void* block, const Handle& handle) const {
  return find(block) == Found::kBlock && handle_of(block) == &handle;
}

}  // namespace nook::managed
