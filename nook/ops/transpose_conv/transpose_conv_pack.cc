#include "nook/ops/transpose_conv/transpose_conv_pack.h"

#include <string.h>

#include "nook/kernels/dot/dot_4x4_f32.h"
#include "nook/kernels/dot/pack/pack_four_sums.h"
#include "nook/kernels/window/window.h"
#include "nook/ops/transpose_conv/phases.h"

namespace nook {
namespace {

enum Operands : uint8_t { kWeights = 1, kBias = 3 };
constexpr int64_t kMostInputS16 = 32768;
constexpr int32_t kWord = 4, kVector = 8;

// The size with whole blocks of inputs.
int64_t packed_bytes(const nook_transpose_conv_shape& s, int32_t block) {
  const int64_t phases = int64_t{s.stride_h} * s.stride_w, taps = int64_t{s.filter_h} * s.filter_w;
  return (int64_t{s.out_c} + 3) / 4 *
         (20 * phases + taps * ((int64_t{s.in_c} + block - 1) / block * block * 4));
}

// The bias of output o, whose type has `bytes` bytes: 2, 4 or 8.
int64_t bias_of(const void* biases, int32_t bytes, int32_t o) {
  if (!biases) return 0;
  const auto* const at = static_cast<const uint8_t*>(biases) + int64_t{bytes} * o;
  int16_t narrow;
  int32_t plain;
  int64_t wide;
  if (bytes == 2) return memcpy(&narrow, at, sizeof narrow), narrow;
  if (bytes == 4) return memcpy(&plain, at, sizeof plain), plain;
  return memcpy(&wide, at, sizeof wide), wide;
}

// The weights of four channels for an output of the phase.
FourRows rows_of(const nook_transpose_conv_shape& s, const void* weights, int32_t o, int32_t y, int32_t x) {
  const auto* const w = static_cast<const int8_t*>(weights);
  FourRows rows = four_rows_at(w, s.out_c, s.filter_h * s.filter_w * s.in_c, o);
  for (const int8_t*& row : rows.w)
    if (row) row += (int64_t{y} * s.filter_w + x) * s.in_c;
  rows.depth = s.in_c;
  rows.lines = nook_phase_taps(y, s.stride_h, s.filter_h);
  rows.columns = nook_phase_taps(x, s.stride_w, s.filter_w);
  rows.next_line = s.stride_h * s.filter_w * s.in_c, rows.next_column = s.stride_w * s.in_c;
  return rows;
}

template <class Visit>
void for_each_rows(const nook_transpose_conv_shape& s, const void* weights, Visit visit) {
  for (int32_t y = 0; y < s.stride_h; ++y)
    for (int32_t x = 0; x < s.stride_w; ++x)
      for (int32_t o = 0; o < s.out_c; o += 4) visit(rows_of(s, weights, o, y, x));
}

}  // namespace

bool transpose_conv_has_phases(const nook_transpose_conv_shape& s) {
  return s.stride_h <= s.filter_h && s.stride_w <= s.filter_w && packed_bytes(s, kVector) <= INT32_MAX &&
         4 * nook_most_phase_words(&s, kVector) <= INT32_MAX;
}

int32_t transpose_conv_scratch(const nook_transpose_conv_shape& s) {
  return static_cast<int32_t>(4 * nook_most_phase_words(&s, kWord));
}
int32_t transpose_conv_scratch_mve(const nook_transpose_conv_shape& s) {
  return static_cast<int32_t>(4 * nook_most_phase_words(&s, kVector));
}

int32_t packed_phases_bytes(const nook_transpose_conv_s8& p) {
  return static_cast<int32_t>(packed_bytes(p.shape, kWord));
}
int32_t packed_phases_s16_bytes(const nook_transpose_conv_s16& p) {
  return static_cast<int32_t>(packed_bytes(p.shape, kWord));
}
int32_t packed_phases_s16_bytes_mve(const nook_transpose_conv_s16& p) {
  return static_cast<int32_t>(packed_bytes(p.shape, kVector));
}

bool takes_phases(const nook_transpose_conv_s8& p, const void* const*) {
  for (int32_t o = 0; o < p.shape.out_c; ++o)
    if (p.shift[o] >= 0) return false;
  return true;
}

void pack_phases(const nook_transpose_conv_s8& p, const void* const* in, PackedBytes& to) {
  for_each_rows(p.shape, in[kWeights], [&](const FourRows& rows) {
    for (int32_t k = 0; k < 4; ++k) {
      const int64_t bias = rows.w[k] ? bias_of(in[kBias], 4, rows.first + k) : 0;
      to.put32(bias - p.in_zero * sums_of_row(rows, k).sum);
    }
    put_four_rows(rows, to);
  });
}

bool takes_phases_s16(const nook_transpose_conv_s16& p, const void* const* in) {
  bool fit = true;
  for_each_rows(p.shape, in[kWeights], [&](const FourRows& rows) {
    for (int32_t k = 0; k < 4 && rows.w[k]; ++k) {
      const int64_t bias = bias_of(in[kBias], p.bias_bytes, rows.first + k), room = INT32_MAX;
      const int64_t most = kMostInputS16 * sums_of_row(rows, k).magnitude;
      fit = fit && most <= room && bias <= room - most && bias >= most - room;
    }
  });
  return fit;
}

namespace {

void put_sums(const nook_transpose_conv_s16& p, const void* bias, const FourRows& rows, PackedBytes& to) {
  for (int32_t k = 0; k < 4; ++k) to.put32(rows.w[k] ? bias_of(bias, p.bias_bytes, rows.first + k) : 0);
}

}  // namespace

void pack_phases_s16(const nook_transpose_conv_s16& p, const void* const* in, PackedBytes& to) {
  for_each_rows(p.shape, in[kWeights], [&](const FourRows& rows) {
    put_sums(p, in[kBias], rows, to);
    put_four_rows_s16(rows, to);
  });
}

void pack_phases_s16_mve(const nook_transpose_conv_s16& p, const void* const* in, PackedBytes& to) {
  for_each_rows(p.shape, in[kWeights], [&](const FourRows& rows) {
    put_sums(p, in[kBias], rows, to);
    to.put32(0);  // fills the position of the word that other layouts have
    put_four_rows_mve(rows, 8, to);
  });
}

namespace {

int64_t packed_floats(const nook_transpose_conv_shape& s) {
  const int64_t phases = int64_t{s.stride_h} * s.stride_w, taps = int64_t{s.filter_h} * s.filter_w;
  return (int64_t{s.out_c} + 3) / 4 * 4 * (phases + taps * s.in_c);
}

// Whether the segments of a row of four pixels of this phase fit on the stack: as for a convolution
// (conv2d/conv2d_fits.h) with the phase's taps.
bool in_segments(const nook_transpose_conv_shape& s, int32_t phase) {
  const int64_t taps = nook_phase_taps(phase, s.stride_w, s.filter_w);
  const int64_t ahead = (int64_t{phase} - s.pad_left % s.stride_w + s.stride_w) % s.stride_w;
  if (ahead >= s.out_w) return true;
  const int64_t pixels = (s.out_w - ahead + s.stride_w - 1) / s.stride_w;
  const int64_t first = (ahead + s.pad_left) / s.stride_w, beyond = first + pixels - s.in_w;
  const int64_t before = taps - 1 > first ? taps - 1 - first : 0, after = beyond > 0 ? beyond : 0;
  const int64_t at_edges = pixels < 4 + before + after ? before + after : before > after ? before : after;
  const int64_t pieces = (int64_t{s.in_c} + NOOK_SEGMENT_F32_ZEROS - 1) / NOOK_SEGMENT_F32_ZEROS;
  const int64_t edges = (at_edges < taps ? at_edges : taps) * pieces;
  return edges + (at_edges < taps) <= NOOK_WINDOW_SEGMENTS_F32;
}

uint32_t word_of(const void* floats, int64_t i) {
  uint32_t word;
  memcpy(&word, static_cast<const uint8_t*>(floats) + 4 * i, sizeof word);
  return word;
}

// The first of four channels from `next` on, of at least four.
int32_t first_of_four(const nook_transpose_conv_shape& s, int32_t next) {
  return next + 4 <= s.out_c ? next : s.out_c - 4;
}

void put_phase(const nook_transpose_conv_shape& s, const void* const* in, int32_t y, int32_t x,
               PackedBytes& to) {
  const int32_t rows = nook_phase_taps(y, s.stride_h, s.filter_h);
  const int32_t columns = nook_phase_taps(x, s.stride_w, s.filter_w);
  for (int32_t next = 0; next < s.out_c; next += 4) {
    const int32_t first = first_of_four(s, next);
    for (int32_t o = first; o < first + 4; ++o) to.put32(in[kBias] ? word_of(in[kBias], o) : 0);
    for (int32_t ky = y + (rows - 1) * s.stride_h; ky >= y; ky -= s.stride_h)
      for (int32_t kx = x + (columns - 1) * s.stride_w; kx >= x; kx -= s.stride_w)
        for (int32_t i = 0; i < s.in_c; ++i)
          for (int64_t o = first; o < first + 4; ++o)
            to.put32(word_of(in[kWeights], ((o * s.filter_h + ky) * s.filter_w + kx) * s.in_c + i));
  }
}

}  // namespace

bool transpose_conv_has_tiles(const nook_transpose_conv_shape& s) {
  const bool phases = s.stride_h <= s.filter_h && s.stride_w <= s.filter_w && s.out_c >= 4 &&
                      nook_phase_taps(0, s.stride_h, s.filter_h) <= NOOK_WINDOW_ROWS_F32 &&
                      4 * packed_floats(s) <= INT32_MAX;
  for (int32_t phase = 0; phases && phase < s.stride_w; ++phase)
    if (!in_segments(s, phase)) return false;
  return phases;
}

// Zeros stand in for inputs outside of x, which only finite weights do not notice.
bool takes_phases_f32(const nook_transpose_conv_f32& p, const void* const* in) {
  const nook_transpose_conv_shape& s = p.shape;
  constexpr uint32_t kExponent = 0x7F800000;
  const int64_t count = int64_t{s.out_c} * s.filter_h * s.filter_w * s.in_c;
  for (int64_t i = 0; i < count; ++i)
    if ((word_of(in[kWeights], i) & kExponent) == kExponent) return false;
  return true;
}
int32_t packed_phases_f32_bytes(const nook_transpose_conv_f32& p) {
  return static_cast<int32_t>(4 * packed_floats(p.shape));
}
void pack_phases_f32(const nook_transpose_conv_f32& p, const void* const* in, PackedBytes& to) {
  for (int32_t y = 0; y < p.shape.stride_h; ++y)
    for (int32_t x = 0; x < p.shape.stride_w; ++x) put_phase(p.shape, in, y, x, to);
}

}  // namespace nook
