#pragma once
#include "nook/managed/tensor.h"

namespace nook::managed {

// Constant elements, usually in flash, borrowed. Every write is a ReadOnlyTensorError.
class RomTensor : public TensorInterface {
 public:
  RomTensor(const TensorShape& shape, ttype type, const void* elements) : TensorInterface(shape, type) {
    if (stamp()) data_.point_to(const_cast<void*>(elements));
    writable_ = false;
  }
  // The size of an array is checked: InvalidTensorDimensionsError, and not ready, if it is too small.
  template <class E, size_t n>
  RomTensor(const TensorShape& shape, ttype type, const E (&elements)[n])
      : RomTensor(shape, type, room(shape, type, elements, sizeof elements)) {}

 private:
  static const void* room(const TensorShape& shape, ttype type, const void* elements, size_t bytes) {
    if (shape.num_elems() <= bytes >> log2_size(type)) return elements;
    raise(InvalidTensorDimensionsError());
    return nullptr;
  }
};

}  // namespace nook::managed
