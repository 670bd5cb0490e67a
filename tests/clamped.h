// Applies a fused activation to a result, straight from its definition.
#pragma once
#include "nook/core/quantize.h"
#include "tests/op_case.h"

namespace test {

template <class Element, class Value>
Element clamped(nook::Activation activation, const nook::TensorInfo& y, Value value) {
  if (y.type == nook::DType::kF32) {
    const nook::RangeF32 range = nook::activation_range_f32(activation, FLT_MAX);
    const float v = static_cast<float>(value);
    return static_cast<Element>(v < range.min ? range.min : v > range.max ? range.max : v);
  }
  const nook::IntegerRange range = nook::activation_range_of(activation, y);
  return static_cast<Element>(naive_clamp(static_cast<int64_t>(value), range.min, range.max));
}

}  // namespace test
