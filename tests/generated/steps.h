// The ways in which a graph grows by an operator, or by a few. Each reads `x`, makes choices, and answers
// with the tensor that it made, or kNone where nothing fits.
#pragma once
#include "nook/ops/shared/quantize.h"
#include "tests/generated/sketch.h"

namespace generated {

// Tensors that may be read, the newest last.
using Live = std::vector<TensorId>;
using Step = TensorId (*)(Sketch&, const Live&, TensorId x);

nook::Activation activation(Sketch& s);

// Element by element (elements.cc).
TensorId relu(Sketch& s, const Live&, TensorId x);         // RELU, RELU6
TensorId unary(Sketch& s, const Live&, TensorId x);        // any of the unary family
TensorId binary(Sketch& s, const Live& live, TensorId x);  // any of the binary family
TensorId arithmetic(Sketch& s, const Live& live, TensorId x);
TensorId requantize(Sketch& s, const Live&, TensorId x);  // QUANTIZE, DEQUANTIZE

// Filters that slide over an image (windows.cc). x has rank 4.
TensorId convolution(Sketch& s, const Live&, TensorId x);
TensorId depthwise(Sketch& s, const Live&, TensorId x);
TensorId pool(Sketch& s, const Live&, TensorId x);
TensorId padded_window(Sketch& s, const Live&, TensorId x);  // PAD and one of the three

// Bytes that move, or only get another name (moves.cc).
TensorId reshape(Sketch& s, const Live&, TensorId x);
TensorId two_shapes(Sketch& s, const Live&, TensorId x);  // x with itself in another shape
TensorId pad(Sketch& s, const Live&, TensorId x);
TensorId slice(Sketch& s, const Live&, TensorId x);
TensorId transpose(Sketch& s, const Live&, TensorId x);
TensorId concatenation(Sketch& s, const Live& live, TensorId x);

// Sums over much of x (sums.cc).
TensorId mean(Sketch& s, const Live&, TensorId x);
TensorId reduction(Sketch& s, const Live&, TensorId x);  // any of the reduction family
TensorId dense(Sketch& s, const Live&, TensorId x);
TensorId softmax(Sketch& s, const Live&, TensorId x);

// Other operators bring their own: random_<folder>() in nook/ops/<folder>/random.cc.

}  // namespace generated
