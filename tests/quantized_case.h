// Shared tests of operators with one operand: nodes, their definition on random numbers, and their refusals:
// other shapes, other types, and int8 that is not quantized with one scale.
#pragma once
#include "tests/op_case.h"

namespace test {

// x and y [1][4], each with its own scale and zero point.
template <class Op>
OpCase<Op> s8_case() {
  return case_of<Op>(quantized(shape(1, 4), kHalf, 1), quantized(shape(1, 4), kQuarter, -3));
}
template <class Op>
OpCase<Op> f32_case() {
  return case_of<Op>(tensor(nook::DType::kF32, shape(1, 4)), tensor(nook::DType::kF32, shape(1, 4)));
}

// Checks every row of a form against its definition. make(rng, shape, scale): a node of two random scales;
// element(rng, c): an element of x; expected(c, x): the element of y.
template <class Form, class X, class Y, class Make, class Element, class Expected>
void equals_the_definition(uint32_t cases, Make make, Element element, Expected expected) {
  static X x[300];
  static Y y[300];
  for (uint32_t seed = 0; seed < cases; ++seed) {
    Rng rng(seed);
    const float scale[] = {rng.real(0.001f, 0.2f), rng.real(0.001f, 0.2f)};
    auto c = make(rng, random_shape(rng, 0, 300), scale);
    for (int32_t i = 0; i < c.out.shape.elements(); ++i) {
      x[i] = static_cast<X>(element(rng, c));
      y[i] = static_cast<Y>(expected(c, x[i]));
    }
    const Operand in[] = {{x, c.in[0].bytes()}};
    const auto* p = c.template params<Form>();
    if (p) expect_rows<Form>(*p, in, 1, y, c.out.bytes(), sizeof(X), sizeof(Y));
  }
}
// int8 with two scales, and all of its numbers.
template <class Op>
OpCase<Op> random_s8(Rng& rng, const nook::Shape& of, const float (&scale)[2]) {
  const int32_t x_zero = rng.in(-128, 127), y_zero = rng.in(-128, 127);
  return case_of<Op>(quantized(of, scale[0], x_zero), quantized(of, scale[1], y_zero));
}
template <class Op>
int32_t any_s8(Rng& rng, const OpCase<Op>&) {
  return rng.in(-128, 127);
}
// float32, which needs no scales.
template <class Form>
void equals_the_definition_f32(float (*expected)(float)) {
  using Node = OpCase<typename Form::Op>;
  equals_the_definition<Form, float, float>(
      300,
      [](Rng&, const nook::Shape& of, const float(&)[2]) {
        const nook::TensorInfo x = tensor(nook::DType::kF32, of);
        return case_of<typename Form::Op>(x, x);
      },
      [](Rng& rng, const Node&) { return rng.real(-8, 8); },
      [expected](const Node&, float x) { return expected(x); });
}

template <class S8>
void refuses_a_ratio_of_scales_that_would_overflow() {
  static const float large = 8388608.0f, one = 1.0f;  // 2^23 needs a shift of 24, and 2^23 - 1 one less
  auto c = s8_case<typename S8::Op>();
  c.in[0].scales = {&large, 1}, c.out.scales = {&one, 1};
  EXPECT(c.refused(nook::Reason::kScaleValue, nook::kFirstOutput));
  static const float less = 8388607.0f;
  c.in[0].scales = {&less, 1}, c.in[0].zero_point = -128, c.out.zero_point = 0;
  const int8_t x[] = {127, -128, -127, 0}, y[] = {127, 0, 127, 127};
  expect_makes<S8>(c, y, x);
}

template <class Op>
void refuses_types_that_have_no_kernel(const OpCase<Op>& fine) {
  OpCase<Op> c = fine;
  c.out.type = nook::DType::kS16;
  EXPECT(c.no_form());
  c = fine, c.in[0].type = nook::DType::kU8;
  EXPECT(c.no_form());
}

// `c`: an accepted case, with x and y [1][4].
template <class Case>
void refuses_other_shapes(Case c) {
  c.out.shape = shape(4);
  EXPECT(c.refused(nook::Reason::kRank, nook::kFirstOutput));
  c.out.shape = shape(1, 5);
  EXPECT(c.refused(nook::Reason::kOutputShape, nook::kFirstOutput));
  c.in[0].shape = c.out.shape = shape(0, 4);
  EXPECT(c.refused(nook::Reason::kElements, nook::kFirstOutput));
}

// `tensor`: the operand or result `index` of `c`, an accepted case.
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
// Anything but a single scale and an int8 zero point.
template <class Case>
void refuses_other_quantization(const Case& fine) {
  Case c = fine;
  refuses_quantization_of(c, c.in[0], 0);
  c = fine;
  refuses_quantization_of(c, c.out, nook::kFirstOutput);
}

}  // namespace test
