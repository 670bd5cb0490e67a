#include <math.h>

#include "nook/ops/signal_filter_bank_log/signal_filter_bank_log_op.h"
#include "tests/signal_case.h"

using namespace nook;
using namespace test;

namespace {

SignalCase<SignalFilterBankLog> fine() {
  return signal_case<SignalFilterBankLog>({/*output_scale=*/1600}, {tensor(DType::kU32, shape(6))},
                                          {tensor(DType::kS16, shape(6))});
}

}  // namespace

TEST(signal_filter_bank_log_is_a_logarithm_in_fixed_point) {
  test::Rng rng(1);
  for (int i = 0; i < 1000; ++i) {
    auto c = fine();
    c.attrs.input_correction_bits = rng.in(0, 3);
    uint32_t x[6];
    for (uint32_t& v : x) v = static_cast<uint32_t>(rng.in(1, 1 << 28)) >> rng.in(0, 20);
    x[0] = 0;
    test::Guarded<int16_t, 6> y;
    c.run({x}, {y.data});
    EXPECT(y.data[0] == 0);
    for (int k = 1; k < 6; ++k) {
      const double in = static_cast<double>(x[k] << c.attrs.input_correction_bits);
      const double want = in > 1 ? fmin(1600 * log(in), 32767) : 0;
      EXPECT(fabs(want - y.data[k]) <= 5);  // within a segment of the table
    }
  }
}

TEST(signal_filter_bank_log_stays_within_int16) {
  const uint32_t x[] = {1, 2, 3, 1000, 1u << 31, 0xFFFFFFFF};
  auto c = fine();
  c.attrs.output_scale = 2000;
  test::Guarded<int16_t, 6> y;
  c.run({x}, {y.data});
  EXPECT(y.data[0] == 0 && y.data[4] == 32767 && y.data[5] == 32767);
}

TEST(signal_filter_bank_log_refuses_operands_that_do_not_fit) {
  auto c = fine();
  EXPECT(c.prepare());
  refuses_values(c, c.attrs.input_correction_bits, Reason::kAttribute, {32});
  c = fine(), c.out[0].shape = shape(5);
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
  c = fine(), c.in[0].shape = c.out[0].shape = shape(2, 3);
  EXPECT(c.refused(Reason::kRank, 0));
  c = fine(), c.out[0].type = DType::kS32;
  EXPECT(c.no_form());
}
