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
struct TflmDecodeAny : FormOf<TflmDecode, nook_decode> {
  static constexpr const char* kType = "nook_decode";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("size", p.size), f.value("bytes", p.bytes), f.value("bits", p.bits);
    f.value("channels", p.channels), f.value("run", p.run), f.value("stride", p.stride);
  }
};

}  // namespace nook
