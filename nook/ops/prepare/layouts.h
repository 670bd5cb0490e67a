// Weight layouts as types: the order of a matrix's weights for the kernels of an instruction set and a tile.
//
//   static int64_t bytes(int32_t outputs, int32_t depth, const InputRows&, const EightRange&)
//   static bool takes(const DotWeights&, const EightRange&)  whether its kernel is exact with these weights;
//                                                            absent: always
//   static void pack(const DotWeights&, const InputRows&, const EightRange&, PackedBytes&)
//
// An operator with such weights is a source of them:
//
//   using Params = ...;
//   static int32_t outputs(const Params&), depth(const Params&)
//   static InputRows rows(const Params&)      the layout of the inputs of one output
//   static EightRange range(const Params&)    range of the outputs
//   static DotWeights weights(const Params&, const void* const* in)
#pragma once
#include "nook/kernels/dot/pack/pack_dots.h"
#include "nook/kernels/dot/pack/pack_eight.h"
#include "nook/kernels/dot/pack/pack_k16.h"
#include "nook/kernels/dot/pack/pack_w16.h"
#include "nook/ops/contract/op.h"

namespace nook {

namespace layouts {

// Eight outputs at once, for DSP instructions.
struct EightDsp {
  static int64_t bytes(int32_t outputs, int32_t depth, const InputRows&, const EightRange& y) {
    return eight_bytes(outputs, depth, y);
  }
  static bool takes(const DotWeights& w, const EightRange&) { return takes_eight(w); }
  static void pack(const DotWeights& w, const InputRows&, const EightRange& y, PackedBytes& to) {
    pack_eight(w, y, to);
  }
};

// For whole rows of inputs. Arguments, here and below, are functions of a pack_*.h.
template <auto size, auto fit, auto put>
struct OfRows {
  static int64_t bytes(int32_t outputs, int32_t, const InputRows& rows, const EightRange&) {
    return size(outputs, rows);
  }
  static bool takes(const DotWeights& w, const EightRange&) { return fit(w); }
  static void pack(const DotWeights& w, const InputRows& rows, const EightRange& y, PackedBytes& to) {
    put(w, rows, y.zero, to);
  }
};
// All inputs in registers at once.
using K16Dsp = OfRows<k16_bytes, takes_k16, pack_k16>;
// K16Dsp with a single rounding.
using K16ReluDsp = OfRows<k16_relu_bytes, takes_k16_relu, pack_k16_relu>;

// Weights of 16 bits.
struct W16Dsp {
  static int64_t bytes(int32_t outputs, int32_t, const InputRows& rows, const EightRange&) {
    return w16_bytes(outputs, rows);
  }
  static bool takes(const DotWeights& w, const EightRange& y) { return takes_w16(w, y.zero); }
  static void pack(const DotWeights& w, const InputRows& rows, const EightRange& y, PackedBytes& to) {
    pack_w16(w, rows, y.zero, to);
  }
};

// Tiles of two pixels and four outputs, with inputs at arbitrary positions.
struct GatherTilesDsp {
  static int64_t bytes(int32_t outputs, int32_t, const InputRows& rows, const EightRange&) {
    return gather_tiles_bytes(outputs, rows);
  }
  static bool takes(const DotWeights& w, const EightRange&) { return takes_2x4(w); }
  static void pack(const DotWeights& w, const InputRows& rows, const EightRange& y, PackedBytes& to) {
    pack_gather_tiles(w, rows, {INT32_MAX, y.zero, y.low}, to);
  }
};

// For any inputs, independent of the range of the outputs.
template <auto size, auto fit, auto put>
struct OfOutputs {
  static int64_t bytes(int32_t outputs, int32_t depth, const InputRows&, const EightRange&) {
    return size(outputs, depth);
  }
  static bool takes(const DotWeights& w, const EightRange&) { return fit(w); }
  static void pack(const DotWeights& w, const InputRows&, const EightRange&, PackedBytes& to) { put(w, to); }
};
using EightMve = OfOutputs<eight_bytes_mve, takes_eight_mve, pack_eight_mve>;
using EightAvx2 = OfOutputs<eight_bytes_avx2, takes_eight_avx2, pack_eight_avx2>;
using EightVnni = OfOutputs<eight_bytes_vnni, takes_eight_avx2, pack_eight_vnni>;
using EightRv32 = OfOutputs<eight_bytes_rv32, takes_eight_rv32, pack_eight_rv32>;
using FourThumb1 = OfOutputs<two_bytes, takes_four_thumb1, pack_four_thumb1>;

// Two outputs at once, in portable C, with any weights.
struct Two {
  static int64_t bytes(int32_t outputs, int32_t depth, const InputRows&, const EightRange&) {
    return two_bytes(outputs, depth);
  }
  static void pack(const DotWeights& w, const InputRows&, const EightRange&, PackedBytes& to) {
    pack_two(w, to);
  }
};

}  // namespace layouts

// A source's weights in one layout, as the functions of a Packing.
template <class Source, class Layout>
struct InLayout {
  using Params = typename Source::Params;
  static int32_t bytes(const Params& p) {
    return static_cast<int32_t>(
        Layout::bytes(Source::outputs(p), Source::depth(p), Source::rows(p), Source::range(p)));
  }
  static bool takes(const Params& p, const void* const* in) {
    return Layout::takes(Source::weights(p, in), Source::range(p));
  }
  static void pack(const Params& p, const void* const* in, PackedBytes& to) {
    Layout::pack(Source::weights(p, in), Source::rows(p), Source::range(p), to);
  }
};

namespace detail {
template <class Layout>
using Takes = decltype(&Layout::takes);
}  // namespace detail

// `worth`: see Packing. Functions is InLayout or similar.
template <template <class, class> class Functions, class Source, class Layout>
constexpr Packing<typename Source::Params> packing_of(bool (*worth)(const typename Source::Params&)) {
  using Of = Functions<Source, Layout>;
  if constexpr (kHas<detail::Takes, Layout>) {
    return {Of::bytes, Of::pack, Of::takes, worth};
  } else {
    return {Of::bytes, Of::pack, nullptr, worth};
  }
}

}  // namespace nook
