// Products and sums of floats in integers have the bytes of the operators of C, and so do their clamps.
#include <string.h>

#include "nook/core/fixed_point.h"
#include "nook/core/isa.h"
#include "nook/kernels/dot/armv6m/dot_f32_thumb1.h"
#include "nook/kernels/dot/armv6m/products_f32_thumb1.h"
#include "nook/kernels/dot/armv7m/dot_f32_nofp.h"
#include "nook/kernels/dot/rv32/dot_f32_rv32.h"
#include "nook/kernels/dot/rv32/products_f32_rv32.h"
#include "nook/kernels/dot/soft_clamp.h"
#include "nook/ops/fully_connected/fully_connected_op.h"
#include "tests/kernel_case.h"

using namespace nook;

namespace {

// Whose assembly is tested.
enum class Core : uint8_t { kThumb1, kNofp, kRv32 };

template <Core core>
float dot(const float* x, const float* w, int32_t count, float sum) {
  if constexpr (core == Core::kThumb1) return nook_dot_f32_thumb1(x, w, count, sum);
  if constexpr (core == Core::kNofp) return nook_dot_f32_nofp(x, w, count, sum);
  if constexpr (core == Core::kRv32) return nook_dot_f32_rv32(x, w, count, sum);
}

// Exponents around 1, of few bits, of any size, of small and of large products; mantissas at the ends, and
// with very different exponents too; mantissas of half the bits, and of one bit more, whose products are
// often ties.
enum Numbers { kNearOne, kTies, kAny, kTiny, kHuge, kFull, kEnds, kHalf, kMore, kKinds };

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
  if (kind == kMore) bits = (any & 0x807FF800) | exponent(124, 129);
  if (rng.in(0, 15) == 0) bits &= 0x80000000;
  return float_of(bits);
}

// Leaves other words below the stack than a previous call did, so that a register that was not saved there
// changes.
[[gnu::noinline, maybe_unused]] void change_the_stack(uint32_t seed) {
  volatile uint32_t words[64];
  for (volatile uint32_t& word : words) word = seed = seed * 0x19660D + 0x3C6EF35F;
}

template <Core core>
void compare(uint32_t seed) {
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
  change_the_stack(seed);
  const float have = dot<core>(x, w, count, first), expected = want;
  EXPECT(memcmp(&have, &expected, sizeof have) == 0 || (have != have && expected != expected));
}

// A sum with a carry that would be a tie without the lowest bit of its smaller part.
template <Core core>
void compare_carry() {
  const float x = float_of(0x3B000401), w = 1;
  const volatile float first = float_of(0x3FFFFFFF), want = first + x;
  EXPECT(dot<core>(&x, &w, 1, first) == want);
}

// Sums below a power of 2: one that would be a tie without the lowest bit of its smaller part, and a
// difference that is above a tie, although bits are lost.
template <Core core>
void compare_below_power() {
  const float sums[][2] = {{float_of(0x3FFFFFFF), float_of(0x33800001)},
                           {float_of(0x3F800001), float_of(0xB400C000)}};
  for (const auto& [first, x] : sums) {
    const float w = 1;
    const volatile float left = first, want = left + x;
    EXPECT(dot<core>(&x, &w, 1, first) == want);
  }
}

// A sum that is a power of 2, less a number of which bits are lost: just above half of the distance to the
// float below.
template <Core core>
void compare_lost() {
  const float x = float_of(0xB3000001), w = 1;
  const volatile float first = float_of(0x3F800000), want = first + x;
  EXPECT(dot<core>(&x, &w, 1, first) == want);
}

// Products just below 2, half of which are rounded to 2.
template <Core core>
void compare_two(uint32_t seed) {
  test::Rng rng(seed);
  const auto mantissa = static_cast<uint32_t>(rng.in(0x800001, 0xFFFFFF));
  const auto reciprocal = static_cast<uint32_t>((uint64_t{1} << 47) / mantissa);
  const float x = float_of(mantissa ^ 0x3F000000), w = float_of(reciprocal ^ 0x3F000000);
  const float firsts[] = {0, 1, -1.5f, 1e9f};
  for (const float first : firsts) {
    const volatile float product = x * w, want = first + product;
    EXPECT(dot<core>(&x, &w, 1, first) == want);
  }
}

// The number of products that assembly adds to a sum before it leaves the rest to others.
template <Core core>
int32_t added(const float* x, const float* w, int32_t count, float first) {
  uint32_t bits;
  memcpy(&bits, &first, sizeof bits);
  if constexpr (core == Core::kThumb1) {
    nook_products_f32_thumb1 job = {x, w, x + count, 0, NOOK_PRODUCTS_F32_ZERO, 0};
    if (bits) job.mantissa = bits << 8 | 0x80000000, job.exponent = static_cast<int32_t>(bits >> 23) - 1;
    nook_products_f32_thumb1_add(&job);
    return job.x - x == job.w - w ? static_cast<int32_t>(job.x - x) : -1;
  }
  if constexpr (core == Core::kNofp)
    return count - static_cast<int32_t>(nook_products_f32_nofp_add(x, w, count, bits) >> 32);
  if constexpr (core == Core::kRv32) {
    nook_products_f32_rv32 job = {x, w, x + count};
    nook_products_f32_rv32_add(&job, bits);
    return job.x - x == job.w - w ? static_cast<int32_t>(job.x - x) : -1;
  }
}

template <Core core>
void compare_added() {
  const volatile float infinity = __builtin_inff();
  const float nan = infinity - infinity, small = 1e-40f, least = float_of(0x00800000),
              most = float_of(0x64800000), more = float_of(0x65000000);  // 2^-126, 2^74 and 2^75
  const struct {
    float x, w;
    int32_t added;
  } pairs[] = {{1, 1, 3},
               {0.5f, 1, 3},
               {-0.5f, 1, 3},
               {-1, 1, 3},
               {-3, 1, 3},
               {0, 1, 3},
               {1, 0, 3},
               {-0.0f, 3, 3},
               {0, 0, 3},
               {3, -0.0f, 3},
               {0, infinity, 1},
               {infinity, 0, 1},
               {0, nan, 1},
               {nan, 0, 1},
               {infinity, 1, 1},
               {1, -infinity, 1},
               {nan, 1, 1},
               {1, nan, 1},
               {small, 1, 1},
               {1, small, 1},
               {0, small, 3},
               {small, 0, 3},
               {least, 1, 3},
               {1, least, 3},
               {least, 0.5f, 1},
               {0.5f, least, 1},
               {most, 1, 3},
               {1, most, 3},
               {more, 1, 1},
               {1, more, 1},
               {infinity, small, 1},
               {infinity, least, 1},
               {least, infinity, 1},
               {1.00024414f, 1.00073242f, 3},  // products that are ties, below 2 and above
               {1.5f, 1.50000024f, 3}};
  for (const auto& pair : pairs) {
    const float x[] = {1, pair.x, 2}, w[] = {1, pair.w, 2};
    EXPECT(added<core>(x, w, 3, 0) == pair.added);
  }
  const float ones[] = {1, 1, 1}, below[] = {least, -1.5f * least, 1}, carry[] = {1.75f, 0.5f, 1};
  EXPECT(added<core>(ones, carry, 3, 0) == 3);
  EXPECT(added<core>(ones, below, 3, 0) == (core == Core::kNofp ? 3 : 2));  // the sum of two is below 2^-126
  EXPECT(added<core>(ones, ones, 3, most) == 3 && added<core>(ones, ones, 3, least) == 3);
  if constexpr (core == Core::kThumb1) return;
  EXPECT(added<core>(ones, ones, 3, more) == 0 && added<core>(ones, ones, 3, small) == 0);
  EXPECT(added<core>(ones, ones, 3, infinity) == 0 && added<core>(ones, ones, 3, nan) == 0);
}

template <bool has_core, Core core>
void compare_all() {
  if constexpr (has_core) {
    compare_added<core>();
    compare_carry<core>();
    compare_below_power<core>();
    compare_lost<core>();
    for (uint32_t seed = 0; seed < 500; ++seed) compare_two<core>(seed);
    for (uint32_t seed = 0; seed < 16000; ++seed) compare<core>(seed);
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
  compare_all<has(kBuildIsa, kThumb1), Core::kThumb1>();
  compare_all<has(kBuildIsa, kNofp), Core::kNofp>();
  compare_all<has(kBuildIsa, kRv32), Core::kRv32>();
}

TEST(clamps_of_sums_by_their_bits_equal_those_of_floats) {
  const volatile float infinity = __builtin_inff();
  const float ends[] = {-infinity, -3.4028235e38f, -1, 0, 1, 6, 3.4028235e38f, infinity};
  const auto equal = [&](float x, float low, float high) {
    const float have = nook_soft_clamp(x, low, high), want = nook_clamp_f32(x, low, high);
    return memcmp(&have, &want, sizeof have) == 0 || (have != have && want != want);
  };
  test::Rng rng(1);
  for (int32_t i = 0; i < 4000; ++i) {
    const int32_t low = rng.in(0, 6), high = rng.in(low + 1, 7);
    float x = rng.in(0, 3) ? draw(rng, static_cast<Numbers>(rng.in(0, kKinds - 1))) : ends[rng.in(0, 7)];
    if (x == 0) x = 0;
    if (rng.in(0, 15) == 0) x = infinity - infinity;
    EXPECT(equal(x, ends[low], ends[high]));
  }
}

TEST(fully_connected_f32_in_integers_equals_the_reference_on_random_layers) {
  const auto equal = [](const char* symbol, uint32_t isa) {
    return test::runs_like_reference<FullyConnectedF32, test::RandomF32>(symbol, isa, layers);
  };
  EXPECT(equal("nook_fully_connected_f32_thumb1", kThumb1));
  EXPECT(equal("nook_fully_connected_f32_nofp", kNofp));
  EXPECT(equal("nook_fully_connected_f32_rv32", kRv32));
}
