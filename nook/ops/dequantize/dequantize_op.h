#pragma once
#include "nook/ops/dequantize/dequantize.h"
#include "nook/ops/families/unary_op.h"

namespace nook {

struct DequantizeS8;
struct DequantizeU8;
struct DequantizeS16;
struct DequantizeF16;

// y = the real numbers that x stands for.
struct Dequantize : PlainOp<Dequantize> {
  static constexpr OpCode kCode = OpCode::kDequantize;
  static constexpr Signature kSignature = operands(Role::kData);
  using Forms = List<DequantizeS8, DequantizeU8, DequantizeS16, DequantizeF16>;
};

// From int8 with one scale to float32.
struct DequantizeS8 : FormOf<Dequantize, nook_dequantize_s8, ByRows::kSlice> {
  static constexpr const char* kType = "nook_dequantize_s8";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("size", p.size), f.value("zero", p.zero), f.value("scale", p.scale);
  }
};

// From uint8.
struct DequantizeU8 : DequantizeS8 {
  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
};

// From int16.
struct DequantizeS16 : DequantizeS8 {
  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
};

// From float16, which needs no scale: weights, most often.
struct DequantizeF16 {
  using Op = Dequantize;
  using Params = nook_dequantize_f16;
  static constexpr const char* kType = "nook_dequantize_f16";
  static constexpr ByRows kRows = ByRows::kSlice;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int64_t macs(const Params&) { return 0; }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("size", p.size);
  }
};

}  // namespace nook
