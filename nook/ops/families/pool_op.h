// The forms of pooling operators: one number from each window of an image. Each operator has its own kernels.
#pragma once
#include "nook/core/quantize.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/contract/row_step.h"
#include "nook/ops/families/pool.h"
#include "nook/ops/prepare/window.h"

namespace nook {

struct PoolAttrs {
  Padding padding;
  int32_t filter_h = 1, filter_w = 1, stride_h = 1, stride_w = 1;
  Activation activation = Activation::kNone;
};

Code parse_pool(const NodeView& node, PoolAttrs* attrs);
// int8, int16 or uint8. Pooling does not requantize: input and output have the same zero point, and scales
// that differ by at most 1e-6, as in TensorFlow Lite.
Result<nook_pool_s8> prepare_pool(const PoolAttrs& attrs, DType type, const NodeView& node,
                                  PrepareContext& context);
Result<nook_pool_f32> prepare_pool_f32(const PoolAttrs& attrs, const NodeView& node, PrepareContext& context);

template <class Operator, OpCode op_code>
struct PoolOp : OptionsOp<op_code, Role::kData> {
  struct Attrs : PoolAttrs {
    using Op = Operator;
  };
  static Result<Attrs> parse(const NodeView& node) {
    Attrs attrs;
    NOOK_TRY(parse_pool(node, &attrs));
    return attrs;
  }
};

template <class Operator, class P>
struct PoolForm : FormOf<Operator, P, ByRows::kWindow> {
  template <class F>
  static void fields(F& f, const P& p) {
    f.value("batch", p.batch), f.value("in_h", p.in_h), f.value("in_w", p.in_w), f.value("in_c", p.in_c);
    f.value("out_h", p.out_h), f.value("out_w", p.out_w);
    f.value("filter_h", p.filter_h), f.value("filter_w", p.filter_w);
    f.value("stride_h", p.stride_h), f.value("stride_w", p.stride_w);
    f.value("pad_top", p.pad_top), f.value("pad_left", p.pad_left);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
  }
};

// int8, int16 or uint8; input and output have the same quantization.
template <class Operator, DType type>
struct PoolQuantized : PoolForm<Operator, nook_pool_s8> {
  static constexpr const char* kType = "nook_pool_s8";

  static Result<nook_pool_s8> prepare(const PoolAttrs& attrs, const NodeView& node, PrepareContext& context) {
    return prepare_pool(attrs, type, node, context);
  }
};

template <class Operator>
struct PoolF32 : PoolForm<Operator, nook_pool_f32> {
  static constexpr const char* kType = "nook_pool_f32";

  static Result<nook_pool_f32> prepare(const PoolAttrs& attrs, const NodeView& node,
                                       PrepareContext& context) {
    return prepare_pool_f32(attrs, node, context);
  }
};

}  // namespace nook
