#pragma once
#include "nook/ops/op.h"
#include "nook/ops/quantize/quantize.h"

namespace nook {

struct QuantizeF32;
struct QuantizeS8;

// y = x in the scale and zero point of y, which is int8.
struct Quantize {
  static constexpr OpCode kCode = OpCode::kQuantize;
  static constexpr const char* kName = "Quantize";
  static constexpr Signature kSignature = operands(Role::kData);
  struct Attrs {
    using Op = Quantize;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<QuantizeF32, QuantizeS8>;
};

// From float32.
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

// From int8 of another scale or zero point.
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

}  // namespace nook
