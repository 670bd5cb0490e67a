#include "nook/kernels/dot/pack/pack_k16.h"

#include "nook/kernels/dot/k16_words.h"
#include "nook/kernels/dot/pack/fixed_once.h"
#include "nook/kernels/dot/pack/fixed_output.h"

namespace nook {
namespace {

constexpr int32_t kWordBytes = 8;                  // the weights of a word of inputs
constexpr int32_t kOnceBits = 12, kMostScale = 8;  // limits that keep scaled weights within 16 bits

int32_t words_of(const InputRows& inputs) {
  const int32_t words = inputs.rows * nook_k16_words(inputs.size);
  return words < 2 ? 2 : words;  // the least number that the kernel supports
}

// The weights of word k of a row, times `unit`; inputs that are part of previous words have weights of 0.
void put_word(const int8_t* w, int32_t size, int32_t k, int32_t unit, PackedBytes& to) {
  const auto at = [&](int32_t byte) {
    const int32_t i = nook_k16_at(size, k) + byte;
    return i >= 4 * k && i < size ? unit * w[i] : 0;
  };
  to.put_two(at(0), at(2)), to.put_two(at(1), at(3));
}

// All weights of output o.
void put_words(const DotWeights& all, int32_t o, int32_t unit, PackedBytes& to) {
  const InputRows inputs = all.rows;
  const uint8_t* const end = to.at() + words_of(inputs) * kWordBytes;
  for (int32_t row = 0; row < inputs.rows; ++row)
    for (int32_t k = 0; k < nook_k16_words(inputs.size); ++k)
      put_word(all.w + (int64_t{o} * inputs.rows + row) * inputs.size, inputs.size, k, unit, to);
  to.zero_until(end);
}

}  // namespace

bool accepts_k16(int32_t rows, int64_t size) {
  return rows <= NOOK_K16_MOST_WORDS && size <= 4 * NOOK_K16_MOST_WORDS &&
         rows * nook_k16_words(static_cast<int32_t>(size)) <= NOOK_K16_MOST_WORDS;
}

int64_t k16_bytes(int32_t outputs, const InputRows& inputs) {
  const int32_t words = words_of(inputs);
  return outputs * (words * kWordBytes + kOutputBytes + (words == NOOK_K16_MOST_WORDS ? 4 : 0));
}

bool takes_k16(const DotWeights& all) { return takes_every_output(all, takes_small_output); }

void pack_k16(const DotWeights& all, PackedBytes& to) {
  for (int32_t o = 0; o < all.outputs; ++o) {
    const OutputWords output = small_output_words(sum_of(all, o));
    to.put32(output.bias);
    put_words(all, o, 2, to);
    to.put32(output.multiplier), to.put32(output.power);
    if (words_of(all.rows) == NOOK_K16_MOST_WORDS) to.put32(all.range.zero);
  }
}

int64_t k16_relu_bytes(int32_t outputs, const InputRows& inputs) {
  return outputs * (words_of(inputs) * kWordBytes + kOutputBytes);
}

bool takes_k16_relu(const DotWeights& all) {
  return takes_every_output(all, [](const OutputSum& sum) { return takes_once(sum, kOnceBits, kMostScale); });
}

void pack_k16_relu(const DotWeights& all, PackedBytes& to) {
  for (int32_t o = 0; o < all.outputs; ++o) {
    const OnceOutput output = once_output(sum_of(all, o), all.range.zero, kOnceBits);
    const int32_t unit = 1 << output.scale;
    to.put32(output.bias * unit);
    put_words(all, o, unit, to);
    to.put32(output.multiplier), to.put32(output.plus);
  }
}

}  // namespace nook
