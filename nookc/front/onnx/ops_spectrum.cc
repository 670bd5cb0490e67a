// Fourier transforms: products with constant matrices of their factors.
#include <numbers>

#include "nookc/front/onnx/ops.h"
#include "nookc/graph/any_attrs.h"

namespace nookc::onnx {
namespace {

constexpr int64_t kMostFactors = 1 << 22;

// Transforms `given` elements with `parts` numbers each (1: real, 2: complex), zero-padded to `length`.
struct Transform {
  int64_t length, bins, given, parts;
  bool inverse;
};

std::string check(const Transform& t) {
  if (t.length < 1 || t.given < 1) return "its length: need at least 1";
  if (t.parts != 1 && t.parts != 2) return "need real or complex numbers: a last dimension of 1 or 2";
  // Each is checked first, because their product may overflow.
  if (t.length > kMostFactors || t.given > kMostFactors || t.bins * 2 > kMostFactors / (t.given * t.parts))
    return "it needs more than 2^22 factors";
  return {};
}

// Factors [bins][2][given][parts], multiplied by the window's weight of each element.
std::vector<double> factors(const Transform& t, const std::vector<double>& window) {
  std::vector<double> all;
  for (int64_t k = 0; k < t.bins; ++k)
    for (int64_t to = 0; to < 2; ++to)
      for (int64_t n = 0; n < t.given; ++n)
        for (int64_t from = 0; from < t.parts; ++from) {
          const double turns = static_cast<double>(k * n % t.length) / static_cast<double>(t.length);
          const double angle = 2 * std::numbers::pi * (t.inverse ? -turns : turns);
          const double crossed = to == 0 ? std::sin(angle) : -std::sin(angle);
          const double factor = n >= t.length ? 0 : to == from ? std::cos(angle) : crossed;
          all.push_back(factor * (window.empty() ? 1 : window[static_cast<size_t>(n)]) /
                        (t.inverse ? static_cast<double>(t.length) : 1));
        }
  return all;
}

int64_t bins_of(int64_t length, bool onesided) { return onesided ? length / 2 + 1 : length; }

// Reads a known number from an optional operand.
std::string known_number(Mapper& m, size_t i, int64_t* to) {
  if (!m.given(i)) return {};
  const ConstantPtr known = m.constant(i);
  if (!known || known->size() != 1)
    return "operand " + std::to_string(i) + " is computed when the model runs";
  *to = integers_of(*known)[0];
  return {};
}

}  // namespace

std::string map_dft(Mapper& m) {
  const Value x = m.in(0);
  const int64_t rank = static_cast<int64_t>(x.shape.size());
  const bool inverse = m.node().integer("inverse", 0) != 0, onesided = m.node().integer("onesided", 0) != 0;
  int64_t axis = m.opset() < 20 ? m.node().integer("axis", 1) : -2;
  if (const std::string why = known_number(m, 2, &axis); !why.empty()) return why;
  if (!fix_axis(rank, &axis) || axis == rank - 1) return "axis: the operand has no such dimension";
  Transform t{x.shape[static_cast<size_t>(axis)], 0, x.shape[static_cast<size_t>(axis)], x.shape.back(),
              inverse};
  if (const std::string why = known_number(m, 1, &t.length); !why.empty()) return why;
  if (onesided && (inverse || t.parts == 2)) return "onesided: need real numbers, and no inverse";
  t.bins = bins_of(t.length, onesided);
  if (const std::string why = check(t); !why.empty()) return why;
  std::vector<int> last, back;
  Dims rest;
  for (int i = 0; i + 1 < rank; ++i)
    if (i != axis) last.push_back(i), rest.push_back(x.shape[static_cast<size_t>(i)]);
  last.push_back(static_cast<int>(axis)), last.push_back(static_cast<int>(rank - 1));
  for (int i = 0; i < rank; ++i)
    back.push_back(static_cast<int>(std::find(last.begin(), last.end(), i) - last.begin()));
  Dims flat = rest, split = rest;
  flat.push_back(t.given * t.parts);
  split.push_back(t.bins), split.push_back(2);
  const Value rows = m.settled(m.reshaped(m.permuted(in_memory(m, x), last), flat));
  const Value made =
      dense(m, rows, make_constant(kReal, {t.bins * 2, t.given * t.parts}, factors(t, {})), nullptr);
  m.give(0, m.permuted(m.reshaped(made, split), back));
  return {};
}

// A filter for each number of the spectrum slides along the signal.
std::string map_stft(Mapper& m) {
  const Value x = m.in(0);
  if (x.shape.size() != 3) return "need a signal of real or complex numbers";
  int64_t step = 0;
  Transform t{0, 0, 0, x.shape[2], false};
  if (m.given(2) && !m.constant(2)) return "its window is computed when the model runs";
  const std::vector<double> window = m.given(2) ? reals_of(*m.constant(2)) : std::vector<double>();
  t.length = static_cast<int64_t>(window.size());
  for (const std::string& why : {known_number(m, 1, &step), known_number(m, 3, &t.length)})
    if (!why.empty()) return why;
  if (!window.empty() && static_cast<int64_t>(window.size()) != t.length)
    return "its window and its frames differ in length";
  const bool onesided = m.node().integer("onesided", 1) != 0;
  if (onesided && t.parts == 2) return "onesided: need real numbers";
  t.given = t.length, t.bins = bins_of(t.length, onesided);
  if (const std::string why = check(t); !why.empty()) return why;
  if (step < 1 || step > INT32_MAX || t.length > x.shape[1])
    return "its frames are longer than the signal, or their step is below 1";
  const int64_t frames = (x.shape[1] - t.length) / step + 1;
  const Dims image = {x.shape[0], x.shape[1], 1, t.parts}, made = {x.shape[0], frames, 1, t.bins * 2},
             spectrum = {x.shape[0], frames, t.bins, 2};
  const TensorId from = m.plain(x), columns = m.like(from, image), to = m.fresh(made, kReal),
                 y = m.fresh(spectrum, kReal);
  m.emit(reshape(), {from, m.add_ints(narrow(image))}, {columns});
  nook::ConvolutionAttrs attrs;
  attrs.padding.mode = nook::PadMode::kValid;
  attrs.stride_h = static_cast<int32_t>(step), attrs.stride_w = 1;
  attrs.dilation_h = attrs.dilation_w = 1;
  const Constant filters = make_constant(kReal, {t.bins * 2, t.length, 1, t.parts}, factors(t, window));
  m.emit(conv_2d(attrs), {columns, m.add_constant(filters), TensorId::kNone}, {to});
  m.emit(reshape(), {to, m.add_ints(narrow(spectrum))}, {y});
  m.give(0, m.value(y, spectrum));
  return {};
}

}  // namespace nookc::onnx
