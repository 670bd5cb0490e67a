#pragma once
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"
#include "nook/ops/shared/packed_bytes.h"

// The streams of weights for the nine_*.h of instruction sets. Made on the host. The zero point of the input
// is folded into the biases. in[]: as in Packing.
namespace nook {

// 3 by 3 taps for each channel, at least four channels.
bool accepts_nine(const nook_depthwise_conv2d_s8& p);
int32_t nine_bytes(const nook_depthwise_conv2d_s8& p);
// Whether fixed_output.h accepts all outputs.
bool takes_nine(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_nine(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);

// The same for outputs of fixed_once.h, whose negative values are clamped.
bool takes_nine_relu(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_nine_relu(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);

// The same with whole words of channels.
bool accepts_nine_words(const nook_depthwise_conv2d_s8& p);

// At most 3 by 3 taps for each channel.
bool accepts_within_nine(const nook_depthwise_conv2d_s8& p);
// The same if the columns of a window fit on the stack.
bool accepts_nine_small(const nook_depthwise_conv2d_s8& p);
// Bytes for the columns of a window, or of a part of a row.
int32_t nine_scratch_mve(const nook_depthwise_conv2d_s8& p);
int32_t nine_bytes_mve(const nook_depthwise_conv2d_s8& p);
// Whether all factors are below 1/2.
bool takes_nine_mve(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_nine_mve(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);

int32_t nine_bytes_thumb1(const nook_depthwise_conv2d_s8& p);
// Whether fixed_output.h accepts all outputs with shifts.
bool takes_nine_thumb1(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_nine_thumb1(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);

int32_t nine_bytes_rv32(const nook_depthwise_conv2d_s8& p);
// Whether all factors are below 1/2.
bool takes_nine_rv32(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_nine_rv32(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);

}  // namespace nook
