// The form of operators that move blocks of pixels, of any type of whole bytes. An operator defines
//
//   static WindowRows window(int32_t block)    the rows of its operand that one row needs
//   static constexpr auto kOfRows              the kernel for a row
//   static Result<nook_blocks> prepare(block, node, context)    for images; its .cc defines it, and kernels()
#pragma once
#include "nook/model/fields.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/contract/row_step.h"
#include "nook/ops/families/blocks.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

template <class Operator>
struct BlocksForm;

template <class Operator, OpCode op_code>
struct BlocksOp : OptionsOp<op_code, Role::kData> {
  using Forms = List<BlocksForm<Operator>>;
  struct Attrs {
    using Op = Operator;
    int32_t block = 0;  // rows and columns
  };
  // The option tables of both operators have the same first field.
  static Result<Attrs> parse(const NodeView& node) {
    return Attrs{node.options[fields::DepthToSpaceOptions::block_size]};
  }
};

template <class Operator>
struct BlocksForm : FormOf<Operator, nook_blocks, ByRows::kWindow> {
  static constexpr const char* kType = "nook_blocks";
  static Result<nook_blocks> prepare(const typename Operator::Attrs& attrs, const NodeView& node,
                                     PrepareContext& context) {
    NOOK_TRY(check_moved(node, context));
    const int32_t rank = node.inputs[0].shape.rank;
    NOOK_CHECK(context, rank == 4, Reason::kRank, 0, 4, rank);
    return Operator::prepare(attrs.block, node, context);
  }
  static Span<const KernelEntry> kernels();
  static Span<const RowInvoke> row_kernels() {
    static constexpr RowInvoke kRows[] = {linked_row<BlocksForm, kRef, Operator::kOfRows>()};
    return kRows;
  }
  static WindowRows window(const nook_blocks& p) { return Operator::window(p.block); }

  // Whether no copy is needed: blocks of one pixel, or a block that is a whole row.
  static int32_t pieces(const nook_blocks& p) { return p.block == 1 || p.width == 1 ? 0 : -1; }
  template <class F>
  static void fields(F& f, const nook_blocks& p) {
    f.value("rows", p.rows), f.value("width", p.width), f.value("block", p.block), f.value("run", p.run);
  }
};

// The most bytes by which y is ahead of the part of x that is still to be read. If y is the coarse image,
// this occurs in the last pixel of a row; if x is, at that pixel's last run.
template <class Params>
int32_t ahead_of_blocks(const Params& p, int) {
  return p.run * (p.block - 1) * (p.width - 1);
}

}  // namespace nook
