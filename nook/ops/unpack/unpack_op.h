#pragma once
#include "nook/ops/families/movement_op.h"
#include "nook/ops/families/one_axis.h"

namespace nook {

// Splits x into single slices along one axis, which the results lack.
struct Unpack : OptionsOp<OpCode::kUnpack>, AxisOption<Unpack, fields::UnpackOptions::axis> {
  static constexpr Signature kSignature = with_results(operands(Role::kData), kAnyNumber);
  using Forms = List<PartsAny<Unpack>>;
};

}  // namespace nook
