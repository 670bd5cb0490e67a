#include "nookc/front/onnx/normalize_blocks.h"

#include <algorithm>
#include <cmath>

namespace nookc::onnx {
namespace {

struct Weights {
  int64_t units = 0, depth = 0, block = 0, blocks = 0;  // blocks of each unit
  int bits = 8;
  std::vector<int64_t> levels;  // [units][blocks * block], from 0 on
  std::vector<double> scales, zeros;

  double middle() const { return static_cast<double>(1 << (bits - 1)); }
};

ConstantPtr known(const OnnxGraph& model, const std::string& name) {
  const auto found = model.constants.find(name);
  return found == model.constants.end() ? nullptr : found->second;
}

// Whether the product is one of x and weights, and whether these are [units][depth].
bool read_product(const BlockLayer& layer, const std::string& weights, bool* units_first) {
  const OnnxNode& p = *layer.product;
  if (p.in.size() < 2 || p.in[1] != weights || p.in[0] == weights || p.out.size() != 1) return false;
  *units_first = layer.transposed;
  if (p.op == "MatMul") return true;
  if (p.integer("transA", 0) != 0 || p.real("alpha", 1) != 1) return false;
  if (!p.input(2).empty() && p.real("beta", 1) != 1) return false;
  *units_first = (p.integer("transB", 0) != 0) != layer.transposed;
  return true;
}

// The numbers of a constant [rows][columns], with the units first.
std::vector<double> by_units(const Constant& constant, bool units_first) {
  return numbers_of(units_first ? constant : transposed(constant, {1, 0}));
}

bool read_weights(const OnnxGraph& model, const BlockLayer& layer, bool units_first, Weights* to) {
  const OnnxNode& d = *layer.dequantize;
  const ConstantPtr q = known(model, d.input(0)), scale = known(model, d.input(1)),
                    zero = known(model, d.input(2));
  if (!q || !scale || (!d.input(2).empty() && !zero) || q->dims.size() != 2 || !q->scales.empty())
    return false;
  const bool is_signed = q->type == nook::DType::kS8;
  if ((!is_signed && q->type != nook::DType::kU8) || scale->type != nook::DType::kF32) return false;
  Weights& w = *to;
  const int64_t axis = d.integer("axis", 1), along = units_first ? 1 : 0;
  w.block = d.integer("block_size", 0), w.bits = q->half_bytes ? 4 : 8;
  if ((axis + 2) % 2 != along || axis < -2 || axis > 1 || w.block < 1 || w.block * w.bits % 8 != 0)
    return false;
  w.units = q->dims[units_first ? 0 : 1], w.depth = q->dims[units_first ? 1 : 0];
  if (w.units < 1 || w.depth < 1 || w.block > INT32_MAX / 8) return false;
  w.blocks = (w.depth + w.block - 1) / w.block;
  const Dims blocks = units_first ? Dims{w.units, w.blocks} : Dims{w.blocks, w.units};
  if (scale->dims != blocks || (zero && zero->dims != blocks)) return false;
  const double moved = is_signed ? w.middle() : 0;
  const std::vector<double> numbers = by_units(*q, units_first);
  for (int64_t u = 0; u < w.units; ++u)
    for (int64_t i = 0; i < w.blocks * w.block; ++i)
      w.levels.push_back(
          i < w.depth ? static_cast<int64_t>(numbers[static_cast<size_t>(u * w.depth + i)] + moved) : 0);
  w.scales = by_units(*scale, units_first);
  w.zeros = zero ? by_units(*zero, units_first) : std::vector<double>(w.scales.size(), 0.0);
  for (double& number : w.zeros) number += moved;
  return std::ranges::all_of(w.scales, [](double s) { return s > 0 && std::isfinite(s); });
}

Constant packed(const Weights& w) {
  const int64_t each = 8 / w.bits;
  std::vector<int64_t> bytes(w.levels.size() / static_cast<size_t>(each));
  for (size_t i = 0; i < w.levels.size(); ++i)
    bytes[i / static_cast<size_t>(each)] |= w.levels[i]
                                            << (static_cast<int>(i % static_cast<size_t>(each)) * w.bits);
  return make_constant(nook::DType::kU8, {w.units, w.blocks, w.block / each}, bytes);
}

Attribute whole(int64_t number) {
  Attribute made;
  made.kind = Attribute::Kind::kInt, made.integer = number;
  return made;
}

}  // namespace

bool keep_blocks(OnnxGraph& model, const BlockLayer& layer) {
  OnnxNode& p = *layer.product;
  bool units_first = false;
  Weights w;
  if (!read_product(layer, p.input(1), &units_first) || !read_weights(model, layer, units_first, &w))
    return false;
  if (w.block % (8 / w.bits) != 0) return false;
  const std::string bias = p.op == "Gemm" ? p.input(2) : "", name = p.out[0];
  if (!bias.empty()) {
    const ConstantPtr b = known(model, bias);
    if (!b || b->type != nook::DType::kF32 || static_cast<int64_t>(b->size()) != w.units ||
        b->dims.back() != w.units)
      return false;
  }
  const int64_t count = static_cast<int64_t>(w.scales.size());
  model.constants[name + ".weights"] = shared(packed(w));
  model.constants[name + ".scales"] = shared(make_constant(nook::DType::kF32, {count}, w.scales));
  p.in = {p.in[0], name + ".weights", name + ".scales"};
  const bool moved = std::ranges::any_of(w.zeros, [&](double zero) { return zero != w.middle(); });
  if (moved) model.constants[name + ".zeros"] = shared(make_constant(nook::DType::kF32, {count}, w.zeros));
  if (moved || !bias.empty()) p.in.push_back(moved ? name + ".zeros" : "");
  if (!bias.empty()) p.in.push_back(""), p.in.push_back(bias);
  p.op = "MatMulNBits", p.domain = "com.microsoft";
  p.attributes = {
      {"K", whole(w.depth)}, {"N", whole(w.units)}, {"bits", whole(w.bits)}, {"block_size", whole(w.block)}};
  return true;
}

}  // namespace nookc::onnx
