#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

// Packs weights for the nine_*.h of instruction sets. Biases include the zero point of the input.
namespace nook {

// Packed weights if fixed_output.h accepts all outputs.
using NineStream = Stream<nook_depthwise_conv2d_s8, struct Nine>;
// Packed weights for outputs of fixed_once.h, which have a RELU.
struct NineRelu : NineStream {
  static bool takes(const Params& p, const void* const* in);
  static void pack(const Params& p, const void* const* in, PackedBytes& to);
};

// Bytes for the columns of a window, or of a part of a row.
int32_t columns_mve(const nook_depthwise_conv2d_s8& p);
// Packed weights if all factors are below 1/2.
using NineStreamMve = Stream<nook_depthwise_conv2d_s8, struct NineMve>;

// Packed weights if takes_shifted_output() accepts all outputs.
using NineStreamThumb1 = Stream<nook_depthwise_conv2d_s8, struct NineThumb1>;

// Packed weights if all factors are below 1/2.
using NineStreamRv32 = Stream<nook_depthwise_conv2d_s8, struct NineRv32>;

}  // namespace nook
