#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/tflm_decode/tflm_decode.h"

namespace nook {

// Decodes constants that are stored as codes of a few bits, through one table of values for all channels or
// one per channel. Supports one pair of codes and tables.
struct TflmDecode : PlainOp<TflmDecode, OpCode{1016}, Role::kData, Role::kData> {
  static constexpr const char* kName = "TFLM_DECODE";
  using Forms = List<struct TflmDecodeAny>;
};

// Any type of whole bytes.
struct TflmDecodeAny : OpForm<TflmDecode> {
  NOOK_FORM(nook_decode);
};

}  // namespace nook
