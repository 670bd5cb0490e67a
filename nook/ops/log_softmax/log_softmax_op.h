#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/log_softmax/log_softmax.h"

namespace nook {

// y = log(softmax(x)) along the last dimension.
struct LogSoftmax : UnaryOp<LogSoftmax, OpCode::kLogSoftmax> {
  using Forms = List<struct LogSoftmaxS8, struct LogSoftmaxF32>;
};

// int8; y has the scale 1/16 and the zero point 127.
struct LogSoftmaxS8 : OpForm<LogSoftmax, ByRows::kSlice> {
  NOOK_FORM(nook_log_softmax_s8);
};

// float32.
struct LogSoftmaxF32 : OpForm<LogSoftmax, ByRows::kSlice> {
  NOOK_FORM(nook_log_softmax_f32);
};

}  // namespace nook
