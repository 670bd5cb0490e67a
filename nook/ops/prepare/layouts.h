// The weights of an operator in a layout (nook/kernels/dot/pack/weight_layout.h), as the Packing of a
// kernel's row. An operator with such weights is a source of them, here in a WeightLayout:
//
//   using Params = ...;
//   static DotWeights weights(const Params&, const void* const* in)
#pragma once
#include "nook/kernels/dot/pack/weight_layout.h"
#include "nook/ops/contract/op.h"

namespace nook {

// The operands of a node whose constants are not known: sizes do not depend on them.
inline constexpr const void* kNoConstants[3] = {};

template <class Source, const auto& layout>
struct InLayout {
  using Params = typename Source::Params;
  static int32_t bytes(const Params& p) {
    return static_cast<int32_t>(layout.bytes(Source::weights(p, kNoConstants)));
  }
  static bool takes(const Params& p, const void* const* in) { return layout.takes(Source::weights(p, in)); }
  static void pack(const Params& p, const void* const* in, PackedBytes& to) {
    layout.pack(Source::weights(p, in), to);
  }
};

// Functions is InLayout or similar.
template <template <class, const auto&> class Functions, class Source, const auto& layout>
constexpr Packing<typename Source::Params> packing_of() {
  using Of = Functions<Source, layout>;
  if constexpr (layout.takes != nullptr) {
    return {Of::bytes, Of::pack, Of::takes};
  } else {
    return {Of::bytes, Of::pack, nullptr};
  }
}

}  // namespace nook
