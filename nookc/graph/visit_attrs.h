// For the few files that need every operator's attributes: this includes every operator's header.
#pragma once
#include "nook/ops/all.h"
#include "nookc/graph/attrs.h"

namespace nookc {

// Calls visit(attrs) with the operator's Attrs; for empty attributes, with a default value of the same type.
template <class AnyAttrs, class Visit>
auto visit_attrs(AnyAttrs& attrs, Visit&& visit) -> decltype(visit(*attrs.template get<nook::Add>())) {
  if (!attrs.none()) {
#define NOOK_OP(Type, folder, number) \
  if (auto* typed = attrs.template get<nook::Type>()) return visit(*typed);
#define NOOK_CUSTOM_OP(Type, folder, number, name) NOOK_OP(Type, folder, number)
#include "nook/ops/ops.inc"
#undef NOOK_OP
#undef NOOK_CUSTOM_OP
  }
  return {};
}

}  // namespace nookc
