#include "door.h"

void door_listen(door_knocks knocks, int32_t hop, int8_t loudness[kQuarters]) {
  for (int32_t q = 0; q < kQuarters; ++q) {
    const int32_t now = hop * kHopMs + q * kQuarterMs;
    int32_t level = 4 + (hop + q) % 3; /* a room is never completely silent */
    for (door_knocks k = knocks; *k >= 0; ++k) {
      const int32_t since = (now - *k + kQuarterMs - 1) / kQuarterMs;
      if (*k < now + kQuarterMs && since < 4) {
        const int32_t heard = 200 >> (since < 0 ? 0 : since); /* wood resonates for a moment */
        if (heard > level) level = heard;
      }
    }
    loudness[q] = (int8_t)(level - 128);
  }
}
