// The functions of gates four at a time have the bytes of the reference, or say that they may not.
#include <math.h>
#include <string.h>

#include "nook/core/isa.h"
#include "nook/kernels/elementwise/helium/gates_f32_mve.h"
#include "nook/ops/reference/exp_f32_ref.h"
#include "tests/test.h"

namespace {

using Fours = int32_t(const float* x, int32_t fours, float* y);

// nook_lstm_sigmoid_f32(), with no product that this file's compiler might add without rounding it.
[[maybe_unused]] float sigmoid(float x) {
  if (x >= -9 && x <= 16.619047164916992f) return 1 / (1 + nook_exp_far_f32(-x));
  return x > 0 ? 1 : nook_exp_far_f32(x);
}

bool same(float have, float want) {
  return nook_bits_of(have) == nook_bits_of(want) || (have != have && want != want);
}

// The last divisors before powers of 2 belong to numbers near these; so do the ends of the pieces.
constexpr float kSpecial[] = {0,           5.9604645e-8f, 1.1920929e-7f, -1.0986122f,
                              -1.9459101f, -2.7080502f,   -3.4339872f,   -9,
                              16.619047f,  -18,           -87,           1e-38f};

// Compares `fours` with `reference` at x, and counts the numbers that it leaves to the reference.
void compare(Fours* fours, float (*reference)(float), float x, int32_t* left) {
  const float four[] = {x, -x, 1.5f, x};
  float y[4];
  if (fours(four, 1, y) != 0) {
    ++*left;
    return;
  }
  for (int k = 0; k < 4; ++k) {
    if (same(y[k], reference(four[k]))) continue;
    ++test::failures;
    printf("x %08lx\n", static_cast<unsigned long>(nook_bits_of(four[k])));
  }
}

[[maybe_unused]] void compare_near(Fours* fours, float (*reference)(float), float most) {
  int32_t left = 0, all = 0;
  const int before = test::failures;
  for (uint32_t bits = 0; bits < 0x80000000u && test::failures == before; bits += 30011, ++all) {
    nook_float_bits x;
    x.bits = bits;
    int32_t of_this = 0;
    compare(fours, reference, x.number, &of_this);
    left += x.number > 1e-6f && x.number < most ? of_this : 0;
  }
  EXPECT(left == 0 && all > 70000);
  for (const float special : kSpecial)
    for (int32_t ulps = -40; ulps <= 40 && test::failures == before; ++ulps) {
      nook_float_bits x;
      x.number = special, x.bits += static_cast<uint32_t>(ulps);
      compare(fours, reference, x.number, &left);
    }
}

template <bool kBuilt>
void compare_all() {
  if constexpr (kBuilt) {
    compare_near(nook_lstm_sigmoids_f32_mve, sigmoid, 87);
    compare_near(nook_tangents_f32_mve, nook_tanh_f32, INFINITY);
  }
}

}  // namespace

TEST(functions_of_gates_in_vectors_equal_the_reference) {
  compare_all<nook::has(nook::kBuildIsa, nook::kMve)>();
}
