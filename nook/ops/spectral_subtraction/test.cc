#include "nook/ops/spectral_subtraction/spectral_subtraction_op.h"
#include "tests/signal_case.h"

using namespace nook;
using namespace test;

namespace {

SignalCase<SpectralSubtraction> fine() {
  SpectralSubtraction::Attrs attrs;
  attrs.num_channels = 2;
  attrs.smoothing = 4, attrs.one_minus_smoothing = 12;  // sixteenths
  attrs.alternate_smoothing = 8, attrs.alternate_one_minus_smoothing = 8;
  attrs.smoothing_bits = 2, attrs.min_signal_remaining = 8, attrs.spectral_subtraction_bits = 4;
  const TensorInfo x = tensor(DType::kU32, shape(2));
  return signal_case<SpectralSubtraction>(attrs, {x}, {x, x});
}

}  // namespace

TEST(spectral_subtraction_learns_the_noise) {
  auto c = fine();
  const uint32_t loud[] = {100, 100}, quiet[] = {10, 10};
  test::Guarded<uint32_t, 2> y, noise;
  c.run({loud}, {y.data, noise.data});
  EXPECT(y.is({75, 50}) && noise.is({100, 200}));
  c.run({loud}, {y.data, noise.data});
  EXPECT(y.is({56, 50}) && noise.is({175, 300}));  // half of the signal remains
  c.run({quiet}, {y.data, noise.data});
  EXPECT(y.is({5, 5}) && noise.is({141, 170}));
  c.attrs.clamping = true;
  c.run({quiet}, {y.data, noise.data});
  EXPECT(y.is({5, 5}) && noise.is({40, 40}));
}

TEST(spectral_subtraction_refuses_operands_that_do_not_fit) {
  auto c = fine();
  EXPECT(c.prepare());
  c.attrs.smoothing = -1;
  EXPECT(c.refused(Reason::kAttribute, 0));
  c = fine(), c.attrs.smoothing_bits = 32;
  EXPECT(c.refused(Reason::kAttribute, 0));
  c = fine(), c.attrs.spectral_subtraction_bits = 64;
  EXPECT(c.refused(Reason::kAttribute, 0));
  c = fine(), c.attrs.num_channels = 3;
  EXPECT(c.refused(Reason::kAttribute, 0));
  c = fine(), c.out[0].shape = shape(3);
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
  c = fine(), c.out[1].shape = shape(3);
  EXPECT(c.refused(Reason::kElements, kFirstOutput + 1));
  c = fine(), c.out[1].type = DType::kS32;
  EXPECT(c.no_form());
}
