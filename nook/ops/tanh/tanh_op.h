#pragma once
#include "nook/ops/op.h"
#include "nook/ops/shared/lookup.h"
#include "nook/ops/tanh/tanh.h"

namespace nook {

struct TanhS8;
struct TanhF32;

// y = tanh(x).
struct Tanh {
  static constexpr size_t kMinInputs = 1, kInputs = 1, kOutputs = 1, kKernelInputs = 1;
  static constexpr bool kVariadic = false;
  struct Attrs {};
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<TanhS8, TanhF32>;
};

// int8; the output's quantization is fixed: scale 1/128, zero point 0.
struct TanhS8 {
  using Op = Tanh;
  using Params = nook_tanh_s8;
  static constexpr const char* kType = "nook_tanh_s8";
  static constexpr ByRows kRows = ByRows::kSlice;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel<Params>> kernels();
  static int64_t macs(const Params&) { return 0; }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("size", p.size), f.table("table", p.table, NOOK_LOOKUP_SIZE);
  }
};

// float32.
struct TanhF32 {
  using Op = Tanh;
  using Params = nook_tanh_f32;
  static constexpr const char* kType = "nook_tanh_f32";
  static constexpr ByRows kRows = ByRows::kSlice;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel<Params>> kernels();
  static int64_t macs(const Params&) { return 0; }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("size", p.size);
  }
};

}  // namespace nook
