#pragma once
#include "nook/managed/context.h"

namespace nook::managed {

// A handle to an object that `new` put into the metadata allocator; deletes it when it dies, wherever that
// is.
//
//   Owned<reference::MatMul<float>> multiply = new reference::MatMul<float>;
//   if (multiply) multiply->set_inputs(...);
//
// T is what it was made as, no base of that: operators have no virtual destructor. Tensors have Tensor.
template <class T>
class Owned : public Handle {
 public:
  Owned() = default;
  // Takes the object over: of the current context's metadata allocator, or it is refused. Null is empty.
  Owned(T* object) {
    AllocatorInterface* const home =
        object ? Context::get_default_context()->get_metadata_allocator() : nullptr;
    if (home) home->bind(object, *this);
  }
  Owned(Owned&&) noexcept = default;
  Owned& operator=(Owned&& other) noexcept {
    if (this == &other) return *this;
    reset();
    Handle::operator=(static_cast<Handle&&>(other));
    return *this;
  }
  ~Owned() { reset(); }
  void reset() {
    AllocatorInterface* const home = allocator();
    if (!home) return;
    void* const block = Handle::operator*();
    get()->T::~T();
    home->deallocate(block);
  }

  T* get() const { return static_cast<T*>(Handle::operator*()); }
  T& operator*() const { return *get(); }
  T* operator->() const { return get(); }
};

}  // namespace nook::managed
