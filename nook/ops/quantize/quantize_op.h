#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/quantize/quantize.h"

namespace nook {

struct QuantizeF32;
struct QuantizeF32S16;
struct QuantizeS8;
struct QuantizeAny;

// y = x in the scale and zero point of y.
struct Quantize : PlainOp<Quantize> {
  static constexpr OpCode kCode = OpCode::kQuantize;
  static constexpr Signature kSignature = operands(Role::kData);
  using Forms = List<QuantizeF32, QuantizeS8, QuantizeF32S16, QuantizeAny>;
};

// From float32 to int8.
struct QuantizeF32 : FormOf<Quantize, nook_quantize_f32, ByRows::kSlice> {
  static constexpr const char* kType = "nook_quantize_f32";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("size", p.size), f.value("zero", p.zero), f.value("scale", p.scale);
  }
};

// From float32 to int16.
struct QuantizeF32S16 : QuantizeF32 {
  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
};

// From int8 to int8 of another scale or zero point.
struct QuantizeS8 : FormOf<Quantize, nook_quantize_s8, ByRows::kSlice> {
  static constexpr const char* kType = "nook_quantize_s8";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("size", p.size), f.value("in_zero", p.in_zero), f.value("out_zero", p.out_zero);
    f.value("multiplier", p.multiplier), f.value("shift", p.shift);
  }
};

// From int8, uint8, int16 and int32 to another of these types, scale or zero point.
struct QuantizeAny : FormOf<Quantize, nook_quantize_any, ByRows::kSlice> {
  static constexpr const char* kType = "nook_quantize_any";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("size", p.size), f.value("from", p.from), f.value("to", p.to);
    f.value("in_zero", p.in_zero), f.value("out_zero", p.out_zero);
    f.value("multiplier", p.multiplier), f.value("shift", p.shift);
    f.value("least", p.least), f.value("most", p.most);
  }
};

}  // namespace nook
