#pragma once
#include "nook/ops/dynamic_update_slice/dynamic_update_slice.h"
#include "nook/ops/families/unary_op.h"
#include "nook/ops/op.h"

namespace nook {

struct DynamicUpdateSliceAny;

// x with a part replaced: operands x, the part, and where it starts, moved to where all of it is within x.
struct DynamicUpdateSlice : PlainOp<DynamicUpdateSlice> {
  static constexpr OpCode kCode = OpCode::kDynamicUpdateSlice;
  static constexpr Signature kSignature = operands(Role::kData, Role::kData, Role::kData);
  using Forms = List<DynamicUpdateSliceAny>;
};

// Any type of whole bytes.
struct DynamicUpdateSliceAny : FormOf<DynamicUpdateSlice, nook_update_slice> {
  static constexpr const char* kType = "nook_update_slice";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("rank", p.rank), f.value("bytes", p.bytes), f.value("run", p.run);
    f.value("start_bytes", p.start_bytes), f.value("most", p.most), f.value("stride", p.stride);
    f.value("dim", p.dim);
  }
};

}  // namespace nook
