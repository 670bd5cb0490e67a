#pragma once
#include "nook/ops/op.h"
#include "nook/ops/shared/quantize.h"
#include "nook/ops/svdf/svdf.h"

namespace nook {

struct SvdfS8;
struct SvdfS16;
struct SvdfF32;

// A dense layer of low rank over time: operands x [batch][in], w [units * rank][in], time
// [units * rank][memory], optional bias [units], the state [batch][units * rank * memory], a variable tensor.
// int8 has no fused activation, as in TensorFlow Lite Micro.
struct Svdf {
  static constexpr OpCode kCode = OpCode::kSvdf;
  static constexpr const char* kName = "Svdf";
  static constexpr Signature kSignature =
      operands(Role::kData, Role::kWeights, Role::kWeights, optional(Role::kBias), Role::kState);
  struct Attrs {
    using Op = Svdf;
    int32_t rank = 1;
    Activation fused_activation = Activation::kNone;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<SvdfS16, SvdfS8, SvdfF32>;
};

template <class Params>
int64_t svdf_macs(const Params& p) {
  return int64_t{p.batch} * p.units * p.rank * (int64_t{p.in} + p.memory);
}

// int8 with an int8 state.
struct SvdfS8 {
  using Op = Svdf;
  using Params = nook_svdf;
  static constexpr const char* kType = "nook_svdf";
  static constexpr ByRows kRows = ByRows::kNone;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static Span<const Kernel> unpacked_kernels();
  static int64_t macs(const Params& p) { return svdf_macs(p); }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("batch", p.batch), f.value("in", p.in), f.value("units", p.units), f.value("rank", p.rank);
    f.value("memory", p.memory);
    f.value("x_zero", p.x_zero), f.value("state_zero", p.state_zero), f.value("y_zero", p.y_zero);
    f.value("first_multiplier", p.first_multiplier), f.value("second_multiplier", p.second_multiplier);
    f.value("first_shift", p.first_shift), f.value("second_shift", p.second_shift);
  }
};

// int8 with int16 time weights and state.
struct SvdfS16 : SvdfS8 {
  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static Span<const Kernel> unpacked_kernels();
};

// float32.
struct SvdfF32 {
  using Op = Svdf;
  using Params = nook_svdf_f32;
  static constexpr const char* kType = "nook_svdf_f32";
  static constexpr ByRows kRows = ByRows::kNone;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int64_t macs(const Params& p) { return svdf_macs(p); }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("batch", p.batch), f.value("in", p.in), f.value("units", p.units), f.value("rank", p.rank);
    f.value("memory", p.memory);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
  }
};

}  // namespace nook
