// QuantizeLinear and DequantizeLinear. Between them values stay in integers as far as operators support it.
#include "nook/ops/cast/cast_op.h"
#include "nook/ops/div/div_op.h"
#include "nook/ops/maximum/maximum_op.h"
#include "nook/ops/minimum/minimum_op.h"
#include "nook/ops/quantize/quantize_op.h"
#include "nook/ops/round/round_op.h"
#include "nook/ops/sub/sub_op.h"
#include "nookc/front/onnx/ops.h"

namespace nookc::onnx {
namespace {

// TensorFlow Lite fixes some scales (SOFTMAX: 1/256) for which exporters write 1/255: accepts a difference
// below half a step.
bool close(const Quantization& a, const Quantization& b) {
  return a.type == b.type && a.zero_point == b.zero_point && std::fabs(a.scale - b.scale) < b.scale * 0.005f;
}

// Subtracts a zero point per channel, in 8 bits if all results fit.
void centre_channels(const std::vector<int32_t>& zero_points, int64_t axis, Constant* constant) {
  std::vector<int64_t> all = integers_of(*constant);
  int64_t inner = 1;
  for (size_t i = static_cast<size_t>(axis) + 1; i < constant->dims.size(); ++i) inner *= constant->dims[i];
  const int64_t channels = static_cast<int64_t>(zero_points.size());
  bool bytes = constant->type == nook::DType::kS8;
  for (size_t i = 0; i < all.size(); ++i) {
    all[i] -= zero_points[static_cast<size_t>(static_cast<int64_t>(i) / inner % channels)];
    bytes &= all[i] >= -128 && all[i] <= 127;
  }
  const nook::DType type = bytes ? nook::DType::kS8 : nook::DType::kS32;
  *constant = make_constant(type, constant->dims, all);
}

// Computes the real numbers of a constant with a scale per block along an axis. Returns the error, or an
// empty text.
std::string of_blocks(Mapper& m, const Constant& x, Value* to) {
  const ConstantPtr scale = m.constant(1), zero = m.constant(2);
  const int64_t rank = static_cast<int64_t>(x.dims.size()), block = m.node().integer("block_size", 0);
  int64_t axis = m.node().integer("axis", 1);
  if (!scale || (m.given(2) && !zero)) return "its scales are computed when the model runs";
  if (!fix_axis(rank, &axis) || block < 1) return "axis or block_size: no such axis or size";
  Dims blocks = x.dims;
  int64_t& along = blocks[static_cast<size_t>(axis)];
  along = (along + block - 1) / block;
  if (scale->dims != blocks || (zero && zero->dims != blocks)) return "it needs one scale for each block";
  const std::vector<double> numbers = numbers_of(x), scales = numbers_of(*scale);
  const std::vector<double> zeros = zero ? numbers_of(*zero) : std::vector<double>(scales.size(), 0.0);
  int64_t inner = 1;
  for (int64_t i = axis + 1; i < rank; ++i) inner *= x.dims[static_cast<size_t>(i)];
  const int64_t size = x.dims[static_cast<size_t>(axis)];
  std::vector<double> reals;
  for (int64_t i = 0; i < static_cast<int64_t>(numbers.size()); ++i) {
    const int64_t at = (i / inner / size * along + i / inner % size / block) * inner + i % inner;
    const size_t k = static_cast<size_t>(at);
    reals.push_back((numbers[static_cast<size_t>(i)] - zeros[k]) * scales[k]);
  }
  *to = real_constant(x.dims, reals);
  return {};
}

// 16 bits with a zero point stay floats in memory, with whole numbers: exact, because they are below 2^24.
Value rounded_floats(Mapper& m, const Value& operand, const QuantizationOf& to) {
  const Value x = m.floated(operand);
  Value y = binary(m, nook::Div::Attrs{}, x, real_constant(static_cast<double>(to.scales[0])));
  y = unary(m, nook::Round::Attrs{}, y);
  y = added(m, y, real_constant(to.zero_point));
  y = binary(m, nook::Maximum::Attrs{}, y, real_constant(-32768));
  y = binary(m, nook::Minimum::Attrs{}, y, real_constant(32767));
  y.type = to.stated;
  return y;
}

bool is_float_of_16_bits(Mapper& m, const Value& x) {
  const bool pairs = x.type == nook::DType::kS16 || x.type == nook::DType::kU16;
  return pairs && !x.known() && m.stored_type(x) == kReal;
}

Quantization one_of(const QuantizationOf& said) { return {said.type, said.scales[0], said.zero_point}; }

}  // namespace

Value as_uint16(Mapper& m, const Value& value) {
  if (m.stored_type(value) == nook::DType::kU16) return value;
  Value whole = value;
  whole.type = kReal;
  if (m.stored_type(value) != kReal) whole = unary(m, nook::Cast::Attrs{}, value, kReal);
  return unary(m, nook::Cast::Attrs{}, added(m, whole, real_constant(32768)), nook::DType::kU16);
}

std::string map_quantize(Mapper& m) {
  QuantizationOf said;
  if (const std::string why = read_quantization(m.node(), m.constant(1), m.constant(2), &said); !why.empty())
    return why;
  if (said.type == nook::DType::kS32 || (m.given(2) && m.constant(2)->half_bytes))
    return "nook quantizes to int8, uint8, int16 or uint16";
  const Value& x = m.raw(0);
  if (x.known()) {
    int64_t axis = said.axis;
    if (!said.zero_points.empty()) return "channels have different zero points";
    if (said.scales.size() > 1 &&
        (!fix_axis(static_cast<int64_t>(x.shape.size()), &axis) ||
         x.shape[static_cast<size_t>(axis)] != static_cast<int64_t>(said.scales.size())))
      return "it does not have one scale for each channel";
    said.axis = said.scales.size() > 1 ? static_cast<int32_t>(axis) : 0;
    Value y = x;
    y.constant = shared(quantized(*x.constant, said)), y.type = said.stated;
    m.give(0, y);
    return {};
  }
  if (said.scales.size() != 1) return "activations must have one scale";
  if (is_asymmetric(said)) {
    m.give(0, rounded_floats(m, x, said));
    return {};
  }
  const Quantization to = one_of(said), now = m.quantization_of(x);
  Value y = now.type != nook::DType::kNone && close(now, to) ? x : m.requantized(x, to);
  y.type = said.stated;
  m.give(0, y);
  return {};
}

std::string map_dequantize(Mapper& m) {
  QuantizationOf said;
  const Value& x = m.raw(0);
  if (m.node().integer("block_size", 0) != 0 && x.known() && x.constant->scales.empty()) {
    Value y;
    if (const std::string why = of_blocks(m, *x.constant, &y); !why.empty()) return why;
    m.give(0, y);
    return {};
  }
  if (const std::string why = read_quantization(m.node(), m.constant(1), m.constant(2), &said); !why.empty())
    return why;
  if (!m.given(2)) {
    const bool bytes = x.type == nook::DType::kU8, pairs = x.type == nook::DType::kU16;
    said.zero_point = bytes ? -128 : pairs ? -32768 : 0;
    said.stated = x.type, said.type = bytes ? nook::DType::kS8 : pairs ? nook::DType::kS16 : x.type;
  }
  Value y = x;
  y.type = kReal;
  if (x.known()) {
    int64_t axis = said.axis;
    Constant constant = x.constant->scales.empty() ? signed_numbers(*x.constant) : *x.constant;
    if (said.scales.size() > 1 &&
        (!fix_axis(static_cast<int64_t>(x.shape.size()), &axis) ||
         x.shape[static_cast<size_t>(axis)] != static_cast<int64_t>(said.scales.size())))
      return "it does not have one scale for each channel";
    if (!said.zero_points.empty()) centre_channels(said.zero_points, axis, &constant), said.zero_point = 0;
    constant.scales = said.scales, constant.zero_point = said.zero_point;
    constant.axis = said.scales.size() > 1 ? static_cast<int32_t>(axis) : 0;
    y.constant = shared(std::move(constant));
    m.give(0, y);
    return {};
  }
  if (said.scales.size() != 1) return "activations must have one scale";
  if (is_float_of_16_bits(m, x)) {
    Value real = x;
    real.type = kReal;
    real = binary(m, nook::Sub::Attrs{}, real, real_constant(said.zero_point));
    m.give(0, multiplied(m, real, real_constant(static_cast<double>(said.scales[0]))));
    return {};
  }
  const Quantization to = one_of(said), now = m.quantization_of(x);
  if (x.type == nook::DType::kU16 && m.stored_type(x) == nook::DType::kU16)
    return "nook has no inputs of uint16: quantize float32 inside of the model";
  if (is_asymmetric(said)) return "int16 inputs: need the zero point 0";
  if (x.type == kReal) return "its operand is float32 already";
  if (now.type == nook::DType::kNone) {
    if (const std::string why = m.declare(x, to); !why.empty()) return why;
    y = m.raw(0);
    if (m.quantization_of(y).type == nook::DType::kU8) y = m.requantized(y, to);
  } else if (now == Quantization{nook::DType::kU8, to.scale, to.zero_point + 128}) {
    y = m.requantized(y, to);
  } else if (!close(now, to)) {
    return "its scale or zero point differs from that of its operand";
  }
  y.type = kReal;
  m.give(0, y);
  return {};
}

}  // namespace nookc::onnx
