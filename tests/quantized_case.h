// What operators of one operand refuse alike: other shapes, and int8 that is not quantized with one scale.
#pragma once
#include "tests/op_case.h"

namespace test {

// `c`: a case that is fine, of x and y [1][4].
template <class Case>
void refuses_other_shapes(Case c) {
  c.out.shape = shape(4);
  EXPECT(c.refused(nook::Reason::kRank, nook::kFirstOutput));
  c.out.shape = shape(1, 5);
  EXPECT(c.refused(nook::Reason::kOutputShape, nook::kFirstOutput));
  c.in[0].shape = c.out.shape = shape(0, 4);
  EXPECT(c.refused(nook::Reason::kElements, nook::kFirstOutput));
}

// `tensor`: the operand or result `index` of `c`, a case that is fine.
template <class Case>
void refuses_quantization_of(Case& c, nook::TensorInfo& tensor, int index) {
  static const float two[] = {1.0f, 2.0f}, zero = 0.0f;
  tensor.zero_point = 128;
  EXPECT(c.refused(nook::Reason::kZeroPoint, index));
  tensor.zero_point = 0, tensor.scales = {two, 2};
  EXPECT(c.refused(nook::Reason::kScaleCount, index));
  tensor.scales = {&zero, 1};
  EXPECT(c.refused(nook::Reason::kScaleValue, index));
}
// That is not one scale and an int8 zero point.
template <class Case>
void refuses_other_quantization(const Case& fine) {
  Case c = fine;
  refuses_quantization_of(c, c.in[0], 0);
  c = fine;
  refuses_quantization_of(c, c.out, nook::kFirstOutput);
}

}  // namespace test
