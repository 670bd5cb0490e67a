#pragma once
#include "nook/ops/fully_connected/fully_connected.h"
#include "nook/ops/op.h"
#include "nook/ops/shared/quantize.h"

namespace nook {

struct FullyConnectedS8;
struct FullyConnectedS4;
struct FullyConnectedF32;
struct FullyConnectedS16;
struct FullyConnectedS16Sum32;

// y = activation(x * w^T + bias): operands x of any rank, w [out][in] and, optional, bias. All of x but its
// last `in` elements is batch.
struct FullyConnected {
  static constexpr OpCode kCode = OpCode::kFullyConnected;
  static constexpr const char* kName = "FullyConnected";
  static constexpr Signature kSignature = operands(Role::kData, Role::kWeights, optional(Role::kBias));
  struct Attrs {
    using Op = FullyConnected;
    Activation activation = Activation::kNone;
    bool keep_num_dims = false;     // y has x's leading dimensions instead of [batch][out]
    DType bias_type = DType::kS64;  // of int16 activations, where there is no bias: the type of their sums
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms =
      List<FullyConnectedS8, FullyConnectedF32, FullyConnectedS16, FullyConnectedS16Sum32, FullyConnectedS4>;
};

// int8 activations, symmetric int8 weights with one scale or one per output, int32 bias.
struct FullyConnectedS8 {
  using Op = FullyConnected;
  using Params = nook_fully_connected_s8;
  static constexpr const char* kType = "nook_fully_connected_s8";
  static constexpr ByRows kRows = ByRows::kNone;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static Span<const Kernel> unpacked_kernels();
  static Span<const Kernel> interpreted_kernels();
  static Span<const Kernel> fast_kernels();
  static int32_t scale_count(const Params& p) { return p.scale_step ? p.out : 1; }
  static void fill_scales(const ScaleSource& scales, const Params& p, ScaleTables to);
  static int64_t macs(const Params& p) { return int64_t{p.batch} * p.in * p.out; }

  template <class F>
  static void fields(F& f, const Params& p) {
    const int32_t scales = p.scale_step ? p.out : 1;
    f.value("batch", p.batch), f.value("in", p.in), f.value("out", p.out);
    f.value("in_zero", p.in_zero), f.value("out_zero", p.out_zero);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
    f.value("scale_step", p.scale_step);
    f.table("multiplier", p.multiplier, scales), f.table("shift", p.shift, scales);
  }
};

// The same with constant weights of 4 bits.
struct FullyConnectedS4 {
  using Op = FullyConnected;
  using Params = nook_fully_connected_s4;
  static constexpr const char* kType = "nook_fully_connected_s4";
  static constexpr ByRows kRows = ByRows::kNone;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int32_t scale_count(const Params& p) { return FullyConnectedS8::scale_count(p); }
  static void fill_scales(const ScaleSource& scales, const Params& p, ScaleTables to) {
    FullyConnectedS8::fill_scales(scales, p, to);
  }
  static int64_t macs(const Params& p) { return FullyConnectedS8::macs(p); }

  template <class F>
  static void fields(F& f, const Params& p) {
    FullyConnectedS8::fields(f, p);
  }
};

struct FullyConnectedF32 {
  using Op = FullyConnected;
  using Params = nook_fully_connected_f32;
  static constexpr const char* kType = "nook_fully_connected_f32";
  static constexpr ByRows kRows = ByRows::kNone;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int64_t macs(const Params& p) { return int64_t{p.batch} * p.in * p.out; }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("batch", p.batch), f.value("in", p.in), f.value("out", p.out);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
  }
};

// int16 activations, symmetric int8 weights as above, sums and bias of 64 bits.
struct FullyConnectedS16 {
  using Op = FullyConnected;
  using Params = nook_fully_connected_s8;
  static constexpr const char* kType = "nook_fully_connected_s8";
  static constexpr ByRows kRows = ByRows::kNone;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int32_t scale_count(const Params& p) { return FullyConnectedS8::scale_count(p); }
  static void fill_scales(const ScaleSource& scales, const Params& p, ScaleTables to) {
    FullyConnectedS8::fill_scales(scales, p, to);
  }
  static int64_t macs(const Params& p) { return FullyConnectedS8::macs(p); }

  template <class F>
  static void fields(F& f, const Params& p) {
    FullyConnectedS8::fields(f, p);
  }
};

// The same with sums and bias of 32 bits.
struct FullyConnectedS16Sum32 {
  using Op = FullyConnected;
  using Params = nook_fully_connected_s8;
  static constexpr const char* kType = "nook_fully_connected_s8";
  static constexpr ByRows kRows = ByRows::kNone;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int32_t scale_count(const Params& p) { return FullyConnectedS8::scale_count(p); }
  static void fill_scales(const ScaleSource& scales, const Params& p, ScaleTables to) {
    FullyConnectedS8::fill_scales(scales, p, to);
  }
  static int64_t macs(const Params& p) { return FullyConnectedS8::macs(p); }

  template <class F>
  static void fields(F& f, const Params& p) {
    FullyConnectedS8::fields(f, p);
  }
};

}  // namespace nook
