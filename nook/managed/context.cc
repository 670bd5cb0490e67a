#include "nook/managed/context.h"

#include "nook/managed/tensor.h"

namespace nook::managed {

Context Context::empty_;
Context* Context::current_ = &empty_;

Context* Context::set_default_context(Context* context) {
  Context* const before = current_;
  current_ = context ? context : &empty_;
  return before;
}

AllocatorInterface* Context::set(AllocatorInterface* allocator) const {
  if (!allocator) raise(MemoryAllocatorUnsetError());
  return allocator;
}

void Context::notify(Event event) const {
  if (errors_) errors_->notify(event);
}
bool Context::raise(Error error) const {
  if (errors_) errors_->on_error(error);
  return false;
}

void Context::register_tensor(TensorInterface& tensor) { tensor.next_ = tensors_, tensors_ = &tensor; }

void Context::unregister_tensor(TensorInterface& tensor) {
  TensorInterface** at = &tensors_;
  while (*at && *at != &tensor) at = &(*at)->next_;
  if (*at) *at = tensor.next_;
}

bool Context::moves(const void* address) const {
  return (metadata_ && metadata_->moves(address)) || (ram_ && ram_->moves(address));
}

void* InMetadata::operator new(size_t bytes) noexcept {
  return AllocatorInterface::allocate_fixed(Context::get_default_context()->get_metadata_allocator(), bytes);
}

void InMetadata::operator delete(void* object) {
  if (AllocatorInterface* const allocator = Context::get_default_context()->get_metadata_allocator())
    allocator->deallocate(object);
}

void notify(Event event) { Context::get_default_context()->notify(event); }
bool raise(Error error) { return Context::get_default_context()->raise(error); }

}  // namespace nook::managed
