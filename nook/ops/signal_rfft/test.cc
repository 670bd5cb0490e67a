#include "nook/ops/signal_rfft/signal_rfft_op.h"
#include "tests/fft_case.h"

using namespace nook;

namespace {

using Rfft = test::Transform<SignalRfft>;

// Bin k of the transform of x.
void expected(const double* x, int32_t length, int32_t k, double* re, double* im) {
  *re = *im = 0;
  for (int32_t i = 0; i < length; ++i) {
    const double phase = -2 * 3.14159265358979323846 * i * k / length;
    *re += x[i] * cos(phase), *im += x[i] * sin(phase);
  }
}

// Checks that each result is within `most` of the definition, which fixed point divides by the length.
template <class Element>
void equals_the_definition(DType type, int32_t largest, double most) {
  const auto all_or_some = [](test::Rng& rng, int32_t length, Element*) {
    return rng.in(0, 1) ? length : rng.in(1, length);
  };
  const auto check = [&](int32_t length, const double* x, const Element* y) {
    for (int32_t k = 0; k <= length / 2; ++k) {
      double re = 0, im = 0;
      expected(x, length, k, &re, &im);
      const double scale = type == DType::kF32 ? 1 : 1.0 / length;
      EXPECT(fabs(re * scale - static_cast<double>(y[2 * k])) <= most);
      EXPECT(fabs(im * scale - static_cast<double>(y[2 * k + 1])) <= most);
    }
  };
  Rfft::of_each_length<Element>(type, largest, all_or_some, check);
}

}  // namespace

TEST(signal_rfft_s16_equals_the_definition_to_the_rounding_of_its_stages) {
  equals_the_definition<int16_t>(DType::kS16, 16000, 12);
}

TEST(signal_rfft_s32_equals_the_definition_to_the_rounding_of_its_stages) {
  equals_the_definition<int32_t>(DType::kS32, 1000000000,
                                 40);  // sin() of picolibc has an error of up to 2^-25
}

TEST(signal_rfft_f32_equals_the_definition) { equals_the_definition<float>(DType::kF32, 100, 0.01); }

TEST(signal_rfft_transforms_rows_one_by_one) { Rfft::transforms_rows_one_by_one(); }

TEST(signal_rfft_refuses_operands_that_do_not_fit) { Rfft::refuses_operands_that_do_not_fit(); }
