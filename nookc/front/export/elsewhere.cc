#include "nookc/front/export/elsewhere.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "nookc/core/dtype.h"
#include "nookc/front/export/options.h"
#include "nookc/graph/any_attrs.h"

namespace nookc {
namespace {

using nook::DType, nook::OpCode;

// Kernels that nook has but TensorFlow Lite lacks, by the type of the operand that decides.
struct Missing {
  OpCode code;
  DType type;
};
constexpr Missing kMissing[] = {
    {OpCode::kAddN, DType::kS8},
    {OpCode::kCumsum, DType::kS8},
    {OpCode::kDepthToSpace, DType::kS16},
    {OpCode::kDiv, DType::kS16},
    {OpCode::kDiv, DType::kS8},
    {OpCode::kEmbeddingLookup, DType::kBool},
    {OpCode::kEmbeddingLookup, DType::kS16},
    {OpCode::kEmbeddingLookup, DType::kS32},
    {OpCode::kEmbeddingLookup, DType::kS64},
    {OpCode::kGelu, DType::kS16},
    {OpCode::kHardSwish, DType::kS16},
    {OpCode::kLogSoftmax, DType::kS16},
    {OpCode::kPrelu, DType::kS16},
    {OpCode::kReverseSequence, DType::kS8},
    {OpCode::kSpaceToDepth, DType::kS16},
    {OpCode::kSquare, DType::kS16},
    {OpCode::kSquare, DType::kS8},
    {OpCode::kSquaredDifference, DType::kS16},
    {OpCode::kSum, DType::kS16},
    {OpCode::kTile, DType::kS16},
    {OpCode::kTransposeConv, DType::kS16},
    {OpCode::kZerosLike, DType::kS16},
    {OpCode::kZerosLike, DType::kS8},
};

// Operators that abort TensorFlow Lite if operands of more dimensions differ in shape.
struct Broadcast {
  OpCode code;
  int rank;
};
constexpr Broadcast kBroadcasts[] = {
    {OpCode::kAdd, 4},
    {OpCode::kDiv, 5},
    {OpCode::kEqual, 4},
    {OpCode::kFloorDiv, 4},
    {OpCode::kFloorMod, 4},
    {OpCode::kGreater, 4},
    {OpCode::kGreaterEqual, 4},
    {OpCode::kLess, 4},
    {OpCode::kLessEqual, 4},
    {OpCode::kLogicalAnd, 4},
    {OpCode::kLogicalOr, 4},
    {OpCode::kMaximum, 5},
    {OpCode::kMinimum, 5},
    {OpCode::kMul, 4},
    {OpCode::kNotEqual, 4},
    {OpCode::kPow, 4},
    {OpCode::kPrelu, 4},
    {OpCode::kSelectV2, 4},
    {OpCode::kSquaredDifference, 4},
    {OpCode::kSub, 5},
};

// The most dimensions of an operator's operands. kNone: of any type.
struct MostRank {
  OpCode code;
  DType type;
  int rank;
};
constexpr MostRank kMostRanks[] = {
    {OpCode::kBatchMatmul, DType::kNone, 4}, {OpCode::kL2Normalization, DType::kNone, 4},
    {OpCode::kPad, DType::kNone, 5},         {OpCode::kPadv2, DType::kNone, 5},
    {OpCode::kSoftmax, DType::kS16, 4},      {OpCode::kStridedSlice, DType::kNone, 5},
};

// Anchors are y, x, height, width.
bool is_side_without_length(double x, size_t at) { return at % 4 >= 2 && !(x > 0); }

class Look {
 public:
  Look(const Graph& graph, const Node& node) : graph_(graph), node_(node), code_(op_code(node)) {}

  std::string why_not() const {
    if (nook::is_custom(code_) && code_ != OpCode::kCustom &&
        op_name(node_) != "TFLite_Detection_PostProcess")
      return "it has no such operator";
    const DType type = data_type();
    for (const Missing& missing : kMissing)
      if (missing.code == code_ && missing.type == type)
        return "it has no kernel for " + std::string(dtype_name(type));
    for (const Broadcast& limit : kBroadcasts)
      if (limit.code == code_ && broadcasts() && rank() > limit.rank)
        return "it broadcasts at most " + std::to_string(limit.rank) + " dimensions";
    for (const MostRank& most : kMostRanks)
      if (most.code == code_ && (most.type == type || most.type == DType::kNone) && rank() > most.rank)
        return "its operands have at most " + std::to_string(most.rank) + " dimensions";
    if (code_ == OpCode::kQuantize && type == DType::kS8 && graph_[node_.out[0]].type != DType::kS8)
      return "it computes int8 only from int8";
    if (code_ == OpCode::kReverseV2 && operand(1) && operand(1)->shape.elements() > 1)
      return "it reverses one axis only";
    if (code_ == OpCode::kSum && type == DType::kS8 && graph_[node_.out[0]].scales == operand(0)->scales)
      return "it adds int8 values without rescaling if both scales are equal, and they overflow";
    if (code_ == OpCode::kEmbeddingLookup) return of_lookup();
    if (std::string why = of_shapes(); !why.empty()) return why;
    if (has_many_scales()) return "it takes one scale for an operand";
    if (code_ == OpCode::kQuantize && (is_shifted(operand(0)) || is_shifted(&graph_[node_.out[0]])))
      return "the zero point of its int16 is 0";
    if (ratio_of_scales() >= 1) return "the scale of its result is too small for those of its operands";
    if (has_another_scale_in_bias()) return "its bias has another scale than data times weights";
    return of_weights();
  }

  Stop stop() const {
    const bool of_floats = data_type() == DType::kF32;
    const bool divides = code_ == OpCode::kFloorDiv || (code_ == OpCode::kFloorMod && !of_floats);
    if (divides && may_have(1, [](double x, size_t) { return x == 0; })) return {StopsAt::kZero, 1};
    if (code_ == OpCode::kRsqrt && data_type() == DType::kS8 && operand(0)->zero_point > INT8_MIN)
      return {StopsAt::kBelowZero, 0};
    if (code_ == OpCode::kNonMaxSuppressionV5 && may_have(5, [](double x, size_t) { return x < 0; }))
      return {StopsAt::kBelowZero, 5};
    if (op_name(node_) == "TFLite_Detection_PostProcess" && may_have(2, is_side_without_length))
      return {StopsAt::kNoArea, 2};
    return {};
  }

 private:
  const Tensor* operand(size_t i) const {
    return i < node_.in.size() && node_.in[i] != TensorId::kNone ? &graph_[node_.in[i]] : nullptr;
  }

  DType data_type() const {
    const size_t deciding = code_ == OpCode::kTransposeConv ? 2 : code_ == OpCode::kEmbeddingLookup ? 1 : 0;
    const Tensor* const t = operand(deciding);
    return t ? t->type : DType::kNone;
  }

  bool quantized() const { return data_type() == DType::kS8 || data_type() == DType::kS16; }

  int rank() const {
    int most = 0;
    for (size_t i = 0; i < node_.in.size(); ++i)
      if (operand(i)) most = std::max<int>(most, operand(i)->shape.rank);
    return most;
  }

  bool broadcasts() const {
    for (size_t i = 1; i < node_.in.size(); ++i)
      if (operand(i) && operand(0) && !(operand(i)->shape == operand(0)->shape)) return true;
    return false;
  }

  // Whether `holds(value, place)` for an element of the operand, or may hold if it is not constant. Integers
  // are only known to be 0 or not.
  template <class Holds>
  bool may_have(size_t i, Holds holds) const {
    const Tensor* const t = operand(i);
    const auto size = t ? static_cast<size_t>(nook::size_of(t->type)) : 0;
    if (!t || !t->constant() || size == 0) return t != nullptr;
    for (size_t at = 0; at * size < t->data->size(); ++at) {
      float real = 0;
      int64_t whole = 0;
      const std::byte* const from = t->data->data() + at * size;
      if (t->type == DType::kF32)
        std::memcpy(&real, from, size);
      else
        std::memcpy(&whole, from, size);
      if (holds(t->type == DType::kF32 ? double{real} : static_cast<double>(whole), at)) return true;
    }
    return false;
  }

  std::string of_lookup() const {
    if (!operand(0) || !operand(1)) return {};
    if (operand(0)->type != DType::kS32) return "it takes indices of int32 only";
    if (operand(1)->shape.rank < 2) return "it needs a table of two or more dimensions";
    return {};
  }

  std::string of_shapes() const {
    const Tensor *x = operand(0), *second = operand(1), &y = graph_[node_.out[0]];
    if (!x || !second) return {};
    if (code_ == OpCode::kPrelu && !(y.shape == x->shape)) return "its result has the shape of its data";
    if (code_ == OpCode::kFill && second->shape.rank > 0) return "it takes a value without dimensions";
    if (code_ == OpCode::kStridedSlice && rank() + new_axes(second->shape.elements()) > 5)
      return "with new axes its result has at most 5 dimensions";
    return {};
  }

  // The number of new axes of a STRIDED_SLICE.
  int new_axes(int32_t begins) const {
    const auto mask = [&](OptionField field) {
      return static_cast<uint32_t>(option_number(node_.attrs, field));
    };
    const uint32_t used = begins < 32 ? (1u << begins) - 1 : UINT32_MAX;
    return std::popcount(mask(OptionField::kNewAxisMask) & ~mask(OptionField::kEllipsisMask) & used);
  }

  static bool is_shifted(const Tensor* t) { return t && t->type == DType::kS16 && t->zero_point != 0; }

  // Whether an operand that is added or multiplied has a scale for each channel.
  bool has_many_scales() const {
    const bool combines = code_ == OpCode::kAdd || code_ == OpCode::kSub || code_ == OpCode::kMul ||
                          code_ == OpCode::kSquaredDifference;
    return combines && std::ranges::any_of(node_.in, [&](TensorId t) {
             return t != TensorId::kNone && graph_[t].scales.size() > 1;
           });
  }

  // The factor by which sums become results, which TensorFlow Lite needs below 1; 0 for other operators.
  double ratio_of_scales() const {
    const bool adds = code_ == OpCode::kAdd || code_ == OpCode::kSub;
    if (!quantized() || !(adds || code_ == OpCode::kSquaredDifference)) return 0;
    const Tensor *a = operand(0), *b = operand(1), &y = graph_[node_.out[0]];
    if (!b || a->scales.empty() || b->scales.empty() || y.scales.empty()) return 0;
    const double twice = 2.0 * std::max(a->scales[0], b->scales[0]);
    if (!adds) return twice * twice / (double{y.scales[0]} * (1 << 14));
    return twice / (double{y.scales[0]} * (data_type() == DType::kS16 ? 1 << 15 : 1 << 20));
  }

  // Whether the bias of integers has another scale than the sums, as TensorFlow Lite compares them.
  bool has_another_scale_in_bias() const {
    const Tensor *x = operand(0), *w = operand(1), *bias = operand(2), &y = graph_[node_.out[0]];
    if (code_ != OpCode::kFullyConnected || !quantized() || !w || !bias) return false;
    if (x->scales.empty() || w->scales.empty() || bias->scales.empty() || y.scales.empty()) return false;
    const double apart = double{x->scales[0]} * double{w->scales[0]} - double{bias->scales[0]};
    return std::abs(apart) / double{y.scales[0]} > 0.02;
  }

  // Cases that TensorFlow Lite does not check and computes incorrectly.
  std::string of_weights() const {
    const bool layer =
        code_ == OpCode::kConv2D || code_ == OpCode::kDepthwiseConv2D || code_ == OpCode::kFullyConnected;
    const Tensor* const weights = layer ? operand(1) : nullptr;
    if (!weights || weights->scales.empty() || weights->type == DType::kF32) return {};
    if (weights->type != DType::kU8 && weights->zero_point != 0)
      return "it assumes that the zero point of its weights is 0";
    if (code_ == OpCode::kConv2D && data_type() == DType::kF32 && weights->scales.size() > 1 &&
        std::ranges::count(weights->scales, weights->scales[0]) == std::ssize(weights->scales))
      return "it gives the bias alone if all channels have the same scale";
    if (code_ == OpCode::kFullyConnected && weights->scales.size() > 1)
      return "it uses the first scale of its weights for all channels";
    return {};
  }

  const Graph& graph_;
  const Node& node_;
  const OpCode code_;
};

}  // namespace

std::string why_not_in_tflite(const Graph& graph, const Node& node) { return Look(graph, node).why_not(); }

Stop stop_in_tflite(const Graph& graph, const Node& node) { return Look(graph, node).stop(); }

}  // namespace nookc
