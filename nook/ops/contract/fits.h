// Which layers a kernel takes, as data: a Fits is a literal in the kernel's row of <type>.inc.
//
// An operator describes a layer as a Layer, layer_of(Params). A Fits has three parts: Can says for which
// layers the kernel is exact, Pays for which of them it wastes little enough to be considered, Worth for
// which its code is worth the flash. fits() is the only function that evaluates a Fits; kernel_rows.h says
// who asks it, and estimates of cycles then decide among the kernels that remain
// (nook/ops/contract/kernel_cycles.h).
#pragma once
#include <stdint.h>

#include "nook/ops/contract/kernel_rows.h"

// Functions that evaluate a literal are inlined, so that a row has code only for the fields that it sets.
#define NOOK_FITS_INLINE __attribute__((always_inline)) constexpr

namespace nook {

// The properties of a layer that kernels depend on. A layer without images has one pixel and one tap.
struct Layer {
  int32_t in_h = 1, in_w = 1, out_h = 1, out_w = 1, batch = 1;
  int32_t filter_h = 1, filter_w = 1, stride_h = 1, stride_w = 1, dilation_h = 1, dilation_w = 1;
  int32_t pad_top = 0, pad_left = 0;
  int32_t channels = 1, outputs = 1;  // channels of the input and the output
  int32_t group = 1;                  // channels that an output is computed from
  int32_t multiplier = 1;             // outputs of a channel
  int32_t zero = 0, low = 0;          // the output's zero point and the lower end of its range
  bool whole_range = true;            // outputs have all values of int8
  bool one_scale = false;             // for all outputs

  NOOK_FITS_INLINE int64_t taps() const { return int64_t{filter_h} * filter_w; }
  // Terms of a sum.
  NOOK_FITS_INLINE int64_t depth() const { return taps() * group; }
  NOOK_FITS_INLINE int64_t pixels() const { return int64_t{out_h} * out_w; }
  NOOK_FITS_INLINE int64_t results() const { return pixels() * outputs; }
  NOOK_FITS_INLINE int64_t weights() const { return depth() * outputs; }
  // Input elements from the first tap to the last along a row.
  NOOK_FITS_INLINE int64_t span() const { return int64_t{filter_w - 1} * dilation_w + 1; }
  // The last column and row of the input that a tap reads; beyond the input: in the padding.
  NOOK_FITS_INLINE int64_t last_column() const {
    return int64_t{stride_w} * (out_w - 1) - pad_left + span() - 1;
  }
  NOOK_FITS_INLINE int64_t last_row() const {
    return int64_t{stride_h} * (out_h - 1) - pad_top + int64_t{filter_h - 1} * dilation_h;
  }
};

// The geometry of a layer whose Params describe a filter that slides over images.
template <class Params>
NOOK_FITS_INLINE Layer layer_of_images(const Params& p) {
  Layer l;
  l.in_h = p.in_h, l.in_w = p.in_w, l.out_h = p.out_h, l.out_w = p.out_w, l.batch = p.batch;
  l.filter_h = p.filter_h, l.filter_w = p.filter_w, l.stride_h = p.stride_h, l.stride_w = p.stride_w;
  l.dilation_h = p.dilation_h, l.dilation_w = p.dilation_w;
  l.pad_top = p.pad_top, l.pad_left = p.pad_left;
  l.channels = p.in_c, l.outputs = p.out_c;
  return l;
}

struct Bounds {
  int32_t least = 0, most = INT32_MAX, multiple = 1;
  NOOK_FITS_INLINE bool hold(int64_t value) const {
    return (least == 0 || value >= least) && (most == INT32_MAX || value <= most) &&
           (multiple == 1 || value % multiple == 0);
  }
};

// Elements that a kernel computes `size` at a time. The last tile may be padded by at most 1/share of all.
struct Tiling {
  int32_t size = 1, share = 1;
  NOOK_FITS_INLINE bool is_filled_by(int64_t count) const {
    return size == 1 || (size - count % size) % size * share <= count;
  }
};

enum class Groups : uint8_t { kOne, kSeveral, kAny };
// The lower end of the output's range: anything; the zero point or more; the zero point.
enum class Low : uint8_t { kAny, kZeroOrMore, kZero };

struct Can {
  Groups groups = Groups::kOne;
  Low low = Low::kAny;
  int32_t stride_h = 0, stride_w = 0;  // exactly; 0: any
  int32_t dilation_h = 0, dilation_w = 0;
  Bounds filter_h, filter_w, taps;
  Bounds channels, outputs, multiplier;
  Bounds columns;                                // columns of the output
  bool inside = false;                           // no tap is ever in the padding
  bool middle_row_inside = false;                // nor a tap in the middle row of a filter with three
  int32_t least_padding = 0, most_padding = -1;  // columns on each side; -1: any number
  int32_t most_depth = 0, most_span = 0, most_words = 0;  // words: of whole rows of the filter; 0: any
  int32_t most_segments = 0;   // contiguous segments of taps and rows of the filter together; 0: any
  bool words_or_twos = false;  // whole words of channels, or an even number of columns
  bool one_row = false, one_scale = false, whole_range = false;
  bool (*more)(const Layer& layer) = nullptr;  // what data cannot say
  // Bytes of the packed weights, which fit in an int32. `inputs` are read under each of `rows` of the filter.
  int64_t (*stream)(int32_t outputs, int32_t rows, int32_t inputs) = nullptr;
};

struct Pays {
  Tiling outputs, columns;
  int32_t small_image = 0;  // its pixels may fill the tiles as one row if strides are 1; 0: of no image
  int32_t least_columns = 0, least_pixels = 0, least_channels = 0, least_taps = 0;
};

// A kernel that pays for few layers is for compiled code only: an interpreter would link it for every model.
// With -O time it may be used for all layers, at other levels for the ones that these limits describe.
struct Worth {
  bool compiled = false;
  Tiling outputs;
  int32_t least_channels = 0, least_depth = 0, least_weights = 0, least_results = 0;
};

struct Fits {
  Can can;
  Pays pays;
  Worth worth;

  template <class Change>
  constexpr Fits with(Change change) const {
    Fits changed = *this;
    change(changed.can, changed.pays);
    return changed;
  }
  constexpr Fits worth_if(const Worth& limits) const {
    Fits changed = *this;
    changed.worth = limits;
    changed.worth.compiled = true;
    return changed;
  }
  constexpr Fits compiled() const { return worth_if({}); }
  constexpr Fits groups(Groups g) const {
    return with([=](Can& to, Pays&) { to.groups = g; });
  }
  // Negative outputs are clamped away.
  constexpr Fits relu() const {
    return with([](Can& to, Pays&) { to.low = Low::kZeroOrMore; });
  }
  constexpr Fits low_is_zero() const {
    return with([](Can& to, Pays&) { to.low = Low::kZero; });
  }
  constexpr Fits filter(int32_t h, int32_t w) const {
    return with([=](Can& to, Pays&) { to.filter_h = {h, h}, to.filter_w = {w, w}; });
  }
  constexpr Fits filter_rows(int32_t least, int32_t most) const {
    return with([=](Can& to, Pays&) { to.filter_h = {least, most}; });
  }
  constexpr Fits filter_columns(int32_t least, int32_t most) const {
    return with([=](Can& to, Pays&) { to.filter_w = {least, most}; });
  }
  constexpr Fits most_taps(int32_t most) const {
    return with([=](Can& to, Pays&) { to.taps = {0, most}; });
  }
  constexpr Fits one_tap() const {
    return filter(1, 1).with([](Can& to, Pays&) { to.inside = true; });
  }
  constexpr Fits stride(int32_t h, int32_t w) const {
    return with([=](Can& to, Pays&) { to.stride_h = h, to.stride_w = w; });
  }
  constexpr Fits stride_w(int32_t w) const {
    return with([=](Can& to, Pays&) { to.stride_w = w; });
  }
  constexpr Fits dense() const {
    return with([](Can& to, Pays&) { to.dilation_h = to.dilation_w = 1; });
  }
  constexpr Fits dense_w() const {
    return with([](Can& to, Pays&) { to.dilation_w = 1; });
  }
  constexpr Fits channels(int32_t least, int32_t most = INT32_MAX, int32_t multiple = 1) const {
    return with([=](Can& to, Pays&) { to.channels = {least, most, multiple}; });
  }
  constexpr Fits outputs(int32_t least, int32_t most = INT32_MAX, int32_t multiple = 1) const {
    return with([=](Can& to, Pays&) { to.outputs = {least, most, multiple}; });
  }
  constexpr Fits columns(int32_t least, int32_t most = INT32_MAX, int32_t multiple = 1) const {
    return with([=](Can& to, Pays&) { to.columns = {least, most, multiple}; });
  }
  constexpr Fits multiplier(int32_t most) const {
    return with([=](Can& to, Pays&) { to.multiplier = {0, most}; });
  }
  constexpr Fits most_padding(int32_t columns) const {
    return with([=](Can& to, Pays&) { to.most_padding = columns; });
  }
  constexpr Fits least_padding(int32_t columns) const {
    return with([=](Can& to, Pays&) { to.least_padding = columns; });
  }
  constexpr Fits middle_row_inside() const {
    return with([](Can& to, Pays&) { to.middle_row_inside = true; });
  }
  constexpr Fits most_depth(int32_t most) const {
    return with([=](Can& to, Pays&) { to.most_depth = most; });
  }
  constexpr Fits most_span(int32_t most) const {
    return with([=](Can& to, Pays&) { to.most_span = most; });
  }
  constexpr Fits most_words(int32_t most) const {
    return with([=](Can& to, Pays&) { to.most_words = most; });
  }
  constexpr Fits most_segments(int32_t most) const {
    return with([=](Can& to, Pays&) { to.most_segments = most; });
  }
  constexpr Fits words_or_twos() const {
    return with([](Can& to, Pays&) { to.words_or_twos = true; });
  }
  constexpr Fits one_row() const {
    return with([](Can& to, Pays&) { to.one_row = true; });
  }
  constexpr Fits one_scale() const {
    return with([](Can& to, Pays&) { to.one_scale = true; });
  }
  constexpr Fits whole_range() const {
    return with([](Can& to, Pays&) { to.whole_range = true; });
  }
  constexpr Fits stream(int64_t (*bytes)(int32_t outputs, int32_t rows, int32_t inputs)) const {
    return with([=](Can& to, Pays&) { to.stream = bytes; });
  }
  constexpr Fits more(bool (*holds)(const Layer&)) const {
    return with([=](Can& to, Pays&) { to.more = holds; });
  }
  constexpr Fits output_tile(int32_t size, int32_t share) const {
    return with([=](Can&, Pays& to) { to.outputs = {size, share}; });
  }
  constexpr Fits column_tile(int32_t size, int32_t share) const {
    return with([=](Can&, Pays& to) { to.columns = {size, share}; });
  }
  constexpr Fits small_image(int32_t pixels) const {
    return with([=](Can&, Pays& to) { to.small_image = pixels; });
  }
  constexpr Fits least_columns(int32_t least) const {
    return with([=](Can&, Pays& to) { to.least_columns = least; });
  }
  constexpr Fits least_pixels(int32_t least) const {
    return with([=](Can&, Pays& to) { to.least_pixels = least; });
  }
  constexpr Fits least_channels(int32_t least) const {
    return with([=](Can&, Pays& to) { to.least_channels = least; });
  }
  constexpr Fits least_taps(int32_t least) const {
    return with([=](Can&, Pays& to) { to.least_taps = least; });
  }
};

inline constexpr Fits any_layer = Fits().groups(Groups::kAny);

inline NOOK_FITS_INLINE bool has_window(const Can& can, const Layer& l) {
  return can.filter_h.hold(l.filter_h) && can.filter_w.hold(l.filter_w) && can.taps.hold(l.taps()) &&
         (can.stride_h == 0 || can.stride_h == l.stride_h) &&
         (can.stride_w == 0 || can.stride_w == l.stride_w) &&
         (can.dilation_h == 0 || can.dilation_h == l.dilation_h) &&
         (can.dilation_w == 0 || can.dilation_w == l.dilation_w) &&
         (can.most_depth == 0 || l.depth() <= can.most_depth) &&
         (can.most_span == 0 || l.span() <= can.most_span) &&
         (can.most_words == 0 || l.filter_h * ((int64_t{l.filter_w} * l.group + 3) / 4) <= can.most_words) &&
         (can.most_segments == 0 ||
          int64_t{l.filter_h} * (l.dilation_w == 1 ? 1 : l.filter_w) + l.filter_h <= can.most_segments);
}

inline NOOK_FITS_INLINE bool has_padding(const Can& can, const Layer& l) {
  if (can.inside &&
      (l.pad_top != 0 || l.pad_left != 0 || l.last_row() >= l.in_h || l.last_column() >= l.in_w))
    return false;
  if (can.middle_row_inside && (l.pad_top > l.dilation_h || l.last_row() - l.dilation_h >= l.in_h))
    return false;
  const int64_t after = l.last_column() - l.in_w + 1;
  if (can.least_padding > 0 && (l.pad_left < can.least_padding || after < can.least_padding)) return false;
  return can.most_padding < 0 || (l.pad_left <= can.most_padding && after <= can.most_padding);
}

inline NOOK_FITS_INLINE bool has_values(const Can& can, const Layer& l) {
  return (can.low != Low::kZeroOrMore || l.low >= l.zero) && (can.low != Low::kZero || l.low == l.zero) &&
         (!can.one_row || l.batch == 1) && (!can.one_scale || l.one_scale) &&
         (!can.whole_range || l.whole_range);
}

inline NOOK_FITS_INLINE bool has_sizes(const Can& can, const Layer& l) {
  if (can.groups != Groups::kAny && (l.group == l.channels) != (can.groups == Groups::kOne)) return false;
  return can.channels.hold(l.channels) && can.outputs.hold(l.outputs) && can.multiplier.hold(l.multiplier) &&
         can.columns.hold(l.out_w) && (!can.words_or_twos || l.channels % 4 == 0 || l.out_w % 2 == 0);
}

inline NOOK_FITS_INLINE bool pays_for(const Pays& pays, const Layer& l) {
  if (!pays.outputs.is_filled_by(l.outputs) || (pays.least_columns > 0 && l.out_w < pays.least_columns))
    return false;
  if (pays.least_pixels > 0 && l.pixels() < pays.least_pixels) return false;
  if (pays.least_channels > 0 && l.channels < pays.least_channels) return false;
  if (pays.least_taps > 0 && l.taps() < pays.least_taps) return false;
  if (pays.columns.is_filled_by(l.out_w)) return true;
  return pays.small_image > 0 && l.stride_h == 1 && l.stride_w == 1 && l.pixels() <= pays.small_image &&
         pays.columns.is_filled_by(l.pixels());
}

inline NOOK_FITS_INLINE bool worth_for(const Worth& worth, const Layer& l, KernelRows rows) {
  if (!worth.compiled || rows == KernelRows::kAll) return true;
  if (rows == KernelRows::kInterpreted) return false;
  return worth.outputs.is_filled_by(l.outputs) && l.channels >= worth.least_channels &&
         l.depth() >= worth.least_depth && l.weights() >= worth.least_weights &&
         l.results() >= worth.least_results;
}

// Whether the kernel takes the layer, for an engine that considers these rows.
inline NOOK_FITS_INLINE bool fits(const Fits& f, const Layer& l, KernelRows rows = KernelRows::kAll) {
  return worth_for(f.worth, l, rows) && has_window(f.can, l) && has_padding(f.can, l) &&
         has_values(f.can, l) && has_sizes(f.can, l) && pays_for(f.pays, l) &&
         (!f.can.more || f.can.more(l)) &&
         (!f.can.stream || f.can.stream(l.outputs, l.filter_h, l.filter_w * l.group) <= INT32_MAX);
}

}  // namespace nook

// A row in a `constexpr KernelEntry rows[]` of form F, as NOOK_KERNEL_ROW has, with a Fits instead of a
// function. The columns after the packing are for the compiler (nook/ops/prepare/cycles_row.h).
#define NOOK_FITS_ROW(F, symbol, isa, layers, scratch, overlap, ...)                            \
  {#symbol,                                                                                     \
   isa,                                                                                         \
   [](const void* params, nook::KernelRows rows) {                                              \
     static constexpr nook::Fits kFits = layers;                                                \
     return nook::fits(kFits, layer_of(*static_cast<const typename F::Params*>(params)), rows); \
   },                                                                                           \
   nook::detail::scratch_any<typename F::Params, scratch>,                                      \
   nook::detail::overlap_any<typename F::Params, overlap>,                                      \
   nook::detail::packing_row<typename F::Params, NOOK_FIRST(__VA_ARGS__, 0)>(),                 \
   linked<F, isa, symbol>()},
#define NOOK_FIRST(first, ...) first
