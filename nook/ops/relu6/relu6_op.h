#pragma once
#include "nook/ops/op.h"
#include "nook/ops/relu6/relu6.h"

namespace nook {

struct Relu6S8;
struct Relu6S16;
struct Relu6F32;

// y = min(max(x, 0), 6).
struct Relu6 {
  static constexpr OpCode kCode = OpCode::kRelu6;
  static constexpr const char* kName = "Relu6";
  static constexpr Signature kSignature = operands(Role::kData);
  struct Attrs {
    using Op = Relu6;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<Relu6S8, Relu6F32, Relu6S16>;
};

// int8; input and output are scaled alike.
struct Relu6S8 {
  using Op = Relu6;
  using Params = nook_relu6_s8;
  static constexpr const char* kType = "nook_relu6_s8";
  static constexpr ByRows kRows = ByRows::kSlice;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int64_t macs(const Params&) { return 0; }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("size", p.size), f.value("act_min", p.act_min), f.value("act_max", p.act_max);
  }
};

// int16 likewise.
struct Relu6S16 : Relu6S8 {
  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
};

// float32.
struct Relu6F32 {
  using Op = Relu6;
  using Params = nook_relu6_f32;
  static constexpr const char* kType = "nook_relu6_f32";
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
