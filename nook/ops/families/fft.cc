#include <math.h>

#include "nook/ops/families/fft_op.h"
#include "nook/ops/families/signal_op.h"

namespace nook {
namespace {

constexpr int32_t kMostLength = 1 << 15;
constexpr double kPi = 3.14159265358979323846;

// Whether the transform has a butterfly for each prime factor.
bool is_length(int32_t length) {
  if (length < 4 || length > kMostLength || length % 2 != 0) return false;
  int32_t rest = length / 2;
  for (int32_t factor = 2; factor <= 5; ++factor)
    while (rest % factor == 0) rest /= factor;
  return rest == 1;
}

// A number in [-1, 1] as TensorFlow Lite Micro rounds it.
void round_to(double x, int16_t* to) { *to = static_cast<int16_t>(floor(0.5 + INT16_MAX * x)); }
void round_to(double x, int32_t* to) { *to = static_cast<int32_t>(floor(0.5 + INT32_MAX * x)); }
void round_to(double x, float* to) { *to = static_cast<float>(x); }

// sin(x) and cos(x) for x in [-pi / 4, pi / 4], by their series, accurate to the last bits of a double. The
// libraries of microcontrollers may only be accurate to a float.
double short_sine(double x) {
  double term = x, sum = x;
  for (int32_t n = 2; n <= 18; n += 2) term *= -x * x / (n * (n + 1)), sum += term;
  return sum;
}
double short_cosine(double x) {
  double term = 1, sum = 1;
  for (int32_t n = 1; n <= 17; n += 2) term *= -x * x / (n * (n + 1)), sum += term;
  return sum;
}

// cos(x + quarters * pi / 2): cos(x) if `quarters` is 0, sin(x) if it is -1. |x| is at most a few full
// circles.
double wave(double x, int32_t quarters) {
  const int32_t nearest = static_cast<int32_t>(floor(x / (kPi / 2) + 0.5));
  const double rest = x - nearest * (kPi / 2);
  const int32_t quarter = (nearest + quarters) & 3;
  const double value = quarter & 1 ? short_sine(rest) : short_cosine(rest);
  return quarter == 1 || quarter == 2 ? -value : value;
}

template <class Element>
void fill(int32_t length, bool inverse, Element* turns) {
  const int32_t n = length / 2;
  const auto put = [&](double phase) {
    if (inverse) phase = -phase;
    round_to(wave(phase, 0), turns++), round_to(wave(phase, -1), turns++);
  };
  for (int32_t k = 0; k < n; ++k) put(-2 * kPi * k / n);
  for (int32_t k = 0; k < n / 2; ++k) put(-kPi * (static_cast<double>(k + 1) / n + 0.5));
}

}  // namespace

Result<FftSizes> prepare_fft(DType type, int32_t option_type, int32_t length, bool inverse,
                             const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == type && y.type == type, Code::kBadType);
  const int32_t number = static_cast<int32_t>(type) - 1;
  NOOK_CHECK(context, option_type == number, Reason::kType, 0, option_type + 1, number + 1);
  NOOK_CHECK(context, is_length(length), Reason::kAttribute, 0, kMostLength, length);
  const int32_t spectrum = length + 2, given = x.shape.back(0);
  NOOK_TRY(check_last_dimension(x, y, inverse ? length : spectrum, context));
  const bool fits = inverse ? given == spectrum : given <= length;
  NOOK_CHECK(context, fits, Reason::kElements, 0, inverse ? spectrum : length, given);
  return FftSizes{x.shape.elements() / given, length, given};
}

void fill_turns(int32_t length, bool inverse, int16_t* turns) { fill(length, inverse, turns); }
void fill_turns(int32_t length, bool inverse, int32_t* turns) { fill(length, inverse, turns); }
void fill_turns(int32_t length, bool inverse, float* turns) { fill(length, inverse, turns); }

}  // namespace nook
