#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

// The weights for the nine_*.h of instruction sets. The zero point of the input is folded into the biases.
namespace nook {

// 3 by 3 taps for each channel, at least four channels.
bool nine_taps(const nook_depthwise_conv2d_s8& p);
// The same with whole words of channels.
bool nine_of_words(const nook_depthwise_conv2d_s8& p);

// If fixed_output.h accepts all outputs.
using NineStream = Stream<nook_depthwise_conv2d_s8, struct Nine>;
// The same for outputs of fixed_once.h, whose negative values are clamped.
struct NineRelu : NineStream {
  static bool takes(const Params& p, const void* const* in);
  static void pack(const Params& p, const void* const* in, PackedBytes& to);
};

// At most 3 by 3 taps for each channel.
bool within_nine(const nook_depthwise_conv2d_s8& p);
// The same if the columns of a window fit on the stack.
bool few_columns(const nook_depthwise_conv2d_s8& p);
// Bytes for the columns of a window, or of a part of a row.
int32_t columns_mve(const nook_depthwise_conv2d_s8& p);
// If all factors are below 1/2.
using NineStreamMve = Stream<nook_depthwise_conv2d_s8, struct NineMve>;

// If fixed_output.h accepts all outputs with shifts.
using NineStreamThumb1 = Stream<nook_depthwise_conv2d_s8, struct NineThumb1>;

// If all factors are below 1/2.
using NineStreamRv32 = Stream<nook_depthwise_conv2d_s8, struct NineRv32>;

}  // namespace nook
