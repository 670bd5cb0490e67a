// Sums of doubles against integers that hold them exactly, in any order and grouping.
#include "nookc/core/exact_sum.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <vector>

#include "tests/test.h"

using namespace nookc;

namespace {

ExactSum sum_of(const std::vector<double>& terms) {
  ExactSum sum;
  for (const double term : terms) sum.add(term);
  return sum;
}

// Fewer than 2^48: 256 of them are below 2^56, which a uint64_t holds and a double rounds.
uint64_t whole_term(test::Rng& rng) {
  const auto high = static_cast<uint64_t>(rng.in(0, (1 << 24) - 1)),
             low = static_cast<uint64_t>(rng.in(0, (1 << 24) - 1));
  return (high << 24 | low) >> rng.in(0, 47);
}

}  // namespace

TEST(sums_are_rounded_once_whatever_their_scale) {
  test::Rng rng(1);
  for (int trial = 0; trial < 400; ++trial) {
    const int scale = rng.in(-1074, 960), count = rng.in(1, 256);
    uint64_t whole = 0;
    std::vector<double> terms;
    for (int i = 0; i < count; ++i) {
      const uint64_t term = whole_term(rng);
      whole += term;
      terms.push_back(std::ldexp(static_cast<double>(term), scale));
    }
    EXPECT(sum_of(terms).value() == std::ldexp(static_cast<double>(whole), scale));
  }
}

TEST(order_and_grouping_do_not_matter) {
  test::Rng rng(2);
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<double> terms;
    for (int i = rng.in(0, 60); i > 0; --i)
      terms.push_back(std::ldexp(static_cast<double>(whole_term(rng)), rng.in(-1074, 970)));
    const ExactSum all = sum_of(terms);
    for (size_t i = terms.size(); i > 1; --i)
      std::swap(terms[i - 1], terms[static_cast<size_t>(rng.in(0, static_cast<int>(i) - 1))]);
    ExactSum grouped;
    for (size_t at = 0; at < terms.size();) {
      const size_t end = std::min(terms.size(), at + static_cast<size_t>(rng.in(1, 9)));
      const auto parsed = ExactSum::parse(sum_of({terms.data() + at, terms.data() + end}).text());
      EXPECT(parsed.has_value());
      grouped.add(*parsed);
      at = end;
    }
    EXPECT(grouped == all);
  }
}

TEST(ends_of_the_range) {
  EXPECT(ExactSum().value() == 0.0);
  EXPECT(sum_of({DBL_TRUE_MIN, DBL_TRUE_MIN}).value() == 2 * DBL_TRUE_MIN);
  EXPECT(sum_of({DBL_MAX}).value() == DBL_MAX);
  EXPECT(std::isinf(sum_of({DBL_MAX, DBL_MAX}).value()));
  EXPECT(sum_of({DBL_MAX, DBL_TRUE_MIN}).value() == DBL_MAX);
  // A tie goes to the even neighbour; one bit far below decides it.
  const double one = 1, half = std::ldexp(1, -53);
  EXPECT(sum_of({one, half}).value() == one);
  EXPECT(sum_of({one, half, DBL_TRUE_MIN}).value() == one + 2 * half);
  EXPECT(std::isinf(sum_of({1, INFINITY}).value()));
  EXPECT(std::isnan(sum_of({NAN, INFINITY, 1}).value()));
  EXPECT(std::isnan(ExactSum::parse(sum_of({NAN}).text())->value()));
}

TEST(texts_of_other_things_are_refused) {
  for (const char* text : {"", "g", "-1", "0x1", "1 ", "F", "infinity"}) EXPECT(!ExactSum::parse(text));
  EXPECT(!ExactSum::parse(std::string(1000, 'f')));
  EXPECT(ExactSum::parse("0")->value() == 0.0);
}
