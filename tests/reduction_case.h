// Shared tests of operators that reduce along axes (nook/ops/families/reduction.h).
#pragma once
#include "nook/ops/families/reduction_op.h"
#include "tests/op_case.h"

namespace test {

// y starts as `first` and becomes fold(y, x) with every x.
template <class Op, class Form, class Element>
void reduces(nook::DType type, Element first, Element (*fold)(Element, Element)) {
  static Element x[300], y[300];
  for (uint32_t seed = 0; seed < 300; ++seed) {
    Rng rng(seed);
    const nook::Shape s = random_shape(rng, 1, 300);
    int32_t axes[3];
    const int32_t count = rng.in(0, 3);
    uint32_t set = 0;
    for (int32_t i = 0; i < count; ++i) {
      const int32_t axis = rng.in(0, s.rank - 1);
      set |= 1u << axis, axes[i] = rng.in(0, 1) ? axis : axis - s.rank;
    }
    OpCase<Op> c;
    c.attrs.keep_dims = rng.in(0, 1);
    c.in[0] = tensor(type, s), c.in[1] = constant(axes, count), c.out = tensor(type, {});
    for (int d = 0; d < s.rank; ++d) {
      const bool goes = set >> d & 1u;
      if (!goes || c.attrs.keep_dims) c.out.shape.dim[c.out.shape.rank++] = goes ? 1 : s.dim[d];
    }
    fill_whole(rng, x, s.elements(), 60);
    for (int32_t i = 0; i < c.out.shape.elements(); ++i) y[i] = first;
    for (int32_t i = 0; i < s.elements(); ++i) {
      int32_t rest = i, at = 0, stride = 1;
      for (int d = s.rank - 1; d >= 0; rest /= s.dim[d--]) {
        if (set >> d & 1u) continue;
        at += rest % s.dim[d] * stride, stride *= s.dim[d];
      }
      y[at] = fold(y[at], x[i]);
    }
    const auto* p = c.template params<Form>();
    if (!p) return;
    const Operand in[] = {{x, c.in[0].bytes()}};
    expect_rows<Form>(*p, in, 1, y, c.out.bytes(), static_cast<int32_t>(sizeof(Element)));
  }
}

template <class Op>
void refuses_shapes_axes_and_types(nook::DType type, nook::DType other) {
  static const int32_t last[] = {1}, none[] = {2};
  const auto fine = [type] {
    OpCase<Op> c;
    c.in[0] = tensor(type, shape(2, 3)), c.in[1] = constant(last), c.out = tensor(type, shape(2));
    return c;
  };
  OpCase<Op> c = fine();
  EXPECT(c.prepare());
  c.in[1] = constant(none);
  EXPECT(c.refused(nook::Reason::kAxis, 1));
  c.in[1] = constant(last), c.in[1].data = nullptr;
  EXPECT(c.refused(nook::Reason::kNotConstant, 1));
  c.in[1] = constant(last), c.in[1].type = type;
  EXPECT(c.refused(nook::Reason::kType, 1));
  c = fine(), c.out.shape = shape(3);
  EXPECT(c.refused(nook::Reason::kOutputShape, nook::kFirstOutput));
  c = fine(), c.attrs.keep_dims = true;
  EXPECT(c.refused(nook::Reason::kRank, nook::kFirstOutput));
  c = fine(), c.in[0].shape = shape(2, 0);
  EXPECT(c.refused(nook::Reason::kElements, 0));
  c = fine(), c.out.type = other;
  EXPECT(c.no_form());
  c = fine(), c.in[0].type = c.out.type = other;
  EXPECT(c.no_form());
  c = fine(), c.memory_bytes = 8;
  EXPECT(c.refused(nook::Reason::kPersistent, 0));
}

template <class Op>
void refuses_another_quantization() {
  static const float one = 1, two = 2;
  static const int32_t axis[] = {0};
  OpCase<Op> c;
  c.in[0] = quantized(shape(3), one, 0), c.in[1] = constant(axis), c.out = quantized(shape(), two, 0);
  EXPECT(c.refused(nook::Reason::kQuantization, nook::kFirstOutput));
}

}  // namespace test
