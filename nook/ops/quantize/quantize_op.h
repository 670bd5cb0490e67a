#pragma once
#include "nook/ops/op.h"
#include "nook/ops/quantize/quantize.h"

namespace nook {

struct QuantizeF32;
struct QuantizeF32S16;
struct QuantizeS8;
struct QuantizeAny;

// y = x in the scale and zero point of y.
struct Quantize {
  static constexpr OpCode kCode = OpCode::kQuantize;
  static constexpr const char* kName = "Quantize";
  static constexpr Signature kSignature = operands(Role::kData);
  struct Attrs {
    using Op = Quantize;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<QuantizeF32, QuantizeS8, QuantizeF32S16, QuantizeAny>;
};

// From float32 to int8.
struct QuantizeF32 {
  using Op = Quantize;
  using Params = nook_quantize_f32;
  static constexpr const char* kType = "nook_quantize_f32";
  static constexpr ByRows kRows = ByRows::kSlice;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int64_t macs(const Params&) { return 0; }

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
struct QuantizeS8 {
  using Op = Quantize;
  using Params = nook_quantize_s8;
  static constexpr const char* kType = "nook_quantize_s8";
  static constexpr ByRows kRows = ByRows::kSlice;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int64_t macs(const Params&) { return 0; }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("size", p.size), f.value("in_zero", p.in_zero), f.value("out_zero", p.out_zero);
    f.value("multiplier", p.multiplier), f.value("shift", p.shift);
  }
};

// From int8, uint8, int16 and int32 to another of these types, scale or zero point.
struct QuantizeAny {
  using Op = Quantize;
  using Params = nook_quantize_any;
  static constexpr const char* kType = "nook_quantize_any";
  static constexpr ByRows kRows = ByRows::kSlice;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int64_t macs(const Params&) { return 0; }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("size", p.size), f.value("from", p.from), f.value("to", p.to);
    f.value("in_zero", p.in_zero), f.value("out_zero", p.out_zero);
    f.value("multiplier", p.multiplier), f.value("shift", p.shift);
    f.value("least", p.least), f.value("most", p.most);
  }
};

}  // namespace nook
