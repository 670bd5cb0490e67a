#include "nook/ops/reference/bits.h"
#include "nook/ops/signal_filter_bank_log/signal_filter_bank_log.h"

enum { kSegmentBits = 7 }; /* bits of the 16-bit fraction that select a segment */

/* log2(1 + f) - f at f = i / 128, with 16 fraction bits. */
static const uint16_t kCurve[] = {
    0,    224,  442,  654,  861,  1063, 1259, 1450, 1636, 1817, 1992, 2163, 2329, 2490, 2646, 2797, 2944,
    3087, 3224, 3358, 3487, 3611, 3732, 3848, 3960, 4068, 4172, 4272, 4368, 4460, 4549, 4633, 4714, 4791,
    4864, 4934, 5001, 5063, 5123, 5178, 5231, 5280, 5326, 5368, 5408, 5444, 5477, 5507, 5533, 5557, 5578,
    5595, 5610, 5622, 5631, 5637, 5640, 5641, 5638, 5633, 5626, 5615, 5602, 5586, 5568, 5547, 5524, 5498,
    5470, 5439, 5406, 5370, 5332, 5291, 5249, 5203, 5156, 5106, 5054, 5000, 4944, 4885, 4825, 4762, 4697,
    4630, 4561, 4490, 4416, 4341, 4264, 4184, 4103, 4020, 3935, 3848, 3759, 3668, 3575, 3481, 3384, 3286,
    3186, 3084, 2981, 2875, 2768, 2659, 2549, 2437, 2323, 2207, 2090, 1971, 1851, 1729, 1605, 1480, 1353,
    1224, 1094, 963,  830,  695,  559,  421,  282,  142,  0};

/* log2(x) with 16 fraction bits, x > 0. */
static uint32_t log2_of(uint32_t x) {
  const int32_t whole = nook_bit_width(x) - 1;
  const uint32_t above = x - ((uint32_t)1 << whole);
  const int32_t fraction = (int32_t)(whole < 16 ? above << (16 - whole) : above >> (whole - 16));
  const int32_t segment = fraction >> (16 - kSegmentBits);
  const int32_t from = kCurve[segment], to = kCurve[segment + 1];
  const int32_t beyond = fraction - segment * ((int32_t)1 << (16 - kSegmentBits));
  /* TensorFlow Lite Micro interpolates over at most 1/128 of a segment, because it divides by a whole octave.
   */
  return ((uint32_t)whole << 16) + (uint32_t)(fraction + from + ((to - from) * beyond >> 16));
}

void nook_signal_filter_bank_log_u32_ref(const nook_signal_filter_bank_log_u32* p, const uint32_t* x,
                                         int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const uint32_t log_2 = 45426, half = 32768; /* with 16 fraction bits */
  for (int32_t i = 0; i < p->size; ++i) {
    const uint32_t corrected = x[i] << p->correction;
    uint32_t scaled = 0;
    if (corrected > 1) {
      const uint32_t natural = (uint32_t)(((uint64_t)log_2 * log2_of(corrected) + half) >> 16);
      scaled = ((uint32_t)p->scale * natural + half) >> 16;
    }
    y[i] = (int16_t)(scaled < INT16_MAX ? scaled : INT16_MAX);
  }
}
