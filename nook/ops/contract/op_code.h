#pragma once
#include <stdint.h>

namespace nook {

// The operators of the .tflite format by number (nook/model/builtin_operators.inc lists them). Negative
// numbers are operators that only the compiler creates. Numbers from kFirstCustomOp on are operators that a
// model names (CUSTOM); they are assigned in nook/ops/ops.inc, and no file contains them.
enum class OpCode : int16_t {
#define NOOK_BUILTIN(name, type, code) k##type = code,
#include "nook/model/builtin_operators.inc"
#undef NOOK_BUILTIN
};

constexpr int32_t kFirstCustomOp = 1000;

// Whether an operator's prepare() computes a table with the source of each position along each dimension of
// its result (nook_pick, families/movement.h): an interpreter that only counts has memory for such a table.
constexpr bool notes_places(int32_t code) {
  return code == static_cast<int32_t>(OpCode::kResizeNearestNeighbor) ||
         code == static_cast<int32_t>(OpCode::kBatchToSpaceNd) ||
         code == static_cast<int32_t>(OpCode::kMirrorPad);
}

constexpr bool is_custom(OpCode code) { return static_cast<int32_t>(code) >= kFirstCustomOp; }

}  // namespace nook
