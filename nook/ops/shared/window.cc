#include "nook/ops/shared/window.h"

namespace nook {

Result<Placement> place(const Window& w, PadMode mode, int32_t before, int32_t after) {
  const int64_t reach = int64_t{w.filter - 1} * w.dilation + 1;
  int64_t out = 0, front = 0;
  switch (mode) {
    case PadMode::kSame: {
      out = (int64_t{w.in} + w.stride - 1) / w.stride;
      const int64_t total = (out - 1) * w.stride + reach - w.in;
      front = total > 0 ? total / 2 : 0;
      break;
    }
    case PadMode::kValid:
      out = (w.in - reach + w.stride) / w.stride;
      break;
    case PadMode::kExplicit:
      NOOK_REQUIRE(before >= 0 && after >= 0, Code::kBadShape);
      out = (int64_t{w.in} + before + after - reach + w.stride) / w.stride;
      front = before;
      break;
  }
  const int64_t end = (out - 1) * w.stride + reach;
  NOOK_REQUIRE(out > 0 && end <= INT32_MAX, Code::kBadShape);
  // What nook_taps_inside() adds at most.
  NOOK_REQUIRE(front + w.in + w.dilation <= INT32_MAX, Code::kBadShape);
  return Placement{static_cast<int32_t>(out), static_cast<int32_t>(front)};
}

}  // namespace nook
