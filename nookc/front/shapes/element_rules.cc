#include "nook/ops/lookup/lookup_op.h"
#include "nookc/front/shapes/rule.h"

namespace nookc::shapes {
namespace {

using nook::OpCode;

template <size_t operand>
Answer like(const Question& q) {
  return {q.x(operand)};
}

Answer of_two(const Question& q) {
  const auto y = broadcast(q.x(0), q.x(1));
  return y ? Answer{*y} : Answer{};
}

Answer of_three(const Question& q) {
  const auto values = broadcast(q.x(1), q.x(2));
  const auto y = values ? broadcast(q.x(0), *values) : std::nullopt;
  return y ? Answer{*y} : Answer{};
}

constexpr RuleRow kRules[] = {
    {OpCode::kAbs, like<0>},
    {OpCode::kAdd, of_two},
    {OpCode::kAddN, like<0>},
    {OpCode::kCast, like<0>},
    {OpCode::kCeil, like<0>},
    {OpCode::kCos, like<0>},
    {OpCode::kCumsum, like<0>},
    {OpCode::kDequantize, like<0>},
    {OpCode::kDiv, of_two},
    {OpCode::kElu, like<0>},
    {OpCode::kEqual, of_two},
    {OpCode::kExp, like<0>},
    {OpCode::kFakeQuant, like<0>},
    {OpCode::kFloor, like<0>},
    {OpCode::kFloorDiv, of_two},
    {OpCode::kFloorMod, of_two},
    {OpCode::kGelu, like<0>},
    {OpCode::kGreater, of_two},
    {OpCode::kGreaterEqual, of_two},
    {OpCode::kHardSwish, like<0>},
    {OpCode::kL2Normalization, like<0>},
    {OpCode::kLeakyRelu, like<0>},
    {OpCode::kLess, of_two},
    {OpCode::kLessEqual, of_two},
    {OpCode::kLog, like<0>},
    {OpCode::kLogicalAnd, of_two},
    {OpCode::kLogicalNot, like<0>},
    {OpCode::kLogicalOr, of_two},
    {OpCode::kLogistic, like<0>},
    {OpCode::kLogSoftmax, like<0>},
    {nook::Lookup::kCode, like<0>},
    {OpCode::kMaximum, of_two},
    {OpCode::kMinimum, of_two},
    {OpCode::kMul, of_two},
    {OpCode::kNeg, like<0>},
    {OpCode::kNotEqual, of_two},
    {OpCode::kPow, of_two},
    {OpCode::kPrelu, of_two},
    {OpCode::kQuantize, like<0>},
    {OpCode::kRelu, like<0>},
    {OpCode::kRelu0To1, like<0>},
    {OpCode::kRelu6, like<0>},
    {OpCode::kReluN1To1, like<0>},
    {OpCode::kRound, like<0>},
    {OpCode::kRsqrt, like<0>},
    {OpCode::kSelect, like<1>},
    {OpCode::kSelectV2, of_three},
    {OpCode::kSign, like<0>},
    {OpCode::kSin, like<0>},
    {OpCode::kSoftmax, like<0>},
    {OpCode::kSqrt, like<0>},
    {OpCode::kSquare, like<0>},
    {OpCode::kSquaredDifference, of_two},
    {OpCode::kSub, of_two},
    {OpCode::kTanh, like<0>},
    {OpCode::kZerosLike, like<0>},
};

}  // namespace

std::span<const RuleRow> element_rules() { return kRules; }

}  // namespace nookc::shapes
