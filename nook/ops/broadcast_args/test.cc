#include "nook/ops/broadcast_args/broadcast_args_op.h"
#include "tests/broadcast_case.h"

using namespace nook;
using namespace test;

namespace {

template <DType type, class Element>
void equals_the_definition() {
  using Form = BroadcastArgsOf<type>;
  for (uint32_t seed = 0; seed < 200; ++seed) {
    test::Rng rng(seed);
    const test::Broadcast s = test::random_broadcast(rng);
    if (s.a.rank == 0 || s.b.rank == 0) continue;
    Element a[kMaxRank], b[kMaxRank], y[kMaxRank];
    for (int d = 0; d < kMaxRank; ++d) a[d] = s.a.dim[d], b[d] = s.b.dim[d], y[d] = s.y.dim[d];
    OpCase<BroadcastArgs> c;
    c.in[0] = tensor(type, shape(s.a.rank)), c.in[1] = tensor(type, shape(s.b.rank));
    c.out = tensor(type, shape(s.y.rank));
    const auto* p = c.params<Form>();
    const test::Operand in[] = {{a, c.in[0].bytes()}, {b, c.in[1].bytes()}};
    if (p) test::expect_rows<Form>(*p, in, 2, y, c.out.bytes(), sizeof(Element));
  }
}

}  // namespace

TEST(broadcast_args_s32_is_the_common_shape_of_two_shapes) { equals_the_definition<DType::kS32, int32_t>(); }

TEST(broadcast_args_s64_is_the_common_shape_of_two_shapes) { equals_the_definition<DType::kS64, int64_t>(); }

TEST(broadcast_args_takes_the_first_of_two_that_contradict_each_other) {
  OpCase<BroadcastArgs> c;
  c.in[0] = tensor(DType::kS32, shape(2)), c.in[1] = tensor(DType::kS32, shape(3));
  c.out = tensor(DType::kS32, shape(3));
  const int32_t a[] = {4, 5}, b[] = {7, 1, 6}, y[] = {7, 4, 5};
  test::expect_makes<BroadcastArgsOf<DType::kS32>>(c, y, a, b);
}

TEST(broadcast_args_refuses_operands_that_are_not_shapes) {
  const auto fresh = [] {
    OpCase<BroadcastArgs> c;
    c.in[0] = tensor(DType::kS32, shape(2)), c.in[1] = tensor(DType::kS32, shape(3));
    c.out = tensor(DType::kS32, shape(3));
    return c;
  };
  auto c = fresh();
  EXPECT(c.prepare());
  c.in[0].shape = shape(2, 1);
  EXPECT(c.refused(Reason::kRank, 0));
  c = fresh(), c.in[1].shape = shape();
  EXPECT(c.refused(Reason::kRank, 1));
  c = fresh(), c.out.shape = shape(2);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = fresh(), c.in[0].shape = c.in[1].shape = c.out.shape = shape(0);
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
  c = fresh(), c.in[1].type = DType::kS64;
  EXPECT(c.no_form());
}
