// Operators that return an index along an axis (nook/ops/families/index_op.h), checked against their
// definition.
#pragma once
#include "tests/op_case.h"

namespace test {

// The best element is the first one that no other element beats.
template <class Op, class Form, class Element, class Better>
void indexes(nook::DType type, const Better& beats) {
  static Element x[300];
  static int32_t y[300];
  static int64_t wide[300];
  for (uint32_t seed = 0; seed < 200; ++seed) {
    Rng rng(seed);
    const nook::Shape s = random_shape(rng, 1, 300);
    const int axis = rng.in(0, s.rank - 1);
    const int32_t given[] = {rng.in(0, 1) ? axis : axis - s.rank};
    OpCase<Op> c;
    c.in[0] = tensor(type, s), c.in[1] = constant(given);
    c.out = tensor(nook::DType::kS32, {});
    int32_t inner = 1;
    for (int d = 0; d < s.rank; ++d) {
      if (d != axis) c.out.shape.dim[c.out.shape.rank++] = s.dim[d];
      if (d > axis) inner *= s.dim[d];
    }
    for (int32_t i = 0; i < s.elements(); ++i) x[i] = static_cast<Element>(rng.in(-3, 3));  // many ties
    for (int32_t i = 0; i < c.out.shape.elements(); ++i) {
      const Element* const at = x + i / inner * inner * s.dim[axis] + i % inner;
      y[i] = 0;
      for (int32_t k = 0; k < s.dim[axis]; ++k)
        if (beats(at[k * inner], at[y[i] * inner])) y[i] = k;
    }
    const auto* p = c.template params<Form>();
    if (!p) return;
    const Operand in[] = {{x, c.in[0].bytes()}};
    expect_rows<Form>(*p, in, 1, y, c.out.bytes(), 4);
    c.out.type = nook::DType::kS64;
    for (int32_t i = 0; i < c.out.shape.elements(); ++i) wide[i] = y[i];
    p = c.template params<Form>();
    if (!p) return;
    expect_rows<Form>(*p, in, 1, wide, c.out.bytes(), 8);
  }
}

template <class Op>
void refuses_other_axes_shapes_and_types() {
  static const int32_t last[] = {1}, none[] = {2}, two[] = {0, 1};
  const auto fine = [] {
    OpCase<Op> c;
    c.in[0] = tensor(nook::DType::kF32, shape(2, 3)), c.in[1] = constant(last);
    c.out = tensor(nook::DType::kS32, shape(2));
    return c;
  };
  auto c = fine();
  EXPECT(c.prepare());
  c.in[1] = constant(none);
  EXPECT(c.refused(nook::Reason::kAxis, 1));
  c.in[1] = constant(two);
  EXPECT(c.refused(nook::Reason::kElements, 1));
  c.in[1] = constant(last), c.in[1].data = nullptr;
  EXPECT(c.refused(nook::Reason::kNotConstant, 1));
  c = fine(), c.out.shape = shape(3);
  EXPECT(c.refused(nook::Reason::kOutputShape, nook::kFirstOutput));
  c = fine(), c.out.shape = shape(2, 1);
  EXPECT(c.refused(nook::Reason::kRank, nook::kFirstOutput));
  c = fine(), c.in[0].shape = shape(2, 0);
  EXPECT(c.refused(nook::Reason::kElements, 0));
  c = fine(), c.out.type = nook::DType::kS16;
  EXPECT(c.no_form());
  c = fine(), c.in[0].type = nook::DType::kS16;
  EXPECT(c.no_form());
}

}  // namespace test
