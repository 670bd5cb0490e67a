#pragma once
#include "nook/managed/tensor.h"

namespace nook::managed {

// Elements in the RAM allocator of the current context, given back when the tensor dies. Not ready, and
// without effect, where there is no room. They are whatever the memory held before.
class RamTensor : public TensorInterface {
 public:
  // `place`: where a plan made elsewhere would have its block, in bytes from the start of the memory; if
  // that is taken, anywhere.
  RamTensor(const TensorShape& shape, ttype type, size_t place = SIZE_MAX);
  ~RamTensor() override;

  // Keeps the elements that there still are, in the order of memory; new ones are whatever was there. For a
  // moment there are both; a resize for which there is no room changes nothing.
  bool resize(const TensorShape& shape) override;

 private:
  bool reserve(Handle& handle, uint32_t bytes, size_t place) const;
  void drop();
};

}  // namespace nook::managed
