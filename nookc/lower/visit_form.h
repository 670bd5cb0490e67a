#pragma once
#include <type_traits>

#include "nook/ops/all.h"

namespace nookc {
namespace detail {

template <class Visit, class... Forms>
void visit_nth(nook::List<Forms...>, int32_t form, Visit&& visit) {
  int32_t i = 0;
  ((i++ == form ? visit(std::type_identity<Forms>()) : void()), ...);
}

}  // namespace detail

template <class Visit>
void visit_form(nook::OpCode code, int32_t form, Visit&& visit) {
  switch (code) {
#define NOOK_OP(Type, folder, number)                    \
  case nook::OpCode::k##Type:                            \
    detail::visit_nth(nook::Type::Forms(), form, visit); \
    break;
#include "nook/ops/ops.inc"
#undef NOOK_OP
  }
}

}  // namespace nookc
