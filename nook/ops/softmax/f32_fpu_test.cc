#include <math.h>
#include <string.h>

#include "nook/ops/softmax/softmax_op.h"
#include "tests/op_case.h"

using namespace nook;

namespace {

constexpr int32_t kMost = 3 * 40;

bool is_tiny(uint32_t seed) { return seed % 12 == 3; }

// Numbers near each other; in some rows, ones whose powers are subnormal or 0, infinities and no numbers; or
// subnormal numbers only.

void fill(test::Rng& rng, uint32_t seed, float* x) {
  const float rare[] = {-90, -104, -200, 0.0f, -0.0f, -INFINITY, INFINITY, NAN};
  for (int32_t i = 0; i < kMost; ++i) {
    x[i] = rng.real(-8, 8);
    if (seed % 3 > 0 && rng.in(0, 9) == 0) x[i] = rare[rng.in(0, seed % 3 == 1 ? 4 : 7)];
    if (is_tiny(seed)) x[i] *= 1e-39f;
  }
}

bool same(const float* have, const float* want, int32_t count) {
  bool equal = true;
  for (int32_t i = 0; i < count; ++i) {
    const bool none = have[i] != have[i] && want[i] != want[i];
    equal = equal && (none || memcmp(have + i, want + i, sizeof *have) == 0);
  }
  return equal;
}

}  // namespace

TEST(softmax_f32_kernels_equal_the_reference_on_random_rows) {
  static float x[kMost], want[kMost], have[kMost];
  int32_t taken = 0;
  const int before = test::failures;
  for (uint32_t seed = 0; seed < 300 && test::failures == before; ++seed) {
    test::Rng rng(seed);
    test::OpCase<Softmax> c;
    const int32_t rows = rng.in(1, 3), depth = rng.in(1, 40);
    c.attrs.beta = is_tiny(seed) ? 1e38f : rng.in(0, 1) ? 1 : rng.real(0.1f, 20);
    c.in[0] = c.out = test::tensor(DType::kF32, test::shape(rows, depth));
    const auto* p = c.params<SoftmaxF32>();
    if (!p) return;
    fill(rng, seed, x);
    test::run_reference<SoftmaxF32>(*p, x, want);
    const auto kernels = SoftmaxF32::kernels();
    for (size_t i = 0; i + 1 < kernels.size(); ++i) {
      if (!kernels[i].invoke || !kernels[i].accepts(p, KernelRows::kAll)) continue;
      const bool in_place = rng.in(0, 1) == 1;
      if (in_place) memcpy(have, x, sizeof have);
      const void* in[] = {in_place ? have : x};
      void* out[] = {have};
      test::keeping_fpu_registers([&] { kernels[i].invoke(p, {in, out, nullptr}); });
      EXPECT(same(have, want, rows * depth));
      ++taken;
    }
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
  EXPECT(!test::has_fast_rows<SoftmaxF32>() || taken > 200);
}
