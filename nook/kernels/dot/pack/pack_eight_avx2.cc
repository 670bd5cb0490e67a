#include "nook/kernels/dot/pack/pack_eight_avx2.h"

namespace nook {

void put_eight_avx2(const OutputAvx2 (&outputs)[8], PackedBytes& to) {
  const auto mask = [](const OutputAvx2& o) { return (int64_t{1} << -o.shift) - 1; };
  for (const OutputAvx2& o : outputs) to.put32(o.bias);
  for (const OutputAvx2& o : outputs) to.put32(o.multiplier);
  for (int i = 0; i < 8; ++i) to.put32(outputs[i | 1].multiplier);
  for (const OutputAvx2& o : outputs) to.put32(-o.shift);
  for (const OutputAvx2& o : outputs) to.put32(mask(o));
  for (const OutputAvx2& o : outputs) to.put32(mask(o) >> 1);
}

}  // namespace nook
