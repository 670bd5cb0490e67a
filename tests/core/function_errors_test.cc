// The errors of functions of float32, against double precision, are at most those that docs/kernels.md
// states.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nook/ops/gelu/curves.h"
#include "nook/ops/reference/exp_f32_ref.h"
#include "nook/ops/reference/log_f32_ref.h"
#include "nook/ops/reference/sine_f32_ref.h"
#include "tests/sanitized.h"
#include "tests/test.h"

namespace {

// Units in the last place of a float at `at`.
double units(double difference, double at) {
  int exponent = 0;
  frexp(at, &exponent);
  return fabs(difference) / ldexp(1, (exponent < -125 ? -125 : exponent) - 24);
}

// The error of y in units of the last place of a float at `scale`; far too much where y and `want` differ in
// kind.
double error_of(float y, double want, double scale) {
  constexpr double kOther = 1e9, kBeyond = 0x1.ffffffp127;  // from there on, a float is infinite
  const double have = double{y};
  if (isnan(want)) return isnan(have) ? 0 : kOther;
  if (isinf(have)) return fabs(want) >= kBeyond && (want > 0) == (have > 0) ? 0 : kOther;
  if (isinf(want)) return kOther;
  return units(have - want, scale);
}

// The number in the last column of the table's row that begins with this name; below 0: there is no such row.
double stated_error(const char* name) {
  FILE* const page = fopen(NOOK_PAGE, "r");
  char line[400], begin[64];
  double error = -1;
  snprintf(begin, sizeof begin, "| %s |", name);
  while (page && fgets(line, sizeof line, page)) {
    if (strncmp(line, begin, strlen(begin)) != 0) continue;
    line[strcspn(line, "\n")] = 0;
    char* end = strrchr(line, '|');
    if (end) *end = 0, end = strrchr(line, '|');
    if (end) error = strtod(end + 1, nullptr);
  }
  if (page) fclose(page);
  return error;
}

// The distance in bits to the next float that is tried: 1 with NOOK_TEST_ALL=1, otherwise a prime. The
// largest errors lie at magnitudes from 1/4 to 4, which are tried more closely.
uint32_t step_from(uint32_t bits) {
  if (getenv("NOOK_TEST_ALL") && !test::kSanitized) return 1;
  const uint32_t magnitude = bits & 0x7fffffff;
  return magnitude >= 0x3e800000 && magnitude < 0x40800000 ? 17 : 20011;
}

// Where the errors of a function are measured: at its results, or at its arguments, if results near zero come
// from a difference of larger numbers.
enum class At { kResult, kArgument };

void expect_error(const char* name, float (*function)(float), double (*exact)(double),
                  At at_what = At::kResult) {
  const double most = stated_error(name);
  double worst = 0;
  float at = 0;
  for (uint64_t bits = 0; bits >> 32 == 0; bits += step_from(static_cast<uint32_t>(bits))) {
    nook_float_bits x;
    x.bits = static_cast<uint32_t>(bits);
    const double want = exact(double{x.number});
    const double error = error_of(function(x.number), want, at_what == At::kResult ? want : double{x.number});
    if (!(error <= worst)) worst = error, at = x.number;
  }
  const bool holds = most > 0 && worst <= most && worst > most / 2;
  if (!holds) printf("%s: %.3f at %a, docs/kernels.md states %.2f\n", name, worst, double{at}, most);
  EXPECT(holds);
}

float elu(float x) { return x < 0 ? nook_exp_less_one_f32(x) : x; }

}  // namespace

TEST(the_error_of_exp_is_at_most_the_stated_one) {
  expect_error("EXP", nook_exp_f32, [](double x) { return exp(x); });
}
TEST(the_error_of_elu_is_at_most_the_stated_one) {
  expect_error("ELU", elu, [](double x) { return x < 0 ? expm1(x) : x; });
}
TEST(the_error_of_logistic_is_at_most_the_stated_one) {
  expect_error("LOGISTIC", nook_sigmoid_f32, [](double x) { return 1 / (1 + exp(-x)); });
}
TEST(the_error_of_tanh_is_at_most_the_stated_one) {
  expect_error("TANH", nook_tanh_f32, [](double x) { return tanh(x); });
}
TEST(the_error_of_log_is_at_most_the_stated_one) {
  expect_error("LOG", nook_log_f32, [](double x) { return log(x); });
}
TEST(the_error_of_sin_is_at_most_the_stated_one) {
  expect_error("SIN", nook_sin_f32, [](double x) { return sin(x); });
}
TEST(the_error_of_cos_is_at_most_the_stated_one) {
  expect_error("COS", nook_cos_f32, [](double x) { return cos(x); });
}
TEST(the_error_of_rsqrt_is_at_most_the_stated_one) {
  expect_error(
      "RSQRT", [](float x) { return 1 / sqrtf(x); }, [](double x) { return 1 / sqrt(x); });
}
TEST(the_error_of_gelu_is_at_most_the_stated_one) {
  expect_error(
      "GELU", [](float x) { return nook_gelu(x, nook_exp_f32); },
      [](double x) { return 0.5 * x * erfc(-x * sqrt(0.5)); }, At::kArgument);
}
TEST(the_error_of_the_approximate_gelu_is_at_most_the_stated_one) {
  expect_error(
      "GELU, approximate", [](float x) { return nook_gelu_approximate(x, nook_tanh_f32); },
      [](double x) { return 0.5 * x * (1 + tanh(0.7978845608028654 * (x + 0.044715 * x * x * x))); },
      At::kArgument);
}
