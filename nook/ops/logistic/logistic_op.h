#pragma once
#include "nook/ops/logistic/logistic.h"
#include "nook/ops/op.h"
#include "nook/ops/shared/lookup.h"

namespace nook {

struct LogisticS8;
struct LogisticF32;

// y = 1 / (1 + exp(-x)).
struct Logistic {
  static constexpr size_t kMinInputs = 1, kInputs = 1, kOutputs = 1, kKernelInputs = 1;
  static constexpr bool kVariadic = false;
  struct Attrs {};
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<LogisticS8, LogisticF32>;
};

// int8; the output's quantization is fixed: scale 1/256, zero point -128.
struct LogisticS8 {
  using Op = Logistic;
  using Params = nook_logistic_s8;
  static constexpr const char* kType = "nook_logistic_s8";
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
struct LogisticF32 {
  using Op = Logistic;
  using Params = nook_logistic_f32;
  static constexpr const char* kType = "nook_logistic_f32";
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
