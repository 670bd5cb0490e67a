// Products and sums of floats in integers have the bytes of the operators of C.
#include <string.h>

#include "nook/core/isa.h"
#include "nook/kernels/dot/armv6m/dot_f32_thumb1.h"
#include "nook/kernels/dot/rv32/dot_f32_rv32.h"
#include "nook/ops/fully_connected/fully_connected_op.h"
#include "tests/kernel_case.h"

using namespace nook;

namespace {

using Dot = float(const float* x, const float* w, int32_t count, float sum);

// Exponents around 1, of few bits, of any size, of small and of large products; mantissas at the ends, and
// with very different exponents too; mantissas of half the bits.
enum Numbers { kNearOne, kTies, kAny, kTiny, kHuge, kFull, kEnds, kHalf, kKinds };

float float_of(uint32_t bits) {
  float number;
  return memcpy(&number, &bits, sizeof number), number;
}

float draw(test::Rng& rng, Numbers kind) {
  const uint32_t any =
      static_cast<uint32_t>(rng.in(0, 0xFFFF)) << 16 | static_cast<uint32_t>(rng.in(0, 0xFFFF));
  const auto exponent = [&](int32_t least, int32_t most) {
    return static_cast<uint32_t>(rng.in(least, most)) << 23;
  };
  uint32_t bits = any;
  if (kind == kNearOne) bits = (any & 0x807FFFFF) | exponent(120, 133);
  if (kind == kTies) bits = (any & 0x80600000) | exponent(124, 149);
  if (kind == kTiny) bits = (any & 0x807FFFFF) | exponent(60, 69);
  if (kind == kHuge) bits = (any & 0x807FFFFF) | exponent(186, 195);
  if (kind == kFull) bits = (any & 0x80000000) | exponent(127, 127) | (any & 1 ? 0 : 0x7FFFFF);
  if (kind == kEnds) bits = (any & 0x80000000) | exponent(90, 160) | (any & 1 ? 0 : any & 2 ? 0x7FFFFF : 1);
  if (kind == kHalf) bits = (any & 0x807FF000) | exponent(124, 129);
  if (rng.in(0, 15) == 0) bits &= 0x80000000;
  return float_of(bits);
}

[[maybe_unused]] void compare(Dot* dot, uint32_t seed) {
  constexpr int32_t kMost = 12;
  test::Rng rng(seed);
  const Numbers kind = static_cast<Numbers>(seed % kKinds);
  const int32_t count = rng.in(0, kMost);
  float x[kMost], w[kMost];
  for (int32_t i = 0; i < kMost; ++i) x[i] = draw(rng, kind), w[i] = draw(rng, kind);
  float first = rng.in(0, 2) ? 0 : draw(rng, kind);
  if (first == 0) first = 0;
  volatile float want = first;
  for (int32_t i = 0; i < count; ++i) {
    const volatile float product = x[i] * w[i];
    want = want + product;
  }
  const float have = dot(x, w, count, first), expected = want;
  EXPECT(memcmp(&have, &expected, sizeof have) == 0 || (have != have && expected != expected));
}

// A sum with a carry that would be a tie without the lowest bit of its smaller part.
[[maybe_unused]] void compare_carry(Dot* dot) {
  const float x = float_of(0x3B000401), w = 1;
  const volatile float first = float_of(0x3FFFFFFF), want = first + x;
  EXPECT(dot(&x, &w, 1, first) == want);
}

// A sum that is a power of 2, less a number of which bits are lost: just above half of the distance to the
// float below.
[[maybe_unused]] void compare_lost(Dot* dot) {
  const float x = float_of(0xB3000001), w = 1;
  const volatile float first = float_of(0x3F800000), want = first + x;
  EXPECT(dot(&x, &w, 1, first) == want);
}

template <bool thumb1, bool rv32>
void compare_all() {
  if constexpr (thumb1) compare_carry(nook_dot_f32_thumb1);
  if constexpr (rv32) compare_carry(nook_dot_f32_rv32);
  if constexpr (thumb1) compare_lost(nook_dot_f32_thumb1);
  if constexpr (rv32) compare_lost(nook_dot_f32_rv32);
  for (uint32_t seed = 0; seed < 16000; ++seed) {
    if constexpr (thumb1) compare(nook_dot_f32_thumb1, seed);
    if constexpr (rv32) compare(nook_dot_f32_rv32, seed);
  }
}

bool layers(test::Rng& rng, test::OpCase<FullyConnected>& c) {
  const int32_t batch = rng.in(1, 3), inputs = rng.in(1, 40), outputs = rng.in(1, 20);
  c.in[0].shape = test::shape(batch, inputs), c.in[1].shape = test::shape(outputs, inputs);
  c.out.shape = test::shape(batch, outputs);
  return true;
}

}  // namespace

TEST(sums_of_products_of_floats_in_integers_equal_the_operators_of_c) {
  compare_all<has(kBuildIsa, kThumb1), has(kBuildIsa, kRv32)>();
}

TEST(fully_connected_f32_in_integers_equals_the_reference_on_random_layers) {
  EXPECT((test::runs_like_reference<FullyConnectedF32, test::RandomF32>("nook_fully_connected_f32_thumb1",
                                                                        kThumb1, layers)));
  EXPECT((test::runs_like_reference<FullyConnectedF32, test::RandomF32>("nook_fully_connected_f32_rv32",
                                                                        kRv32, layers)));
}
