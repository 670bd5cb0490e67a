#pragma once
#include "nook/ops/cumsum/cumsum.h"
#include "nook/ops/op.h"

namespace nook {

struct CumsumS8;
struct CumsumF32;

// y = the sums of x up to each element along the axis of operand 1, a constant.
struct Cumsum {
  static constexpr OpCode kCode = OpCode::kCumsum;
  static constexpr Signature kSignature = operands(Role::kData, Role::kPrepared);
  struct Attrs {
    using Op = Cumsum;
    bool exclusive = false;  // without the element itself
    bool reverse = false;    // from the end
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<CumsumS8, CumsumF32>;
};

// int8. Where the zero point of x is not 0 all sums are off by that, as in TensorFlow Lite Micro.
struct CumsumS8 : FormOf<Cumsum, nook_cumsum_s8> {
  static constexpr const char* kType = "nook_cumsum_s8";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("walk.outer", p.walk.outer), f.value("walk.size", p.walk.size);
    f.value("walk.inner", p.walk.inner), f.value("walk.exclusive", p.walk.exclusive);
    f.value("walk.reverse", p.walk.reverse);
    f.value("in_zero", p.in_zero), f.value("out_zero", p.out_zero);
    f.value("multiplier", p.multiplier), f.value("shift", p.shift);
  }
};

// float32.
struct CumsumF32 : FormOf<Cumsum, nook_cumsum_f32> {
  static constexpr const char* kType = "nook_cumsum_f32";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("walk.outer", p.walk.outer), f.value("walk.size", p.walk.size);
    f.value("walk.inner", p.walk.inner), f.value("walk.exclusive", p.walk.exclusive);
    f.value("walk.reverse", p.walk.reverse);
  }
};

}  // namespace nook
