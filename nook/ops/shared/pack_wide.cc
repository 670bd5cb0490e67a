#include "nook/ops/shared/pack_wide.h"

#include "nook/ops/shared/dot_wide_dsp.h"
#include "nook/ops/shared/fixed_once.h"
#include "nook/ops/shared/put_words.h"

namespace nook {
namespace {

constexpr int32_t kGroup = 8;
constexpr int32_t kOrder[] = {0, 2, 1, 3};  // of four inputs, as they are unpacked

struct Output {
  const int8_t* w = nullptr;  // null beside the real ones
  OnceOutput once;

  int32_t weight(int32_t i) const { return w ? w[i] * (1 << once.scale) : 0; }
};

}  // namespace

bool accepts_wide(int64_t rows, int64_t size) {
  return size >= 4 && size / 4 <= NOOK_WIDE_MOST_WORDS && size % 4 <= 1 &&
         rows * size <= NOOK_WIDE_MOST_INPUTS;
}

int64_t wide_bytes(int32_t outputs, const InputRows& inputs) {
  const int64_t group = int64_t{inputs.rows} * nook_wide_row(inputs.size) + kGroup * 12;
  return (int64_t{outputs} + kGroup - 1) / kGroup * group;
}

bool takes_wide(const DotWeights& all) {
  for (int32_t o = 0; o < all.outputs; ++o)
    if (!takes_once(sum_of(all, o), NOOK_WIDE_BITS, NOOK_WIDE_MOST_SCALE)) return false;
  return true;
}

void pack_wide(const DotWeights& all, const InputRows& inputs, int32_t out_zero, void* packed) {
  uint8_t* to = static_cast<uint8_t*>(packed);
  for (int32_t o = 0; o < all.outputs; o += kGroup) {
    Output outputs[kGroup];
    for (int32_t k = 0; k < kGroup && o + k < all.outputs; ++k) {
      outputs[k].w = all.w + int64_t{o + k} * all.depth;
      outputs[k].once = once_output(sum_of(all, o + k), out_zero, NOOK_WIDE_BITS);
    }
    for (const Output& each : outputs) to = put32(to, each.once.bias * (1 << each.once.scale));
    for (int32_t row = 0, i = 0; row < inputs.rows; ++row) {
      if (inputs.size % 4) {
        for (const Output& each : outputs) to = put32(to, each.weight(i) & 0xffff);
        ++i;
      }
      for (int32_t word = inputs.size / 4; word > 0; --word, i += 4)
        for (const Output& each : outputs)
          for (const int32_t byte : kOrder) to = put16(to, each.weight(i + byte));
    }
    for (const Output& each : outputs) to = put32(put32(to, each.once.multiplier), each.once.plus);
  }
}

}  // namespace nook
