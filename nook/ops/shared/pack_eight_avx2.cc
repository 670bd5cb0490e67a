#include "nook/ops/shared/pack_eight_avx2.h"

#include "nook/ops/shared/put_words.h"

namespace nook {

uint8_t* put_eight_avx2(const OutputAvx2 (&outputs)[8], uint8_t* to) {
  const auto mask = [](const OutputAvx2& o) { return (int64_t{1} << -o.shift) - 1; };
  for (const OutputAvx2& o : outputs) to = put32(to, o.bias);
  for (const OutputAvx2& o : outputs) to = put32(to, o.multiplier);
  for (int i = 0; i < 8; ++i) to = put32(to, outputs[i | 1].multiplier);
  for (const OutputAvx2& o : outputs) to = put32(to, -o.shift);
  for (const OutputAvx2& o : outputs) to = put32(to, mask(o));
  for (const OutputAvx2& o : outputs) to = put32(to, mask(o) >> 1);
  return to;
}

}  // namespace nook
