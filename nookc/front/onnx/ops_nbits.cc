// MatMulNBits: a dense layer with weights of 2, 4 or 8 bits and a scale for each block of them.
#include <numeric>

#include "nook/ops/sum/sum_op.h"
#include "nookc/front/onnx/narrow_weights.h"
#include "nookc/front/onnx/ops.h"

namespace nookc::onnx {
namespace {

enum Operand : size_t { kA, kB, kSteps, kZeros, kGroups, kBias };

struct Packed {
  int64_t depth = 0, units = 0, bits = 0, block = 0, blocks = 0;  // blocks of each unit
};

std::string read_sizes(Mapper& m, Packed* to) {
  Packed& p = *to;
  p.depth = m.node().integer("K", 0), p.units = m.node().integer("N", 0);
  p.bits = m.node().integer("bits", 4), p.block = m.node().integer("block_size", 0);
  if (p.bits != 2 && p.bits != 4 && p.bits != 8)
    return "bits: need 2, 4 or 8, have " + std::to_string(p.bits);
  if (p.depth < 1 || p.units < 1 || p.block < 1 || p.depth > INT32_MAX / p.units || p.block > INT32_MAX)
    return "K, N or block_size: need numbers above 0";
  p.blocks = (p.depth + p.block - 1) / p.block;
  if (p.block * p.bits % 8 != 0) return "block_size: need whole bytes";
  const Dims& a = m.raw(kA).shape;
  if (a.empty() || a.back() != p.depth) return "K differs from the last dimension of its operand";
  return {};
}

// Elements of `bits` bits, the first in the lowest; each of `rows` begins with a byte.
std::string unpack(const ConstantPtr& packed, int64_t rows, int64_t columns, int64_t bits, const char* what,
                   std::vector<int64_t>* to) {
  const int64_t row = (columns * bits + 7) / 8;
  if (!packed) return std::string(what) + ": it is computed when the model runs";
  if (static_cast<int64_t>(packed->size()) != rows * row || packed->type != nook::DType::kU8)
    return std::string(what) + ": need " + std::to_string(rows * row) + " bytes of uint8, have " +
           std::to_string(packed->size()) + " elements";
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < columns; ++c) {
      const int64_t at = c * bits;
      const int byte = std::to_integer<int>(packed->data[static_cast<size_t>(r * row + at / 8)]);
      to->push_back(byte >> (at % 8) & ((1 << bits) - 1));
    }
  return {};
}

// The zero point of each block; the middle of the range if the model states none.
std::string read_zeros(Mapper& m, const Packed& p, std::vector<double>* to) {
  const size_t count = static_cast<size_t>(p.units * p.blocks);
  if (!m.given(kZeros)) {
    to->assign(count, static_cast<double>(1 << (p.bits - 1)));
    return {};
  }
  const ConstantPtr known = m.constant(kZeros);
  if (known && known->type == kReal) {
    if (known->size() != count) return "zero_points: need one for each block";
    *to = numbers_of(*known);
    return {};
  }
  std::vector<int64_t> whole;
  if (const std::string why = unpack(known, p.units, p.blocks, p.bits, "zero_points", &whole); !why.empty())
    return why;
  to->assign(whole.begin(), whole.end());
  return {};
}

std::string read_scales(Mapper& m, const Packed& p, std::vector<float>* to) {
  const ConstantPtr known = m.constant(kSteps);
  if (!known || known->type != kReal) return "scales: need constants of float32 or float16";
  if (static_cast<int64_t>(known->size()) != p.units * p.blocks) return "scales: need one for each block";
  for (const double scale : numbers_of(*known)) {
    to->push_back(static_cast<float>(scale));
    if (!(scale > 0 && std::isfinite(scale))) return "a scale is not above 0, or not finite";
  }
  return {};
}

// The groups of the depth must be the blocks themselves.
std::string check_groups(Mapper& m, const Packed& p) {
  if (!m.given(kGroups)) return {};
  const ConstantPtr known = m.constant(kGroups);
  const std::vector<int64_t> group = known ? integers_of(*known) : std::vector<int64_t>();
  for (size_t i = 0; i < group.size(); ++i)
    if (group[i] != static_cast<int64_t>(i) / p.block) return "g_idx: need the blocks in their order";
  return group.empty() ? "g_idx: it is computed when the model runs" : "";
}

// A last block that is shorter than the others asks for smaller blocks.
Blocks blocks_of(const Packed& p, const std::vector<int64_t>& levels, const std::vector<float>& scales) {
  Blocks b;
  b.units = p.units, b.depth = p.depth, b.bits = p.bits == 8 ? 8 : 4;
  b.block = std::gcd(p.block, p.depth);
  for (int64_t u = 0; u < p.units; ++u) {
    for (int64_t i = 0; i < p.depth; ++i)
      b.numbers.push_back(levels[static_cast<size_t>(u * p.blocks * p.block + i)] - (1 << (p.bits - 1)));
    for (int64_t i = 0; i < p.depth; i += b.block)
      b.scales.push_back(scales[static_cast<size_t>(u * p.blocks + i / p.block)]);
  }
  return b;
}

// The part of the product that zero points other than the middle of the range add: the sum of x over each
// block times (middle - zero) * scale.
Value zero_part(Mapper& m, const Value& x, const Packed& p, const std::vector<double>& zeros,
                const std::vector<float>& scales) {
  const int64_t padded = p.blocks * p.block, rows = elements_of(x.shape).value_or(0) / p.depth;
  Value parts = m.reshaped(x, {rows, p.depth});
  if (padded > p.depth) {
    const Dims dims = {rows, padded - p.depth};
    const std::vector<double> none(static_cast<size_t>(rows * dims[1]), 0.0);
    parts = concat(m, {parts, in_memory(m, real_constant(dims, none))}, 1);
  }
  nook::Sum::Attrs sum;
  sum.keep_dims = true;
  const Value sums = reduce(m, sum, m.reshaped(parts, {rows, p.blocks, p.block}), {2}, false);
  std::vector<double> factors;
  for (size_t i = 0; i < zeros.size(); ++i)
    factors.push_back((static_cast<double>(1 << (p.bits - 1)) - zeros[i]) * static_cast<double>(scales[i]));
  const TensorId weights = m.add_constant(make_constant(kReal, {p.units, p.blocks}, factors));
  Dims shape = x.shape;
  shape.back() = p.units;
  return m.reshaped(dense(m, sums, weights, p.units, TensorId::kNone), shape);
}

}  // namespace

std::string map_matmul_nbits(Mapper& m) {
  Packed p;
  if (const std::string why = read_sizes(m, &p); !why.empty()) return why;
  std::vector<int64_t> levels;
  std::vector<double> zeros;
  std::vector<float> scales;
  std::string why = unpack(m.constant(kB), p.units, p.blocks * p.block, p.bits, "B", &levels);
  if (why.empty()) why = read_zeros(m, p, &zeros);
  if (why.empty()) why = read_scales(m, p, &scales);
  if (why.empty()) why = check_groups(m, p);
  if (!why.empty()) return why;
  const ConstantPtr bias = m.constant(kBias);
  if (m.given(kBias) && (!bias || static_cast<int64_t>(bias->size()) != p.units || bias->type != kReal))
    return "bias: need a constant number for each of N";
  const Value x = in_memory(m, m.in(kA));
  const TensorId weights = add_blocks(m, blocks_of(p, levels, scales));
  Value y = dense(m, x, weights, p.units, bias ? m.add_constant(*bias) : TensorId::kNone);
  const double middle = static_cast<double>(1 << (p.bits - 1));
  if (std::ranges::any_of(zeros, [&](double zero) { return zero != middle; }))
    y = added(m, y, zero_part(m, x, p, zeros, scales));
  m.give(0, y);
  return {};
}

}  // namespace nookc::onnx
