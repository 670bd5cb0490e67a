#pragma once
#include "nook/ops/broadcast_args/broadcast_args.h"
#include "nook/ops/op.h"

namespace nook {

template <DType type>
struct BroadcastArgsOf;

// y = the shape that two shapes have after broadcasting. If shapes computed at run time contradict each
// other, the first operand's dimension counts.
struct BroadcastArgs : BinaryOp<BroadcastArgs, OpCode::kBroadcastArgs> {
  using Forms = List<BroadcastArgsOf<DType::kS32>, BroadcastArgsOf<DType::kS64>>;

  static Result<nook_broadcast_args> prepare_of(DType type, const NodeView& node, PrepareContext& context);
};

// int32 or int64.
template <DType type>
struct BroadcastArgsOf : FormOf<BroadcastArgs, nook_broadcast_args> {
  static constexpr const char* kType = "nook_broadcast_args";

  static Result<Params> prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
    return Op::prepare_of(type, node, context);
  }
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("a_size", p.a_size), f.value("b_size", p.b_size);
  }
};

}  // namespace nook
