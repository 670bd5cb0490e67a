// The cells of an LSTM on cores with an FPU have the bytes of the reference, near the ends of all pieces of
// its functions too.
#include <math.h>
#include <string.h>

#include "nook/core/isa.h"
#include "nook/kernels/elementwise/armv7em_fpu/lstm_cells_f32_fpu.h"
#include "nook/ops/reference/exp_f32_ref.h"
#include "tests/kernel_case.h"

namespace {

constexpr int32_t kGates = 4, kMost = 13;

// nook_lstm_sigmoid_f32(), with no product that this file's compiler might add without rounding it.
[[maybe_unused]] float sigmoid(float x) {
  if (x >= -9 && x <= 16.619047164916992f) return 1 / (1 + nook_exp_far_f32(-x));
  return x > 0 ? 1 : nook_exp_far_f32(x);
}

[[maybe_unused]] bool same(float have, float want) {
  return nook_bits_of(have) == nook_bits_of(want) || (have != have && want != want);
}

// Numbers of all magnitudes up to 9.5, rarely a special one.
[[maybe_unused]] float draw(test::Rng& rng, float most) {
  const float special[] = {0,       -0.0f,    9,         -9, nextafterf(9, 10), nextafterf(-9, -10), 1e-40f,
                           -1e-40f, INFINITY, -INFINITY, NAN};
  if (rng.in(0, 20) == 0) return special[rng.in(0, 10)];
  return rng.real(-most, most) * (rng.in(0, 3) ? 1 : 1e-4f);
}

// Whether the functions leave a cell with these sums to their caller.
[[maybe_unused]] bool far(const float* sums) {
  bool is_far = false;
  for (int32_t g = 0; g < kGates; ++g) is_far = is_far || !(fabsf(sums[g]) <= 9);
  return is_far;
}

template <bool kBuilt>
void compare_cells(test::Rng& rng) {
  const int32_t count = rng.in(1, kMost);
  const float clip = rng.in(0, 1) ? INFINITY : rng.real(0.1f, 2);
  float sums[kGates * kMost], before[kGates * kMost], cell[kMost], kept[kMost];
  for (float& sum : sums) sum = draw(rng, 9.5f);
  for (float& c : cell) c = draw(rng, 5);
  memcpy(before, sums, sizeof sums), memcpy(kept, cell, sizeof cell);
  nook_lstm_cells_f32 job = {sums, cell, sums, count, clip};
  test::keeping_fpu_registers([&] { nook_lstm_cells_f32_fpu(&job); });
  const int32_t done = count - job.left;
  EXPECT(done == count || far(before + kGates * done));
  EXPECT(job.sums == sums + kGates * done && job.cell == cell + done && job.gate == sums + done);
  for (int32_t u = 0; u < kMost; ++u) {
    const float* const of = before + kGates * u;
    const volatile float forgotten = sigmoid(of[1]) * kept[u], added = sigmoid(of[0]) * nook_tanh_f32(of[3]);
    const float sum = forgotten + added, next = sum < -clip ? -clip : sum > clip ? clip : sum;
    EXPECT(u >= done || (!far(of) && same(cell[u], next) && same(sums[u], sigmoid(of[2]))));
    EXPECT(u < done || same(cell[u], kept[u]));
  }
}

template <bool kBuilt>
void compare_hidden(test::Rng& rng) {
  const int32_t count = rng.in(4, kMost);
  float cell[kMost], gate[kMost], y[kMost + 1] = {};
  for (float& c : cell) c = draw(rng, 12);
  for (float& g : gate) g = rng.real(0, 1);
  test::keeping_fpu_registers([&] { nook_lstm_hidden_f32_fpu(cell, gate, count, y); });
  for (int32_t u = 0; u < count; ++u) EXPECT(same(y[u], nook_tanh_f32(cell[u]) * gate[u]));
  for (int32_t u = count; u <= kMost; ++u) EXPECT(y[u] == 0);
}

template <bool kBuilt>
void compare() {
  if constexpr (kBuilt) {
    const int before = test::failures;
    for (uint32_t seed = 0; seed < 2000 && test::failures == before; ++seed) {
      test::Rng rng(seed);
      compare_cells<kBuilt>(rng), compare_hidden<kBuilt>(rng);
      if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
    }
  }
}

}  // namespace

TEST(cells_of_lstm_with_an_fpu_equal_the_reference) { compare<nook::has(nook::kBuildIsa, nook::kFpu)>(); }
