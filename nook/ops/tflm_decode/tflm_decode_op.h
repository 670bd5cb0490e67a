#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/op.h"
#include "nook/ops/tflm_decode/tflm_decode.h"

namespace nook {

struct TflmDecodeAny;

// Constants that are stored as codes of a few bits, with a table of values for all or for each channel: one
// pair of codes and tables.
struct TflmDecode : PlainOp<TflmDecode> {
  static constexpr OpCode kCode = OpCode{1016};
  static constexpr const char* kName = "TFLM_DECODE";
  static constexpr Signature kSignature = operands(Role::kData, Role::kData);
  using Forms = List<TflmDecodeAny>;
};

// Any type of whole bytes.
struct TflmDecodeAny : OpForm<TflmDecode> {
  NOOK_FORM(nook_decode);
};

}  // namespace nook
