#include "nook/ops/signal_filter_bank_square_root/signal_filter_bank_square_root_op.h"
#include "tests/signal_case.h"

using namespace nook;
using namespace test;

namespace {

test::SignalCase<SignalFilterBankSquareRoot> fine() {
  test::SignalCase<SignalFilterBankSquareRoot> c;
  c.in[0] = tensor(DType::kU64, shape(6)), c.in[1] = tensor(DType::kS32, shape());
  c.out[0] = tensor(DType::kU32, shape(6));
  return c;
}

}  // namespace

TEST(signal_filter_bank_square_root_is_the_nearest_integer) {
  const uint64_t x[] = {0, 2, 3, 1ull << 40, 0xFFFFFFFFull, UINT64_MAX};
  const int32_t none = 0, two = 2;
  test::Guarded<uint32_t, 6> y, z;
  fine().run({x, &none}, {y.data});
  EXPECT(y.is({0, 1, 2, 1 << 20, 0xFFFF, 0xFFFFFFFF}));
  fine().run({x, &two}, {z.data});
  EXPECT(z.is({0, 0, 0, 1 << 18, 0x3FFF, 0x3FFFFFFF}));
}

TEST(signal_filter_bank_square_root_of_random_numbers) {
  test::Rng rng(1);
  for (int i = 0; i < 3000; ++i) {
    uint64_t x[6];
    for (uint64_t& v : x) {
      const uint64_t root = static_cast<uint64_t>(rng.in(2, INT32_MAX)) >> rng.in(0, 28);
      v = root * root + static_cast<uint64_t>(rng.in(-1, 1)) * root + static_cast<uint64_t>(rng.in(0, 1));
    }
    const int32_t none = 0;
    test::Guarded<uint32_t, 6> y;
    fine().run({x, &none}, {y.data});
    for (int k = 0; k < 6; ++k) {
      const uint64_t r = y.data[k];
      EXPECT(x[k] <= r * r + r && (r == 0 || x[k] > r * r - r));
    }
  }
}

TEST(signal_filter_bank_square_root_refuses_operands_that_do_not_fit) {
  auto c = fine();
  EXPECT(c.prepare());
  c.in[1].shape = shape(2);
  EXPECT(c.refused(Reason::kElements, 1));
  c = fine(), c.out[0].shape = shape(5);
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
  c = fine(), c.in[0].type = DType::kU32;
  EXPECT(c.no_form());
}
