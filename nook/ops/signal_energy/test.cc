#include "nook/ops/signal_energy/signal_energy_op.h"
#include "tests/signal_case.h"

using namespace nook;
using namespace test;

namespace {

test::SignalCase<SignalEnergy> fine() {
  test::SignalCase<SignalEnergy> c;
  c.attrs.start_index = 1, c.attrs.end_index = 3;
  c.in[0] = tensor(DType::kS16, shape(8)), c.out[0] = tensor(DType::kU32, shape(4));
  return c;
}

}  // namespace

TEST(signal_energy_is_the_square_of_each_magnitude) {
  const int16_t x[] = {1, 2, 3, -4, -32768, -32768, 5, 6};
  test::Guarded<uint32_t, 4> y;
  fine().run({x}, {y.data});
  EXPECT(y.is({0, 25, 0x80000000u, 0}));
}

TEST(signal_energy_refuses_operands_that_do_not_fit) {
  auto c = fine();
  EXPECT(c.prepare());
  refuses_values(c, c.attrs.start_index, Reason::kAttribute, {-1, 5, INT32_MIN, INT32_MAX});
  refuses_values(c, c.attrs.end_index, Reason::kAttribute, {0, 5, INT32_MIN, INT32_MAX});
  c = fine(), c.in[0].shape = shape(9);
  EXPECT(c.refused(Reason::kElements, 0));
  c = fine(), c.out[0].shape = shape(2, 2);
  EXPECT(c.refused(Reason::kRank, kFirstOutput));
  c = fine(), c.out[0].type = DType::kS32;
  EXPECT(c.no_form());
}
