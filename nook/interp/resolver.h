// Which operators a program carries. What is not named here is not linked:
//
//   constexpr nook::OpEntry kOps[] = {nook::op_entry<nook::Conv2D, nook::Conv2DS8>(),
//                                     nook::op_entry<nook::Softmax>()};
//   constexpr nook::Resolver kResolver = nook::resolver(kOps);
//
// `nook supported-ops --model M --emit-resolver F` writes that file for a model.
#pragma once
#include "nook/interpreter.h"
#include "nook/ops/prepare.h"

namespace nook {

using Resolver = nook_resolver;

constexpr Resolver resolver(Span<const OpEntry> ops) { return {ops.data(), ops.size()}; }

// The row for a .tflite builtin code, or null.
inline const OpEntry* find_op(const Resolver& resolver, int32_t code) {
  const OpEntry* const ops = static_cast<const OpEntry*>(resolver.ops);
  for (size_t i = 0; i < resolver.count; ++i)
    if (static_cast<int32_t>(ops[i].code) == code) return &ops[i];
  return nullptr;
}

}  // namespace nook
