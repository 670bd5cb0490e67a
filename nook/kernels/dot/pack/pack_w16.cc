#include "nook/kernels/dot/pack/pack_w16.h"

#include "nook/kernels/dot/armv7em/dot_2x4_w16_dsp.h"
#include "nook/kernels/dot/pack/fixed_once.h"

namespace nook {
namespace {

constexpr int32_t kGroup = 4;

struct Output {
  const int8_t* w;
  OnceOutput once;

  int32_t weight(int32_t i) const { return i < 0 ? 0 : w[i] * (1 << once.scale); }
  int64_t bias() const { return once.bias * (1 << once.scale) + once.more; }
};

bool find(const DotWeights& all, int32_t o, OnceOutput* to) {
  return find_once(sum_of(all, o), all.range.zero, NOOK_W16_BITS, NOOK_W16_MOST_SCALE, to);
}

// The words of all rows, then single bytes, padded to an even number.
int32_t words_of(const InputRows& inputs) { return inputs.rows * (inputs.size / 4); }
int32_t alone_of(const InputRows& inputs) { return (inputs.rows * (inputs.size % 4) + 1) / 2 * 2; }

// A word of the inputs, or a single byte: its offset, and the index of its first weight. -1: none.
struct Place {
  int32_t row, at, input;
};

// All places, in the order in which they are unpacked.
const Place* find_places(const InputRows& inputs, Place* to) {
  const int32_t words_end = inputs.size / 4 * 4;
  for (int32_t row = 0; row < inputs.rows; ++row)
    for (int32_t at = 0; at < words_end; at += 4) *to++ = {row, at, row * inputs.size + at};
  for (int32_t row = 0; row < inputs.rows; ++row)
    for (int32_t at = words_end; at < inputs.size; ++at) *to++ = {row, at, row * inputs.size + at};
  if (inputs.rows * (inputs.size % 4) % 2) *to++ = {0, 0, -1};
  return to;
}

void put_places(const InputRows& inputs, const Place* places, const Place* end, PackedBytes& to) {
  const uint8_t* const packed_end = to.at() + nook_w16_places(words_of(inputs), alone_of(inputs));
  to.put8(words_of(inputs)), to.put8(alone_of(inputs));
  for (; places != end; ++places) to.put8(places->row), to.put8(places->at);
  to.zero_until(packed_end);
}

const TwoInputs* find_twos(int32_t words, const Place* places, const Place* end, TwoInputs* to) {
  for (; words > 0; --words, ++places) {
    *to++ = {places->input, places->input + 2};
    *to++ = {places->input + 1, places->input + 3};
  }
  for (; places != end; places += 2) *to++ = {places[0].input, places[1].input};
  return to;
}

// Puts the places, and finds the order of the weights. Returns its end.
const TwoInputs* put_order(const InputRows& inputs, TwoInputs* twos, PackedBytes& to) {
  Place places[NOOK_W16_MOST_PLACES];
  const Place* const last = find_places(inputs, places);
  put_places(inputs, places, last, to);
  return find_twos(words_of(inputs), places, last, twos);
}

}  // namespace

bool accepts_gather_tiles(int64_t rows, int64_t size) {
  if (rows * size < 4 || rows * size > NOOK_W16_MOST_INPUTS) return false;
  const InputRows inputs = {static_cast<int32_t>(rows), static_cast<int32_t>(size)};
  return words_of(inputs) + alone_of(inputs) <= NOOK_W16_MOST_PLACES;
}

bool accepts_w16(int64_t rows, int64_t size) { return size >= 4 && accepts_gather_tiles(rows, size); }

int64_t w16_bytes(int32_t outputs, const InputRows& inputs) {
  const int32_t words = words_of(inputs), alone = alone_of(inputs);
  return nook_w16_places(words, alone) +
         (int64_t{outputs} + kGroup - 1) / kGroup * nook_w16_four(words, alone);
}

bool takes_w16(const DotWeights& all) {
  OnceOutput once;
  for (int32_t o = 0; o < all.outputs; ++o)
    if (!find(all, o, &once)) return false;
  return true;
}

void pack_w16(const DotWeights& all, PackedBytes& to) {
  TwoInputs twos[2 * NOOK_W16_MOST_PLACES];
  const TwoInputs* const end = put_order(all.rows, twos, to);
  for (int32_t next = 0; next < all.outputs; next += kGroup) {
    const int32_t first = next + kGroup <= all.outputs ? next : all.outputs - kGroup;
    Output outputs[kGroup];
    for (int32_t k = 0; k < kGroup; ++k) {
      outputs[k].w = all.w + int64_t{first + k} * all.depth;
      find(all, first + k, &outputs[k].once);
    }
    for (const TwoInputs* two = twos; two != end; ++two) {
      for (int32_t k = 0; k < kGroup; ++k) {
        to.put_two(outputs[k].weight(two->low), outputs[k].weight(two->high));
        if (two != twos || k != 1) continue;
        for (const Output& each : outputs) to.put32(each.bias());
      }
    }
    for (const Output& each : outputs) to.put32(each.once.multiplier), to.put32(each.once.plus);
  }
}

int64_t gather_tiles_bytes(int32_t outputs, const InputRows& inputs) {
  const int32_t words = words_of(inputs), alone = alone_of(inputs);
  return nook_w16_places(words, alone) + bytes_2x4(outputs, 4 * words + alone);
}

void pack_gather_tiles(const DotWeights& all, PackedBytes& to) {
  TwoInputs twos[2 * NOOK_W16_MOST_PLACES];
  const TwoInputs* const end = put_order(all.rows, twos, to);
  pack_2x4_in_order(all, twos, static_cast<int32_t>(end - twos), to);
}

}  // namespace nook
