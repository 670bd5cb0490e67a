#pragma once
#include "nook/ops/contract/custom_options.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/levels/levels.h"

namespace nook {

// Counts the marks of a channel that x reaches. It replaces operators on single elements that end in few
// levels, such as the quantization of a network trained for few bits. `nook convert` and `nook compile`
// create it.
struct Levels : CustomOp<Levels, 1022> {
  static constexpr const char* kName = "NOOK_LEVELS";
  static constexpr Signature kSignature = operands(Role::kData, Role::kWeights);
  struct Attrs {
    using Op = Levels;
    int32_t first = 0, step = 0;
  };
  static constexpr Option<Attrs> kOptions[] = {{"first", &Attrs::first}, {"step", &Attrs::step}};
  using Forms = List<struct LevelsF32>;
};

// float32 to int8.
struct LevelsF32 : OpForm<Levels> {
  NOOK_FORM(nook_levels);
};

}  // namespace nook
