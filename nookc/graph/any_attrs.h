// Access to attributes without including operators' headers: queries for any operator, and constructors for
// the most common ones.
#pragma once
#include <cstdint>
#include <string>

#include "nook/ops/prepare/convolution.h"
#include "nookc/graph/attrs.h"

namespace nookc {

// The fused activation; null: the operator has none.
nook::Activation* activation_of(Attrs& attrs);
const nook::Activation* activation_of(const Attrs& attrs);

// The axis, negative if it counts from the last; null: the operator has none among its options.
int32_t* axis_of(Attrs& attrs);
const int32_t* axis_of(const Attrs& attrs);

// The options of a CONV_2D or a DEPTHWISE_CONV_2D; null: another operator.
nook::ConvolutionAttrs* convolution_of(Attrs& attrs);

// Whether a layer of floats reads weights of few bits; null: the operator is no such layer.
bool* narrow_of(Attrs& attrs);

// The taps of the sliding window; 1: the operator has none. 0: there is no operator.
int64_t window_taps(const Attrs& attrs);

// The attributes that passes edit or examine, for the operators that have them: " stride_h=2 padding=same".
std::string attrs_text(const Attrs& attrs);

// The attributes of a CONV_2D and of a DEPTHWISE_CONV_2D with these options; other operators have their
// defaults.
Attrs conv_2d(const nook::ConvolutionAttrs& options = {});
Attrs depthwise_conv_2d(const nook::ConvolutionAttrs& options = {});
Attrs fully_connected();
Attrs pack(int32_t axis);
Attrs reshape();

}  // namespace nookc
