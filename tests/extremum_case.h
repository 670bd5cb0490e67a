// MAXIMUM and MINIMUM (nook/ops/families/extremum.h).
#pragma once
#include "nook/ops/families/extremum_op.h"
#include "tests/binary_case.h"

namespace test {

template <class Op, nook::DType type, class T, class F>
void is_an_extremum_of(F f) {
  equals_the_definition<Op, nook::Extremum<Op, type>, T, T>(
      type, type, [f](const OpCase<Op>&, T a, T b) { return static_cast<T>(f(a, b)); },
      [](OpCase<Op>&, Rng&) {});
}

template <class Op, class F>
void is_an_extremum(F f) {
  is_an_extremum_of<Op, nook::DType::kS8, int8_t>(f);
  is_an_extremum_of<Op, nook::DType::kF32, float>(f);
  is_an_extremum_of<Op, nook::DType::kS16, int16_t>(f);
  is_an_extremum_of<Op, nook::DType::kS32, int32_t>(f);
  is_an_extremum_of<Op, nook::DType::kS64, int64_t>(f);
}

}  // namespace test
