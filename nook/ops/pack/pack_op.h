#pragma once
#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/families/one_axis.h"

namespace nook {

// Stacks all inputs, which have the same shape, along a new axis of y.
struct Pack : JoinOp<OpCode::kPack>, AxisOption<Pack, fields::PackOptions::axis> {
  using Forms = List<struct PackAny>;
};

// Any type of whole bytes; int8 and int16 with equal quantization. A CONCATENATION with equal segments.
struct PackAny {
  using Op = Pack;
  using Params = nook_concatenation;
  static constexpr const char* kType = ConcatenationAny::kType;
  static constexpr const char* kHeader = "nook/ops/concatenation/concatenation.h";
  static constexpr ByRows kRows = ByRows::kNone;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const KernelEntry> kernels() { return ConcatenationAny::kernels(); }
  static int64_t macs(const Params&) { return 0; }
  static int32_t pieces(const Params& p) { return ConcatenationAny::pieces(p); }

  template <class F>
  static void fields(F& f, const Params& p) {
    ConcatenationAny::fields(f, p);
  }
};

}  // namespace nook
