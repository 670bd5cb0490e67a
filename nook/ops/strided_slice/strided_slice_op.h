#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/prepare/strides.h"
#include "nook/ops/strided_slice/strided_slice.h"

namespace nook {

// y = elements begin, begin + stride, ... before end, in each dimension. Operands 1 to 3: begin, end and
// strides, constant, one number for each leading dimension. Later dimensions, or those at an ellipsis, are
// copied whole. y may have new dimensions of size 1.
struct StridedSlice : OptionsOp<OpCode::kStridedSlice> {
  static constexpr Signature kSignature =
      operands(Role::kData, Role::kPrepared, Role::kPrepared, Role::kPrepared);
  // Bit i applies to the i-th begin, end and stride.
  struct Attrs {
    using Op = StridedSlice;
    uint32_t begin_mask = 0, end_mask = 0;  // ignore begin or end: as far out as the stride permits
    uint32_t shrink_axis_mask = 0;          // selects the one element at `begin`; y lacks the dimension
    uint32_t ellipsis_mask = 0;             // at most one bit: the position of all dimensions without numbers
    uint32_t new_axis_mask = 0;             // y has a dimension of size 1 here
    bool offset = false;                    // `end` counts from `begin`
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<struct StridedSliceAny>;
};

// Any type of whole bytes.
struct StridedSliceAny : OpForm<StridedSlice> {
  NOOK_FORM(nook_strided_slice);
  static int32_t pieces(const Params& p) { return dense_at(p); }
};

}  // namespace nook
