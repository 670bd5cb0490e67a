#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/log_softmax/log_softmax.h"
#include "nook/ops/op.h"

namespace nook {

struct LogSoftmaxS8;
struct LogSoftmaxF32;

// y = log(softmax(x)) along the last dimension.
struct LogSoftmax : PlainOp<LogSoftmax> {
  static constexpr OpCode kCode = OpCode::kLogSoftmax;
  static constexpr Signature kSignature = operands(Role::kData);
  using Forms = List<LogSoftmaxS8, LogSoftmaxF32>;
};

// int8; y on the scale 1/16 with the zero point 127.
struct LogSoftmaxS8 : FormOf<LogSoftmax, nook_log_softmax_s8> {
  static constexpr const char* kType = "nook_log_softmax_s8";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("rows", p.rows), f.value("depth", p.depth), f.value("multiplier", p.multiplier),
        f.value("shift", p.shift);
    f.value("least", p.least), f.value("back_multiplier", p.back_multiplier);
    f.value("back_shift", p.back_shift);
  }
};

// float32.
struct LogSoftmaxF32 : FormOf<LogSoftmax, nook_log_softmax_f32> {
  static constexpr const char* kType = "nook_log_softmax_f32";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("rows", p.rows), f.value("depth", p.depth);
  }
};

}  // namespace nook
