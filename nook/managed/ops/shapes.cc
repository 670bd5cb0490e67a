#include "nook/managed/ops/shapes.h"

namespace nook::managed {

bool Reshape::check() {
  const TensorInterface& x = *inputs[in].tensor();
  TensorInterface& y = *outputs[out].tensor();
  if (x.get_type() != y.get_type()) return raise(InvalidTensorDataTypeError());
  if (!find_shape(x.get_shape())) return false;
  if (shape_.num_elems() != x.num_elems()) return raise(InvalidTensorShapeError());
  return y.get_shape() == shape_ || y.resize(shape_);
}

void Reshape::compute() {
  const TensorInterface& x = *inputs[in].tensor();
  TensorInterface& y = *outputs[out].tensor();
  if (&x == &y) return;
  for (uint32_t i = 0; i < x.num_elems(); ++i) y(i) = x(i);
}

bool Squeeze::find_shape(const TensorShape& shape) {
  uint32_t left[4] = {};
  int rank = 0;
  for (int d = 0; d < shape.num_dims(); ++d) {
    const bool named = (mask_ >> d & 1) != 0;
    if (named && shape[d] != 1) return raise(InvalidAttributeError());
    if (!(named || (mask_ == 0 && shape[d] == 1))) left[rank++] = shape[d];
  }
  // A mask bit beyond the rank does not name a dimension.
  if (mask_ >> shape.num_dims()) return raise(InvalidAttributeError());
  shape_ = TensorShape(left, rank);
  return true;
}

}  // namespace nook::managed
