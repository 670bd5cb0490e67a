#include "web/core/shortest_text.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

#include "tests/test.h"

namespace {

template <class Float>
bool same(Float value) {
  char ours[512], theirs[512];
  const std::string a(ours, nook_web::shortest_text(ours, ours + sizeof ours, value).ptr);
  const std::string b(theirs, std::to_chars(theirs, theirs + sizeof theirs, value).ptr);
  if (a != b) printf("'%s', std::to_chars '%s'\n", a.c_str(), b.c_str());
  return a == b;
}

}  // namespace

TEST(text_of_any_float_equals_to_chars) {
  std::mt19937 random(1);
  for (int k = 0; k < 20000; ++k) {
    const float value = std::bit_cast<float>(static_cast<uint32_t>(random()));
    if (std::isfinite(value)) EXPECT(same(value));
  }
}

TEST(text_of_any_double_equals_to_chars) {
  std::mt19937_64 random(1);
  for (int k = 0; k < 10000; ++k) {
    const double value = std::bit_cast<double>(uint64_t{random()});
    if (std::isfinite(value)) EXPECT(same(value));
  }
}

TEST(text_of_weights_integers_and_powers_equals_to_chars) {
  std::mt19937 random(1);
  std::normal_distribution<float> weights(0, 0.05f);
  for (int k = 0; k < 20000; ++k) EXPECT(same(weights(random)));
  for (int exponent = -150; exponent < 128; ++exponent) {
    const float power = std::ldexp(1.0f, exponent);
    EXPECT(same(power) && same(-power) && same(std::nextafter(power, 0.0f)) &&
           same(std::nextafter(power, 1e38f)));
    EXPECT(same(static_cast<double>(power)) && same(static_cast<double>(power) * 3));
  }
  for (int exponent = -45; exponent < 39; ++exponent)
    EXPECT(same(std::strtof(("1e" + std::to_string(exponent)).c_str(), nullptr)));
  for (int k = 0; k < 3000; ++k) EXPECT(same(static_cast<float>(k)) && same(static_cast<double>(k) / 100));
  EXPECT(same(0.0f) && same(-0.0f) && same(std::numeric_limits<float>::denorm_min()));
}

TEST(a_text_that_does_not_fit_is_refused) {
  char room[3];
  EXPECT(nook_web::shortest_text(room, room + sizeof room, 0.25f).ec == std::errc::value_too_large);
}
