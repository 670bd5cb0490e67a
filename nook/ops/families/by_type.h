// Forms that differ only in their element type. The operator declares their shared functions, which its .cc
// defines:
//
//   NOOK_FORMS_BY_TYPE(nook_topk_v2);  // prepare(type, ...) and fields()
//   using Forms = List<ByType<TopkV2, DType::kS8>, ByType<TopkV2, DType::kF32>>;
//
// and the .cc has a NOOK_FAMILY_KERNEL for each type.
#pragma once
#include "nook/ops/contract/op.h"

#define NOOK_FORMS_BY_TYPE(P)                                                                      \
  using Params = P;                                                                                \
  static constexpr const char* kType = #P;                                                         \
  static void fields(nook::ParamsVisitor& f, const P& p);                                          \
  static nook::Result<P> prepare(nook::DType type, const Attrs& attrs, const nook::NodeView& node, \
                                 nook::PrepareContext& context)

namespace nook {

template <class Operator, DType type, ByRows rows = ByRows::kNone>
struct ByType : FormOf<Operator, typename Operator::Params, rows> {
  using Params = typename Operator::Params;
  static constexpr const char* kType = Operator::kType;

  static Result<Params> prepare(const typename Operator::Attrs& attrs, const NodeView& node,
                                PrepareContext& context) {
    return Operator::prepare(type, attrs, node, context);
  }
  static Span<const KernelEntry> kernels();
  static void fields(ParamsVisitor& f, const Params& p) { Operator::fields(f, p); }
};

}  // namespace nook
