#include "nook/ops/shared/pack_short.h"

#include <string.h>

#include "nook/ops/shared/fixed_once.h"
#include "nook/ops/shared/fixed_output.h"
#include "nook/ops/shared/put_words.h"
#include "nook/ops/shared/short_words.h"

namespace nook {
namespace {

constexpr int32_t kWordBytes = 8;                  // the weights of a word of inputs
constexpr int32_t kOnceBits = 12, kMostScale = 8;  // so that scaled weights have 16 bits

int32_t words_of(const InputRows& inputs) {
  const int32_t words = inputs.rows * nook_short_words(inputs.size);
  return words < 2 ? 2 : words;  // as many as the kernel has the least
}

// The weights of word k of a row, times `unit`; inputs that the words before have had meet weights of 0.
uint8_t* put_word(const int8_t* w, int32_t size, int32_t k, int32_t unit, uint8_t* to) {
  constexpr int32_t kOrder[] = {0, 2, 1, 3};
  for (const int32_t byte : kOrder) {
    const int32_t i = nook_short_at(size, k) + byte;
    to = put16(to, i >= 4 * k && i < size ? unit * w[i] : 0);
  }
  return to;
}

// All weights of output o.
uint8_t* put_words(const DotWeights& all, int32_t o, const InputRows& inputs, int32_t unit, uint8_t* to) {
  uint8_t* const end = to + words_of(inputs) * kWordBytes;
  for (int32_t row = 0; row < inputs.rows; ++row)
    for (int32_t k = 0; k < nook_short_words(inputs.size); ++k)
      to = put_word(all.w + (int64_t{o} * inputs.rows + row) * inputs.size, inputs.size, k, unit, to);
  memset(to, 0, static_cast<size_t>(end - to));
  return end;
}

}  // namespace

bool accepts_short(int32_t rows, int64_t size) {
  return rows <= NOOK_SHORT_MOST_WORDS && size <= 4 * NOOK_SHORT_MOST_WORDS &&
         rows * nook_short_words(static_cast<int32_t>(size)) <= NOOK_SHORT_MOST_WORDS;
}

int32_t short_bytes(int32_t outputs, const InputRows& inputs) {
  const int32_t words = words_of(inputs);
  return outputs * (words * kWordBytes + kOutputBytes + (words == NOOK_SHORT_MOST_WORDS ? 4 : 0));
}

bool takes_short(const DotWeights& all) {
  for (int32_t o = 0; o < all.outputs; ++o)
    if (!takes_small_output(sum_of(all, o))) return false;
  return true;
}

void pack_short(const DotWeights& all, const InputRows& inputs, int32_t out_zero, void* packed) {
  uint8_t* to = static_cast<uint8_t*>(packed);
  for (int32_t o = 0; o < all.outputs; ++o) {
    uint8_t output[kOutputBytes];  // {2 * bias, multiplier, power}, of which the bias comes first
    pack_small_output(sum_of(all, o), output);
    memcpy(to, output, 4);
    to = put_words(all, o, inputs, 2, to + 4);
    memcpy(to, output + 4, 8);
    to += 8;
    if (words_of(inputs) == NOOK_SHORT_MOST_WORDS) to = put32(to, out_zero);
  }
}

int32_t short_once_bytes(int32_t outputs, const InputRows& inputs) {
  return outputs * (words_of(inputs) * kWordBytes + kOutputBytes);
}

bool takes_short_once(const DotWeights& all) {
  for (int32_t o = 0; o < all.outputs; ++o)
    if (!takes_once(sum_of(all, o), kOnceBits, kMostScale)) return false;
  return true;
}

void pack_short_once(const DotWeights& all, const InputRows& inputs, int32_t out_zero, void* packed) {
  uint8_t* to = static_cast<uint8_t*>(packed);
  for (int32_t o = 0; o < all.outputs; ++o) {
    const OnceOutput output = once_output(sum_of(all, o), out_zero, kOnceBits);
    const int32_t unit = 1 << output.scale;
    to = put_words(all, o, inputs, unit, put32(to, output.bias * unit));
    to = put32(put32(to, output.multiplier), output.plus);
  }
}

}  // namespace nook
