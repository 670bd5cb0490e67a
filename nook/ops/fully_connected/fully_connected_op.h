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
struct FullyConnectedHybrid;
struct FullyConnectedShifted;

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
    bool asymmetric = false;        // of float activations with int8 weights: bytes of them have a zero point
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<FullyConnectedS8, FullyConnectedF32, FullyConnectedS16, FullyConnectedS16Sum32,
                     FullyConnectedS4, FullyConnectedHybrid, FullyConnectedShifted>;
};

// What all forms have in common.
template <class P>
struct FullyConnectedForm {
  using Op = FullyConnected;
  using Params = P;
  static constexpr ByRows kRows = ByRows::kNone;

  static int64_t macs(const P& p) { return int64_t{p.batch} * p.in * p.out; }
};

// What those have in common that have scales: one, or one per output, of symmetric weights.
struct FullyConnectedQuantized : FullyConnectedForm<nook_fully_connected_s8> {
  static constexpr const char* kType = "nook_fully_connected_s8";

  static int32_t scale_count(const Params& p) { return p.scale_step ? p.out : 1; }
  static void fill_scales(const ScaleSource& scales, const Params& p, ScaleTables to);

  template <class F>
  static void fields(F& f, const Params& p) {
    const int32_t scales = scale_count(p);
    f.value("batch", p.batch), f.value("in", p.in), f.value("out", p.out);
    f.value("in_zero", p.in_zero), f.value("out_zero", p.out_zero);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
    f.value("scale_step", p.scale_step);
    f.table("multiplier", p.multiplier, scales), f.table("shift", p.shift, scales);
  }
};

// int8 activations, int8 weights, int32 bias.
struct FullyConnectedS8 : FullyConnectedQuantized {
  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static Span<const Kernel> unpacked_kernels();
  static Span<const Kernel> interpreted_kernels();
  static Span<const Kernel> fast_kernels();
};

// The same with constant weights of 4 bits.
struct FullyConnectedS4 : FullyConnectedQuantized {
  using Params = nook_fully_connected_s4;
  static constexpr const char* kType = "nook_fully_connected_s4";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
};

struct FullyConnectedF32 : FullyConnectedForm<nook_fully_connected_f32> {
  static constexpr const char* kType = "nook_fully_connected_f32";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("batch", p.batch), f.value("in", p.in), f.value("out", p.out);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
  }
};

// int16 activations, int8 weights, sums and bias of 64 bits.
struct FullyConnectedS16 : FullyConnectedQuantized {
  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static Span<const Kernel> unpacked_kernels();
  static Span<const Kernel> fast_kernels();
};

// The same with sums and bias of 32 bits.
struct FullyConnectedS16Sum32 : FullyConnectedQuantized {
  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static Span<const Kernel> unpacked_kernels();
  static Span<const Kernel> fast_kernels();
};

// float32 activations, symmetric int8 weights with one scale or one per output, float32 bias.
struct FullyConnectedHybrid {
  using Op = FullyConnected;
  using Params = nook_fully_connected_hybrid;
  static constexpr const char* kType = "nook_fully_connected_hybrid";
  static constexpr ByRows kRows = ByRows::kNone;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int64_t macs(const Params& p) { return int64_t{p.batch} * p.in * p.out; }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("batch", p.batch), f.value("in", p.in), f.value("out", p.out);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
    f.value("asymmetric", p.asymmetric), f.value("scale_step", p.scale_step);
    f.table("scale", p.scale, p.scale_step ? p.out : 1);
  }
};

// int8 activations, int8 weights with one scale and a zero point that is not 0, int32 bias.
struct FullyConnectedShifted {
  using Op = FullyConnected;
  using Params = nook_fully_connected_shifted;
  static constexpr const char* kType = "nook_fully_connected_shifted";
  static constexpr ByRows kRows = ByRows::kNone;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int32_t scale_count(const Params&) { return 1; }
  static void fill_scales(const ScaleSource& scales, const Params& p, ScaleTables to);
  static int64_t macs(const Params& p) { return int64_t{p.batch} * p.in * p.out; }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("batch", p.batch), f.value("in", p.in), f.value("out", p.out);
    f.value("in_zero", p.in_zero), f.value("w_zero", p.w_zero), f.value("out_zero", p.out_zero);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
    f.table("multiplier", p.multiplier, 1), f.table("shift", p.shift, 1);
  }
};

}  // namespace nook
