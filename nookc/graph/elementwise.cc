#include "nookc/graph/elementwise.h"

namespace nookc {

bool works_on_elements(nook::OpCode code) {
  using nook::OpCode;
  switch (code) {
    case OpCode::kAbs:
    case OpCode::kAdd:
    case OpCode::kAddN:
    case OpCode::kCast:
    case OpCode::kCeil:
    case OpCode::kCos:
    case OpCode::kDequantize:
    case OpCode::kDiv:
    case OpCode::kElu:
    case OpCode::kEqual:
    case OpCode::kExp:
    case OpCode::kFloor:
    case OpCode::kFloorDiv:
    case OpCode::kFloorMod:
    case OpCode::kGelu:
    case OpCode::kGreater:
    case OpCode::kGreaterEqual:
    case OpCode::kHardSwish:
    case OpCode::kLeakyRelu:
    case OpCode::kLess:
    case OpCode::kLessEqual:
    case OpCode::kLog:
    case OpCode::kLogicalAnd:
    case OpCode::kLogicalNot:
    case OpCode::kLogicalOr:
    case OpCode::kLogistic:
    case OpCode::kMaximum:
    case OpCode::kMinimum:
    case OpCode::kMul:
    case OpCode::kNeg:
    case OpCode::kNotEqual:
    case OpCode::kPow:
    case OpCode::kPrelu:
    case OpCode::kQuantize:
    case OpCode::kRelu:
    case OpCode::kRelu0To1:
    case OpCode::kRelu6:
    case OpCode::kReluN1To1:
    case OpCode::kRound:
    case OpCode::kRsqrt:
    case OpCode::kSelectV2:
    case OpCode::kSign:
    case OpCode::kSin:
    case OpCode::kSqrt:
    case OpCode::kSquare:
    case OpCode::kSquaredDifference:
    case OpCode::kSub:
    case OpCode::kTanh:
      return true;
    default:
      return false;
  }
}

}  // namespace nookc
