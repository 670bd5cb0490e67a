#pragma once
#include "nook/managed/context.h"

namespace nook::managed {

// A handle to an object that `new` allocated in the metadata allocator. Its destructor deletes the object.
//
//   Owned<reference::MatMul<float>> multiply = new reference::MatMul<float>;
//   if (multiply) multiply->set_inputs(...);
//
// T is the exact type of the object, not a base: operators have no virtual destructor. For tensors use
// Tensor.
template <class T>
class Owned : public Handle {
 public:
  Owned() = default;
  // Takes ownership of the object, which must be from the current context's metadata allocator. Null: empty.
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
