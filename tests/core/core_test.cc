#include <math.h>
#include <string.h>

#include "nook/core/fixed_point.h"
#include "nook/core/rows.h"
#include "nook/core/window_range.h"
#include "nook/kernels/dot/pack/fixed_once.h"
#include "nook/kernels/dot/pack/fixed_product.h"
#include "nook/kernels/dot/pack/pack_2x4.h"
#include "nook/kernels/dot/pack/pack_eight.h"
#include "nook/kernels/dot/pack/pack_k16.h"
#include "nook/memory/arena.h"
#include "nook/ops/prepare/fit_window.h"
#include "nook/ops/prepare/window.h"
#include "tests/quantize_scale.h"
#include "tests/test.h"

namespace {

// x / 2^shift rounded half away from zero, by definition.
int64_t shift_by_definition(int64_t x, int shift) {
  const int64_t half = shift ? int64_t{1} << (shift - 1) : 0;
  return x >= 0 ? (x + half) >> shift : -((-x + half) >> shift);
}

}  // namespace

TEST(mul_high_rounds_ties_up) {
  EXPECT_EQ(nook_mul_high(1 << 30, 1), 1);   // 0.5 -> 1
  EXPECT_EQ(nook_mul_high(1 << 30, -1), 0);  // -0.5 -> 0
  EXPECT_EQ(nook_mul_high(INT32_MAX, INT32_MAX), INT32_MAX - 1);
  EXPECT_EQ(nook_mul_high(INT32_MIN, INT32_MAX), -INT32_MAX);
}

TEST(shift_right_round_rounds_ties_away_from_zero) {
  test::Rng rng(1);
  for (int i = 0; i < 20000; ++i) {
    const int32_t x = static_cast<int32_t>(rng.next()) >> rng.in(0, 31);
    const int shift = rng.in(0, 30);
    EXPECT_EQ(nook_shift_right_round(x, shift), shift_by_definition(x, shift));
  }
}

TEST(the_fast_rescaling_equals_the_general_one) {
  test::Rng rng(3);
  static const int32_t kEnds[] = {INT32_MIN, INT32_MIN + 1, INT32_MAX, INT32_MAX - 1, -1, 0, 1};
  for (int i = 0; i < 40000; ++i) {
    const int32_t x = i < 7000 ? kEnds[i % 7] : static_cast<int32_t>(rng.next()) >> rng.in(0, 31);
    const int32_t multiplier = rng.in(0, 9) ? rng.in(1 << 30, INT32_MAX) : INT32_MAX;
    const int32_t shift = rng.in(-31, 30);
    EXPECT_EQ(nook_rescale_fast(x, multiplier, shift), nook_rescale(x, multiplier, shift));
  }
}

TEST(one_multiplication_computes_outputs_whose_negative_values_are_clamped) {
  test::Rng rng(5);
  for (int i = 0; i < 400; ++i) {
    const int32_t bits = rng.in(8, 16), scale = rng.in(2, 8), zero = rng.in(0, 3) ? -128 : rng.in(-128, 127);
    nook::OutputSum sum;
    sum.shift = scale - bits - 1, sum.multiplier = rng.in(0, 3) ? rng.in(1 << 30, INT32_MAX) : 1 << 30;
    sum.bias = rng.in(-1000, 1000), sum.most_products = (1 << 23) - 2000;
    EXPECT_EQ(nook::takes_once(sum, bits, 8), sum.shift <= 0);
    if (sum.shift > 0) continue;
    const nook::OnceOutput once = nook::once_output(sum, zero, bits);
    EXPECT_EQ(once.scale, scale);
    // All values that are not clamped, on each side of every step; and some that are clamped.
    for (int32_t step = -40; step < 300; ++step) {
      const double at = (step - 0.5) * ldexp(1.0, 31 - sum.shift) / sum.multiplier;
      for (int32_t near = -2; near <= 2; ++near) {
        if (fabs(at) > (1 << 23) - 10) continue;
        const int32_t x = static_cast<int32_t>(floor(at)) + near;
        const int64_t product = int64_t{x} * (1 << once.scale) * once.multiplier;
        const int32_t y = (once.plus + static_cast<int32_t>(product >> 32)) >> bits;
        const int32_t expected = zero + nook_rescale(x, sum.multiplier, sum.shift);
        EXPECT_EQ(y < zero ? zero : y, expected < zero ? zero : expected);
      }
    }
  }
}

TEST(one_multiplication_refuses_outputs_that_would_not_be_exact) {
  nook::OutputSum sum;
  sum.multiplier = 1 << 30, sum.shift = -6, sum.most_products = 1000;
  EXPECT(nook::takes_once(sum, 12, 8));
  sum.most_products = 1 << 24;  // times 2^7 it is not an int32
  EXPECT(!nook::takes_once(sum, 12, 8));
  sum.most_products = 1000, sum.shift = -4;  // would be scaled by 2^9
  EXPECT(!nook::takes_once(sum, 12, 8));
  sum.shift = -12;  // half of the first rounding is half of a unit
  EXPECT(!nook::takes_once(sum, 12, 8));
  sum.shift = -6, sum.multiplier = (1 << 30) - 1;
  EXPECT(!nook::takes_once(sum, 12, 8));
  sum.most_products = 0, sum.bias = 77 << 20, sum.shift = 1;  // any constant will do
  EXPECT(nook::takes_once(sum, 12, 8));
  EXPECT_EQ(nook::once_output(sum, -5, 12).plus >> 12, 250);
}

namespace {

void expect_right_for_every_sum(const nook::OutputSum& sum, int32_t zero, int32_t bits,
                                const nook::OnceOutput& once) {
  for (int64_t x = sum.bias - sum.most_products; x <= sum.bias + sum.most_products; ++x) {
    const int64_t scaled = x * (1 << once.scale) + once.more;
    EXPECT(scaled >= INT32_MIN && scaled <= INT32_MAX);
    const int32_t sum_once = once.plus + static_cast<int32_t>((scaled * once.multiplier) >> 32);
    const int32_t y = nook_clamp(sum_once >> bits, -128, 127);
    const int32_t expected =
        nook_clamp(zero + nook_rescale(static_cast<int32_t>(x), sum.multiplier, sum.shift), zero, 127);
    EXPECT_EQ(y < zero ? zero : y, expected);
  }
}

}  // namespace

TEST(one_multiplication_computes_outputs_of_tiny_factors_for_every_possible_sum) {
  constexpr int32_t kBits = 10, kMost = 3000;
  test::Rng rng(6);
  int found = 0;
  for (int i = 0; i < 500; ++i) {
    const int32_t zero = rng.in(0, 3) ? -128 : rng.in(-128, 127);
    nook::OutputSum sum;
    sum.shift = -rng.in(10, 31), sum.multiplier = rng.in(0, 3) ? rng.in(1 << 30, INT32_MAX) : 1 << 30;
    // Sums around any visible step.
    const double step = ldexp(1.0, 31 - sum.shift) / sum.multiplier;
    const double bias = rng.real(-1, 260) * step;
    sum.bias = fabs(bias) < 1e8 ? static_cast<int64_t>(bias) : rng.in(-100000, 100000);
    sum.most_products = rng.in(1, kMost);
    nook::OnceOutput once;
    EXPECT(!nook::takes_once(sum, kBits, 8));
    if (!nook::find_once(sum, zero, kBits, 8, &once)) continue;
    ++found;
    expect_right_for_every_sum(sum, zero, kBits, once);
  }
  EXPECT(found > 250);
}

// Channels of published networks for which the nearest numbers are wrong.
TEST(one_multiplication_is_also_searched_next_to_the_nearest_numbers) {
  constexpr int32_t kBits = 8;
  struct {
    int32_t bias, most, multiplier, shift, zero;
  } const channels[] = {{1931, 46080, 1878008124, -8, -14},
                        {44945, 48512, 1624073515, -8, -128},
                        {7444, 58624, 1622927822, -9, 12}};
  for (const auto& channel : channels) {
    const nook::OutputSum sum = {channel.bias, channel.most, channel.multiplier, channel.shift};
    nook::OnceOutput once;
    EXPECT(!nook::find_once(sum, channel.zero, kBits, 8, &once));
    EXPECT(nook::find_once(sum, channel.zero, kBits, 8, &once, 2));
    expect_right_for_every_sum(sum, channel.zero, kBits, once);
  }
}

namespace {

void expect_right_for_every_product(const nook::OutputSum& sum, int32_t zero, int32_t bits,
                                    const nook::ProductOutput& output) {
  for (int64_t x = -sum.most_products; x <= sum.most_products; ++x) {
    const int64_t scaled = x * (1 << output.scale) + output.start;
    EXPECT(scaled >= INT32_MIN && scaled <= INT32_MAX);
    const int32_t high = static_cast<int32_t>((scaled * output.multiplier) >> 32);
    const int32_t y = nook_clamp(high >> bits, -128, 127);
    const int32_t scaled_down = nook_rescale(static_cast<int32_t>(x + sum.bias), sum.multiplier, sum.shift);
    EXPECT_EQ(y < zero ? zero : y, nook_clamp(zero + scaled_down, zero, 127));
  }
}

// Sums around any visible step.
nook::OutputSum sum_around_a_step(test::Rng& rng, int32_t shift, int32_t most_products) {
  nook::OutputSum sum;
  sum.shift = shift, sum.multiplier = rng.in(0, 3) ? rng.in(1 << 30, INT32_MAX) : 1 << 30;
  const double bias = rng.real(-20, 270) * ldexp(1.0, 31 - sum.shift) / sum.multiplier;
  sum.bias = fabs(bias) < 1e9 ? static_cast<int64_t>(bias) : rng.in(-100000, 100000);
  sum.most_products = most_products;
  return sum;
}

}  // namespace

TEST(a_product_alone_computes_outputs_for_every_possible_sum) {
  constexpr int32_t kBits = 12;
  test::Rng rng(9);
  int found = 0, found_all_steps = 0;
  for (int i = 0; i < 300; ++i) {
    const int32_t zero = rng.in(0, 3) ? -128 : rng.in(-128, 127);
    const bool all_steps = i % 3 == 0;
    const nook::OutputSum sum = all_steps ? sum_around_a_step(rng, -rng.in(5, 8), 40000)
                                          : sum_around_a_step(rng, -rng.in(5, 22), rng.in(1, 3000));
    nook::ProductOutput output;
    if (!nook::find_product(sum, zero, kBits, 8, &output)) continue;
    ++found, found_all_steps += all_steps;
    expect_right_for_every_product(sum, zero, kBits, output);
  }
  EXPECT(found > 250);
  EXPECT(found_all_steps > 80);
}

TEST(a_product_alone_computes_constants) {
  nook::ProductOutput output;
  static const int32_t kConstants[] = {-128, -127, 0, 77, 127};
  for (const int32_t constant : kConstants) {
    const nook::OutputSum sum = {(constant + 128) * 64, 0, 1 << 30, -5};
    EXPECT(nook::find_product(sum, -128, 12, 8, &output));
    expect_right_for_every_product(sum, -128, 12, output);
  }
  EXPECT(nook::find_product({77 << 20, 0, 1 << 30, 1}, -5, 12, 8, &output));  // saturated
  expect_right_for_every_product({77 << 20, 0, 1 << 30, 1}, -5, 12, output);
}

TEST(a_product_alone_refuses_outputs_that_would_not_be_exact) {
  nook::ProductOutput output;
  nook::OutputSum sum = {0, 1000, 1 << 30, -6};
  EXPECT(nook::find_product(sum, -128, 12, 8, &output));
  EXPECT_EQ(output.scale, 8);
  sum.shift = 0;  // rounded only once
  EXPECT(!nook::find_product(sum, -128, 12, 8, &output));
  sum.shift = -23;
  EXPECT(!nook::find_product(sum, -128, 12, 8, &output));
  sum.shift = -6, sum.bias = INT32_MAX - 999;  // the sum wraps around
  EXPECT(!nook::find_product(sum, -128, 12, 8, &output));
  sum.bias = 0, sum.most_products = 1 << 30;  // many steps of many unscaled sums
  EXPECT(!nook::find_product(sum, -128, 12, 8, &output));
}

namespace {

// Nine outputs of four inputs each, with factors of 2^-6.
struct NineOutputs {
  int8_t w[36];
  int32_t bias[9] = {}, multiplier[9];
  int8_t shift[9];
  nook::DotWeights all = {9, 4, w, bias, 0, multiplier, shift, 1, {-128, -128}, {1, 4}, 4, INT32_MAX};

  NineOutputs() {
    for (int8_t& each : w) each = 1;
    for (int32_t& each : multiplier) each = 1 << 30;
    for (int8_t& each : shift) each = -5;
  }
  // The word after the weights of the first eight outputs: 0 if negative outputs are possible.
  int32_t first_word(const nook::OutputRange& range) const {
    nook::DotWeights weights = all;
    weights.range = range;
    uint8_t packed[300];
    EXPECT(nook::eight_bytes(9, 4, range) <= 250);
    memset(packed, 0x5A, sizeof packed);
    nook::PackedBytes to(packed);
    nook::pack_eight(weights, to);
    EXPECT(packed[nook::eight_bytes(9, 4, range) - 1] != 0x5A);
    EXPECT_EQ(packed[nook::eight_bytes(9, 4, range)], 0x5A);
    int32_t word;
    memcpy(&word, packed + 64, sizeof word);
    return word;
  }
};

}  // namespace

TEST(eight_outputs_at_a_time_are_refused_where_their_kernel_is_not_exact) {
  const auto takes = [](auto change) {
    NineOutputs nine;
    change(nine);
    return nook::takes_eight(nine.all);
  };
  EXPECT(takes([](NineOutputs&) {}));
  EXPECT(takes([](NineOutputs& n) { n.bias[8] = (1 << 23) - 513; }));
  EXPECT(!takes([](NineOutputs& n) { n.bias[8] = (1 << 23) - 512; }));  // and 128 * 4: the sum reaches 2^23
  EXPECT(!takes([](NineOutputs& n) { n.bias[0] = 512 - (1 << 23); }));
  EXPECT(takes([](NineOutputs& n) { n.bias[8] = INT32_MIN, memset(n.w + 32, 0, 4); }));  // a constant
  EXPECT(takes([](NineOutputs& n) { n.shift[3] = -2; }));
  EXPECT(!takes([](NineOutputs& n) { n.shift[3] = -1; }));
  EXPECT(takes([](NineOutputs& n) { n.w[4] = -128; }));
  EXPECT(takes([](NineOutputs& n) { n.w[0] = -128, n.w[4] = -127; }));
  EXPECT(!takes([](NineOutputs& n) { n.w[0] = -1, n.w[4] = -128; }));  // -128 * 256 - 1 is not a halfword
}

TEST(few_inputs_use_one_multiplication_if_all_outputs_permit_it) {
  NineOutputs nine;
  EXPECT(nook::takes_k16_relu(nine.all));
  nine.shift[8] = -4;  // weights times 2^9 would need 17 bits
  EXPECT(!nook::takes_k16_relu(nine.all) && nook::takes_k16(nine.all));
  nine.shift[8] = -12;
  EXPECT(!nook::takes_k16_relu(nine.all));
  memset(nine.w + 32, 0, 4);  // a constant
  EXPECT(nook::takes_k16_relu(nine.all));
  nine.bias[0] = 1 << 23;  // times 2^8 it is not an int32
  EXPECT(!nook::takes_k16_relu(nine.all));
}

TEST(tiles_of_two_pixels_are_computed_while_two_outputs_share_words) {
  NineOutputs nine;
  nine.bias[8] = (1 << 23) - 4 * 128 - 1;
  EXPECT(nook::takes_2x4(nine.all));
  nine.bias[8] += 1;  // 256 times the sum would not be an int32
  EXPECT(!nook::takes_2x4(nine.all));
  nine.bias[8] = 0;
  nine.w[4 * 6] = -128;
  EXPECT(nook::takes_2x4(nine.all));
  nine.w[4 * 5] = -1;  // outputs 5 and 6 are the first of the last four; -128 * 256 - 1 is not a halfword
  EXPECT(!nook::takes_2x4(nine.all));
  nine.w[4 * 5] = 1, nine.shift[0] = -1;
  EXPECT(!nook::takes_2x4(nine.all));
}

// Whether the packed weights of the outputs say that negative results are possible.
bool sees_negative(const NineOutputs& nine, const nook::OutputRange& range) {
  nook::DotWeights weights = nine.all;
  weights.range = range, weights.part = 4;
  uint8_t packed[400];
  memset(packed, 0x5A, sizeof packed);
  nook::PackedBytes to(packed);
  nook::pack_2x4(weights, to);
  EXPECT_EQ(nook::bytes_2x4(9, 4), 16 + 3 * (2 * 8 + 48));
  EXPECT_EQ(packed[208], 0x5A);
  return packed[0] != 0;
}

TEST(tiles_of_two_pixels_use_one_multiplication_if_all_outputs_permit_it) {
  NineOutputs nine;
  EXPECT(!sees_negative(nine, {-128, -128}));
  EXPECT(sees_negative(nine, {3, -128}));
  nine.shift[8] = -4;  // a factor that is too large for 2^8
  EXPECT(sees_negative(nine, {-128, -128}));
  memset(nine.w + 32, 0, 4);  // a constant
  EXPECT(!sees_negative(nine, {-128, -128}));
}

TEST(eight_outputs_use_one_multiplication_if_all_of_them_permit_it) {
  const NineOutputs nine;
  EXPECT_EQ(nine.first_word({-128, -128}), 8);
  EXPECT_EQ(nine.first_word({5, 5}), 8);
  EXPECT_EQ(nine.first_word({5, 4}), 0);  // one below the zero point is visible
  NineOutputs other;
  other.shift[8] = -3;  // the ninth has its own word
  EXPECT_EQ(other.first_word({-128, -128}), 8);
  other.shift[7] = -12;
  EXPECT_EQ(other.first_word({-128, -128}), 0);
}

TEST(quantize_scale_is_within_half_a_unit_and_refuses_scales_out_of_range) {
  test::Rng rng(2);
  for (int i = 0; i < 2000; ++i) {
    const double scale = ldexp(static_cast<double>(rng.real(0.5f, 1.0f)), rng.in(-30, 29));
    const auto fixed = test::quantize_scale(scale);
    EXPECT(fixed);
    EXPECT(fixed->multiplier >= 1 << 30);
    const double held = ldexp(static_cast<double>(fixed->multiplier), fixed->shift - 31);
    EXPECT(fabs(held - scale) <= ldexp(1.0, fixed->shift - 32));
  }
  EXPECT_EQ(test::quantize_scale(1e-20)->multiplier, 0);
  EXPECT(!test::quantize_scale(-1.0));
  EXPECT(!test::quantize_scale(2e9));
  EXPECT(!test::quantize_scale(static_cast<double>(NAN)));
  EXPECT(!test::quantize_scale(static_cast<double>(INFINITY)));
}

TEST(rescale_is_within_one_of_the_real_product) {
  test::Rng rng(3);
  for (int i = 0; i < 20000; ++i) {
    const int32_t x = rng.in(-1000000, 1000000);
    const auto fixed = test::quantize_scale(static_cast<double>(rng.real(0.0001f, 0.9f)));
    const double exact = ldexp(static_cast<double>(x) * fixed->multiplier, fixed->shift - 31);
    EXPECT(fabs(nook_rescale(x, fixed->multiplier, fixed->shift) - exact) <= 1.0);
  }
}

TEST(windows_are_placed_as_tensorflow_places_them) {
  const auto same = nook::place({5, 3, 2, 1}, nook::PadMode::kSame, 0, 0);
  EXPECT(same && same->out == 3 && same->before == 1);
  const auto even = nook::place({6, 3, 2, 1}, nook::PadMode::kSame, 0, 0);
  EXPECT(even && even->out == 3 && even->before == 0);  // the odd element of padding goes to the end
  const auto valid = nook::place({7, 3, 2, 2}, nook::PadMode::kValid, 0, 0);
  EXPECT(valid && valid->out == 2 && valid->before == 0);
  const auto given = nook::place({4, 3, 1, 1}, nook::PadMode::kExplicit, 2, 1);
  EXPECT(given && given->out == 5 && given->before == 2);
  EXPECT(!nook::place({2, 3, 1, 1}, nook::PadMode::kValid, 0, 0));
  EXPECT(!nook::place({2, 3, 1, 1}, nook::PadMode::kExplicit, -1, 5));
  EXPECT(!nook::place({INT32_MAX, INT32_MAX, 1, INT32_MAX}, nook::PadMode::kSame, 0, 0));
}

TEST(taps_inside_are_those_that_fall_on_the_image) {
  test::Rng rng(4);
  for (int i = 0; i < 5000; ++i) {
    const int32_t origin = rng.in(-20, 20), dilation = rng.in(1, 4), filter = rng.in(1, 8),
                  size = rng.in(1, 16);
    const nook_taps taps = nook_taps_inside(origin, dilation, filter, size);
    for (int32_t t = 0; t < filter; ++t) {
      const bool inside = origin + t * dilation >= 0 && origin + t * dilation < size;
      EXPECT_EQ(inside, t >= taps.begin && t < taps.end);
    }
  }
}

// Checked exhaustively: a narrower window misses a row.
TEST(a_window_is_the_narrowest_that_has_the_rows_of_all_spans) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    nook::RowSpan spans[20];
    const int32_t count = rng.in(1, 20), stride = rng.in(1, 4), ratio = rng.in(1, 4), wide = rng.in(0, 3);
    bool any = false;
    for (int32_t y = 0; y < count; ++y) {
      const int32_t first = y * rng.in(0, stride) / ratio + rng.in(0, 2);
      spans[y] = {first, first + rng.in(0, wide)};
      any = any || spans[y].end > first;
    }
    const auto has_all = [&](const nook::WindowRows& window) {
      for (int32_t y = 0; y < count; ++y) {
        const bool none = spans[y].end <= spans[y].first;
        if (!none && (window.first(y) > spans[y].first || window.until(y, 1000) < spans[y].end)) return false;
      }
      return true;
    };
    const auto span = [&](int32_t y) { return spans[y]; };
    nook::WindowRows window = nook::fit_window(count, stride, ratio, span);
    EXPECT(window.exists() && has_all(window));
    EXPECT(has_all(nook::fit_window(count, span)));
    if (!any) continue;
    window.reach -= 1;
    EXPECT(!has_all(window));
    window.reach += 1, window.before -= 1;
    EXPECT(!has_all(window));
  }
  const auto far = [](int32_t y) { return nook::RowSpan{INT32_MAX - 1 - y, INT32_MAX}; };
  EXPECT(!nook::fit_window(3, 1, 2, far).exists());
  EXPECT(!nook::fit_window(nook::kMostRowsFitted + 1, far).exists());
}

TEST(a_ring_of_rows_finds_the_row_that_was_written_last) {
  static const int8_t lines[3][4] = {{6, 6, 6, 6}, {7, 7, 7, 7}, {5, 5, 5, 5}};
  const nook_rows ring = {lines, 4, 3};
  for (int32_t y = 5; y <= 7; ++y) EXPECT_EQ(*static_cast<const int8_t*>(nook_row(&ring, y)), y);
}

TEST(an_arena_returns_aligned_memory_until_it_is_full_and_a_refusal_changes_nothing) {
  alignas(16) static uint8_t memory[64];
  for (size_t size = 0; size <= 64; ++size) {
    nook::Arena arena({memory, size});
    const bool fits = size >= alignof(uint64_t) + 16;
    EXPECT(arena.allocate(1, 1) != nullptr || size < 1);
    const size_t used = arena.used();
    const nook::Span<uint64_t> words = arena.make<uint64_t>(2);
    EXPECT_EQ(!words.empty(), fits);
    if (fits) {
      EXPECT_EQ(reinterpret_cast<uintptr_t>(words.data()) % alignof(uint64_t), 0);
      EXPECT_EQ(arena.peak(), arena.used());
    } else {
      EXPECT_EQ(arena.used(), used);
      EXPECT(arena.failures() > 0);
    }
  }
  nook::Arena arena({memory, 64});
  EXPECT(arena.make<uint64_t>(SIZE_MAX / 4).empty());
}
