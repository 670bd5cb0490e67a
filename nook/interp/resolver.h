// The operators of a program. An operator that is not named is not linked:
//
//   constexpr nook::OpEntry kOps[] = {nook::op_entry<nook::Conv2D, nook::Conv2DS8>(),
//                                     nook::op_entry<nook::Softmax>()};
//   constexpr nook::Resolver kResolver = nook::resolver(kOps);
//
// `nook supported-ops --model M --emit-resolver F` writes such a file for a model.
#pragma once
#include "nook/interpreter.h"
#include "nook/ops/contract/prepare.h"

namespace nook {

using Resolver = nook_resolver;

constexpr Resolver resolver(Span<const OpEntry> ops) { return {ops.data(), ops.size()}; }

inline Span<const OpEntry> ops_of(const Resolver& resolver) {
  return {static_cast<const OpEntry*>(resolver.ops), resolver.ops ? resolver.count : 0};
}

}  // namespace nook
