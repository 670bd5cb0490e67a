#include "nook/ops/prepare/window.h"

namespace nook {

// Divisions have 32 bits: wider ones would need a library on a device.
Result<Placement> place(const Window& w, PadMode mode, int32_t before, int32_t after) {
  const int64_t reach = int64_t{w.filter - 1} * w.dilation + 1;
  int64_t spare = w.in - reach, front = 0;  // room for steps of the filter, in elements
  if (mode == PadMode::kSame) {
    spare = w.in - 1;
  } else if (mode == PadMode::kExplicit) {
    NOOK_REQUIRE(before >= 0 && after >= 0, Code::kBadShape);
    spare += int64_t{before} + after, front = before;
  }
  NOOK_REQUIRE(spare >= 0 && spare <= INT32_MAX, Code::kBadShape);
  const int64_t out = int64_t{static_cast<int32_t>(spare) / w.stride} + 1;
  if (mode == PadMode::kSame) {
    const int64_t total = (out - 1) * w.stride + reach - w.in;
    front = total > 0 ? total >> 1 : 0;
  }
  // Kernels compute the position one tap past the last.
  const int64_t end = (out - 1) * w.stride + reach + w.dilation;
  NOOK_REQUIRE(end <= INT32_MAX, Code::kBadShape);
  // The largest sum in nook_taps_inside().
  NOOK_REQUIRE(front + w.in + w.dilation <= INT32_MAX, Code::kBadShape);
  return Placement{static_cast<int32_t>(out), static_cast<int32_t>(front)};
}

}  // namespace nook
