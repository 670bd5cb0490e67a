#include "nookc/front/onnx/places.h"

#include "nook/ops/less/less_op.h"

namespace nookc::onnx {
namespace {

// The offsets of all elements of `shape` in an array of `strides`, omitting one dimension.
std::vector<int64_t> places_without(const Dims& shape, const Dims& strides, size_t axis) {
  std::vector<int64_t> places;
  const Dims own = strides_of(shape);
  for (int64_t i = 0; i < elements_of(shape).value_or(0); ++i) {
    int64_t place = 0;
    for (size_t d = 0; d < shape.size(); ++d)
      if (d != axis) place += i / own[d] % shape[d] * strides[d];
    places.push_back(place);
  }
  return places;
}

}  // namespace

Value whole_constant(const Dims& dims, const std::vector<int64_t>& numbers) {
  return known_value(kWhole, dims, make_constant(kWhole, dims, numbers));
}

Dims strides_of(const Dims& shape) {
  Dims strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
  return strides;
}

std::string more_than(const Dims& x, const Dims& indices, size_t axis) {
  for (size_t d = 0; d < x.size(); ++d)
    if (d != axis && indices[d] > x[d]) return "there are more indices than elements";
  return {};
}

std::vector<int64_t> places_along(const Dims& shape, const Constant& indices, size_t axis) {
  const Dims strides = strides_of(shape);
  std::vector<int64_t> places = places_without(indices.dims, strides, axis), at = integers_of(indices);
  for (size_t i = 0; i < places.size(); ++i) {
    if (!fix_axis(shape[axis], &at[i])) return {};
    places[i] += at[i] * strides[axis];
  }
  return places;
}

Value places_along(Mapper& m, const Dims& shape, const Value& at, size_t axis) {
  // An element's offset is the index times the axis's stride, plus the offset from the other dimensions.
  const Dims strides = strides_of(shape);
  Value step = whole_constant({}, {strides[axis]});
  Value rest = whole_constant(at.shape, places_without(at.shape, strides, axis));
  step.type = rest.type = at.type;
  Value place = from_front(m, at, {shape[axis]});
  if (strides[axis] != 1) place = multiplied(m, place, step);
  return added(m, place, rest);
}

std::vector<int64_t> places_of_rows(const Dims& shape, const Constant& indices) {
  const size_t depth = static_cast<size_t>(indices.dims.back());
  const Dims strides = strides_of(shape);
  std::vector<int64_t> places, at = integers_of(indices);
  for (size_t i = 0; i < at.size(); i += depth) {
    places.push_back(0);
    for (size_t d = 0; d < depth; ++d) {
      if (!fix_axis(shape[d], &at[i + d])) return {};
      places.back() += at[i + d] * strides[d];
    }
  }
  return places;
}

Value from_front(Mapper& m, const Value& at, const std::vector<int64_t>& sizes) {
  const Dims dims = sizes.size() == 1 ? Dims{} : Dims{static_cast<int64_t>(sizes.size())};
  Value size = whole_constant(dims, sizes), zero = whole_constant({}, {0});
  size.type = zero.type = at.type;
  const Value below = converted(m, binary(m, nook::Less::Attrs{}, at, zero, kTruth), at.type);
  return added(m, at, multiplied(m, below, size));
}

}  // namespace nookc::onnx
