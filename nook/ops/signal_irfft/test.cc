#include "nook/ops/signal_irfft/signal_irfft_op.h"
#include "tests/fft_case.h"

using namespace nook;

namespace {

using Irfft = test::Transform<SignalIrfft>;

// Sample i of the signal with the spectrum x.
double expected(const double* x, int32_t length, int32_t i) {
  double sum = 0;
  for (int32_t k = 0; k <= length / 2; ++k) {
    const double phase = 2 * 3.14159265358979323846 * i * k / length;
    const double share = x[2 * k] * cos(phase) - (k % (length / 2) ? x[2 * k + 1] * sin(phase) : 0);
    sum += k % (length / 2) ? 2 * share : share;
  }
  return sum;
}

// Checks that each result is within `most` of the definition.
template <class Element>
void equals_the_definition(DType type, int32_t largest, double most) {
  // The first and the last bin of a real signal have no imaginary part.
  const auto of_real_signal = [](test::Rng&, int32_t length, Element* x) {
    x[1] = x[length + 1] = 0;
    return length + 2;
  };
  const auto check = [&](int32_t length, const double* x, const Element* y) {
    for (int32_t i = 0; i < length; ++i)
      EXPECT(fabs(expected(x, length, i) / length - static_cast<double>(y[i])) <= most);
  };
  Irfft::of_each_length<Element>(type, largest, of_real_signal, check);
}

}  // namespace

TEST(signal_irfft_s16_equals_the_definition_to_the_rounding_of_its_stages) {
  equals_the_definition<int16_t>(DType::kS16, 16000, 12);
}

TEST(signal_irfft_s32_equals_the_definition_to_the_rounding_of_its_stages) {
  equals_the_definition<int32_t>(DType::kS32, 1000000000, 12);
}

TEST(signal_irfft_f32_equals_the_definition) { equals_the_definition<float>(DType::kF32, 100, 0.01); }

TEST(signal_irfft_transforms_rows_one_by_one) { Irfft::transforms_rows_one_by_one(); }

TEST(signal_irfft_refuses_operands_that_do_not_fit) { Irfft::refuses_operands_that_do_not_fit(); }
