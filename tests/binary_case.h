// Shared tests of operators y = f(a, b) on single elements (nook/ops/families/binary.h).
#pragma once
#include "nook/ops/families/binary_op.h"
#include "tests/broadcast_case.h"

namespace test {

// Checks y[i] = f(a, b) for types `in` and `out`; `set` changes the default case. No b is below `least_b`,
// unless that is 0.
template <class Op, class Form, class In, class Out, class F, class Set>
void equals_the_definition(nook::DType in, nook::DType out, F f, Set set, In least_b = {}) {
  static In a[300], b[300];
  static Out y[300];
  for (uint32_t seed = 0; seed < 100; ++seed) {
    Rng rng(seed);
    const Broadcast s = random_broadcast(rng);
    OpCase<Op> c;
    c.in[0] = tensor(in, s.a), c.in[1] = tensor(in, s.b), c.out = tensor(out, s.y);
    set(c, rng);
    fill_whole(rng, a, s.a.elements(), 6), fill_whole(rng, b, s.b.elements(), 6);
    for (int32_t i = 0; least_b != In{} && i < s.b.elements(); ++i)
      if (b[i] < least_b) b[i] = least_b;
    for (int32_t i = 0; i < s.y.elements(); ++i)
      y[i] = f(c, a[broadcast_index(s.y, s.a, i)], b[broadcast_index(s.y, s.b, i)]);
    const auto* p = c.template params<Form>();
    if (!p) return;
    constexpr int32_t kIn = sizeof(In), kOut = sizeof(Out);
    const Operand operands[] = {{a, s.a.elements() * kIn}, {b, s.b.elements() * kIn}};
    expect_rows<Form>(*p, operands, 2, y, s.y.elements() * kOut, kIn > kOut ? kIn : kOut);
  }
}
template <class Op, class Form, class In, class Out>
void equals_the_definition(nook::DType in, nook::DType out, Out (*f)(In, In)) {
  equals_the_definition<Op, Form, In, Out>(
      in, out, [f](const OpCase<Op>&, In a, In b) { return f(a, b); }, [](OpCase<Op>&, Rng&) {});
}

// The case of types `in` and `out`; `other` must differ from both.
template <class Op>
void refuses_shapes_and_types(nook::DType in, nook::DType out, nook::DType other) {
  const auto fine = [in, out] {
    OpCase<Op> c;
    c.in[0] = c.in[1] = tensor(in, shape(2, 3)), c.out = tensor(out, shape(2, 3));
    return c;
  };
  OpCase<Op> c = fine();
  EXPECT(c.prepare());
  c = fine(), c.in[1].shape = shape(2, 2);
  EXPECT(c.refused(nook::Reason::kBroadcast, 1));
  c = fine(), c.out.shape = shape(3, 3);
  EXPECT(c.refused(nook::Reason::kOutputShape, nook::kFirstOutput));
  c = fine(), c.out.shape = shape(6);
  EXPECT(c.refused(nook::Reason::kRank, nook::kFirstOutput));
  c = fine(), c.in[0].shape = shape(0, 3);
  EXPECT(c.refused(nook::Reason::kElements, 0));
  c = fine(), c.in[1].type = other;
  EXPECT(c.no_form());
  c = fine(), c.in[0].type = c.in[1].type = c.out.type = other;
  EXPECT(c.no_form());
  c = fine(), c.out.type = nook::DType::kU32;
  EXPECT(c.no_form());
  c = fine(), c.in[1].shape = shape(2, 1), c.memory_bytes = 8;
  EXPECT(c.refused(nook::Reason::kPersistent, 0));
}

}  // namespace test
