#include <math.h>
#include <string.h>

#include "nook/ops/softmax/softmax_op.h"
#include "tests/op_case.h"

using namespace nook;

namespace {

constexpr int32_t kMost = 2000;
constexpr float kRare[] = {-70, -86, -90, -104, -200, 0.0f, -0.0f, 1e-40f, -INFINITY, INFINITY, NAN};

float x[kMost], want[kMost], have[kMost];

bool is_tiny(uint32_t seed) { return seed % 12 == 3; }

// Numbers near each other; in some rows, ones whose powers are subnormal or 0, infinities and no numbers; or
// subnormal numbers only.
void fill(test::Rng& rng, uint32_t seed) {
  for (int32_t i = 0; i < 3 * 40; ++i) {
    x[i] = rng.real(-8, 8);
    if (seed % 3 > 0 && rng.in(0, 9) == 0) x[i] = kRare[rng.in(0, seed % 3 == 1 ? 7 : 10)];
    if (is_tiny(seed)) x[i] *= 1e-39f;
  }
}

bool same(int32_t count) {
  bool equal = true;
  for (int32_t i = 0; i < count; ++i) {
    const bool none = have[i] != have[i] && want[i] != want[i];
    equal = equal && (none || memcmp(have + i, want + i, sizeof *have) == 0);
  }
  return equal;
}

// How many kernels besides the reference computed its bytes, of rows in x.
int32_t equal_kernels(const SoftmaxF32::Params& p, int32_t count, bool in_place) {
  int32_t equal = 0;
  test::run_reference<SoftmaxF32>(p, x, want);
  const auto kernels = SoftmaxF32::kernels();
  for (size_t i = 0; i + 1 < kernels.size(); ++i) {
    if (!kernels[i].invoke || !kernels[i].accepts(&p, KernelRows::kAll)) continue;
    if (in_place) memcpy(have, x, sizeof have);
    const void* in[] = {in_place ? have : x};
    void* out[] = {have};
    test::keeping_fpu_registers([&] { kernels[i].invoke(&p, {in, out, nullptr}); });
    EXPECT(same(count));
    ++equal;
  }
  return equal;
}

}  // namespace

TEST(softmax_f32_kernels_equal_the_reference_on_random_rows) {
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
    fill(rng, seed);
    taken += equal_kernels(*p, rows * depth, rng.in(0, 1) == 1);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
  EXPECT(!test::has_fast_rows<SoftmaxF32>() || taken > 200);
}

// Quotients below 2^-126 of powers that are not; a factor below 2^-126; differences below it.
TEST(softmax_f32_kernels_equal_the_reference_where_numbers_become_subnormal) {
  const struct {
    float beta, most, other;
    int32_t depth;
  } cases[] = {
      {1, 0, -79.9f, kMost}, {1, 0, -86, 40}, {1e-40f, 1e38f, -1e38f, 40}, {1e38f, 2e-38f, 1.4e-38f, 40}};
  for (const auto& of : cases) {
    test::OpCase<Softmax> c;
    c.attrs.beta = of.beta;
    c.in[0] = c.out = test::tensor(DType::kF32, test::shape(1, of.depth));
    const auto* p = c.params<SoftmaxF32>();
    if (!p) return;
    for (int32_t i = 0; i < of.depth; ++i) x[i] = i % 9 == 4 ? of.other : of.most;
    equal_kernels(*p, of.depth, false);
  }
}
