// The form of operators that move blocks of pixels, of any type of whole bytes. An operator's .cc makes the
// checks; it has a kernel, and what that reads.
#pragma once
#include "nook/model/fields.h"
#include "nook/ops/families/blocks.h"
#include "nook/ops/op.h"
#include "nook/ops/row_step.h"

namespace nook {

template <class Operator>
struct BlocksForm;

// An operator says which rows of its operand make one: static WindowRows window(int32_t block).
template <class Operator, OpCode op_code>
struct BlocksOp : OptionsOp<op_code, Role::kData> {
  using Forms = List<BlocksForm<Operator>>;
  struct Attrs {
    using Op = Operator;
    int32_t block = 0;  // rows and columns
  };
  // The option tables of both operators have the same field.
  static Result<Attrs> parse(const NodeView& node) {
    return Attrs{node.options[fields::DepthToSpaceOptions::block_size]};
  }
};

// The form of an operator whose .cc defines prepare(), kernels() and row_kernels().
template <class Operator>
struct BlocksForm : FormOf<Operator, nook_blocks, ByRows::kWindow> {
  static constexpr const char* kType = "nook_blocks";
  static Result<nook_blocks> prepare(const typename Operator::Attrs& attrs, const NodeView& node,
                                     PrepareContext& context);
  static Span<const Kernel> kernels();
  static Span<const RowInvoke> row_kernels();
  static WindowRows window(const nook_blocks& p) { return Operator::window(p.block); }

  // What needs no copy: blocks of one pixel, and those that are all of a row.
  static int32_t pieces(const nook_blocks& p) { return p.block == 1 || p.width == 1 ? 0 : -1; }
  template <class F>
  static void fields(F& f, const nook_blocks& p) {
    f.value("rows", p.rows), f.value("width", p.width), f.value("block", p.block), f.value("run", p.run);
  }
};

// The most bytes by which y is ahead of what is still to be read of x: in the last pixel of a row, where y is
// the coarse image, and at its last run, where x is.
template <class Params>
int32_t ahead_of_blocks(const Params& p, int) {
  return p.run * (p.block - 1) * (p.width - 1);
}

}  // namespace nook
