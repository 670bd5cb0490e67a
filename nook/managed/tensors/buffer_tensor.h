#pragma once
#include "nook/managed/tensor.h"

namespace nook::managed {

// Elements in the application's own memory, borrowed.
class BufferTensor : public TensorInterface {
 public:
  // `buffer` holds the elements; it must be aligned for operators that use blocks. Null: not ready.
  BufferTensor(const TensorShape& shape, ttype type, void* buffer) : TensorInterface(shape, type) {
    if (stamp()) data_.point_to(buffer);
  }
  // The size of an array is checked: InvalidTensorDimensionsError, and not ready, if it is too small.
  template <class E, size_t n>
  BufferTensor(const TensorShape& shape, ttype type, E (&buffer)[n])
      : BufferTensor(shape, type, room(shape, type, buffer, sizeof buffer)) {}

 private:
  static void* room(const TensorShape& shape, ttype type, void* buffer, size_t bytes) {
    if (shape.num_elems() <= bytes >> log2_size(type)) return buffer;
    raise(InvalidTensorDimensionsError());
    return nullptr;
  }
};

}  // namespace nook::managed
