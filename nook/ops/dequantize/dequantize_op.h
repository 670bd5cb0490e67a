#pragma once
#include "nook/ops/dequantize/dequantize.h"
#include "nook/ops/op.h"

namespace nook {

struct DequantizeS8;
struct DequantizeU8;
struct DequantizeS16;

// y = the real numbers that x stands for.
struct Dequantize {
  static constexpr OpCode kCode = OpCode::kDequantize;
  static constexpr const char* kName = "Dequantize";
  static constexpr Signature kSignature = operands(Role::kData);
  struct Attrs {
    using Op = Dequantize;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<DequantizeS8, DequantizeU8, DequantizeS16>;
};

// From int8 with one scale to float32.
struct DequantizeS8 {
  using Op = Dequantize;
  using Params = nook_dequantize_s8;
  static constexpr const char* kType = "nook_dequantize_s8";
  static constexpr ByRows kRows = ByRows::kSlice;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int64_t macs(const Params&) { return 0; }

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

}  // namespace nook
