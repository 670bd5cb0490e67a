// The steps by which a graph grows by one or a few operators. Each reads `x`, makes choices, and returns the
// tensor that it created, or kNone if nothing fits.
#pragma once
#include "nook/core/quantize.h"
#include "tests/generated/sketch.h"

namespace generated {

// Tensors that may be read, the newest last.
using Live = std::vector<TensorId>;
using Step = TensorId (*)(Sketch&, const Live&, TensorId x);

nook::Activation activation(Sketch& s);

// Elementwise operators (elements.cc).
TensorId relu(Sketch& s, const Live&, TensorId x);         // RELU, RELU6
TensorId unary(Sketch& s, const Live&, TensorId x);        // any of the unary family
TensorId binary(Sketch& s, const Live& live, TensorId x);  // any of the binary family
TensorId arithmetic(Sketch& s, const Live& live, TensorId x);
TensorId requantize(Sketch& s, const Live&, TensorId x);  // QUANTIZE, DEQUANTIZE
TensorId sum(Sketch& s, TensorId a, TensorId b);          // an ADD; both have one shape

// A layer with affine operators before and after it, all in floating point (affine.cc).
TensorId normalized(Sketch& s, const Live& live, TensorId x);

// Filters that slide over an image (windows.cc). x has rank 4.
TensorId convolution(Sketch& s, const Live&, TensorId x);
TensorId depthwise(Sketch& s, const Live&, TensorId x);
TensorId pool(Sketch& s, const Live&, TensorId x);
TensorId padded_window(Sketch& s, const Live&, TensorId x);  // PAD and one of the three

// Remembers rows of x in a variable, and joins them to it (streams.cc).
TensorId streaming(Sketch& s, const Live& live, TensorId x);
// Depthwise convolutions of other heights for some channels of x, joined again (streams.cc). x has rank 4.
TensorId mixed_filters(Sketch& s, const Live&, TensorId x);
// An operator of uint8 that rounds in its own way, between two QUANTIZE (older.cc). x has rank 4.
TensorId older(Sketch& s, const Live&, TensorId x);

// The axis of a sequence in an image of one row or one column; 0: x is none (sequences.cc).
int steps_axis(const Sketch& s, TensorId x);
// Gates of dilated causal convolutions, with residual and skip sums (sequences.cc). x is a sequence.
TensorId gates(Sketch& s, const Live&, TensorId x);

// A recurrent layer of floats as operators of every step (unrolled.cc). x has rank 3.
TensorId unrolled(Sketch& s, const Live& live, TensorId x);

// Operators that move or only rename bytes (moves.cc).
TensorId reshape(Sketch& s, const Live&, TensorId x);
TensorId two_shapes(Sketch& s, const Live&, TensorId x);  // x with itself in another shape
TensorId pad(Sketch& s, const Live&, TensorId x);
TensorId slice(Sketch& s, const Live&, TensorId x);
TensorId transpose(Sketch& s, const Live&, TensorId x);
TensorId concatenation(Sketch& s, const Live& live, TensorId x);
// One of the results of an operator that splits; or all of them are read, and some are joined again.
TensorId of_parts(Sketch& s, const Live& live, const std::vector<TensorId>& parts);

// Sums over much of x (sums.cc).
TensorId mean(Sketch& s, const Live&, TensorId x);
TensorId reduction(Sketch& s, const Live&, TensorId x);  // any of the reduction family
TensorId dense(Sketch& s, const Live&, TensorId x);
TensorId softmax(Sketch& s, const Live&, TensorId x);

// Other operators bring their own: random_<folder>() in nook/ops/<folder>/random.cc. Their shared helpers:

// y with the shape of x; with its scale and zero point if it is quantized.
template <class Attrs>
TensorId of_one_shape(Sketch& s, TensorId x, float scale, int32_t zero) {
  if (s.rank(x) == 0) return TensorId::kNone;
  const auto mark = s.mark();
  const TensorId y = s.is_float(x) ? s.real(s.dims(x)) : s.quantized(s.dims(x), scale, zero);
  return s.add(mark, Attrs{}, {x}, y) ? y : TensorId::kNone;
}

// A tensor that is like x except for its values, or x itself.
TensorId another_like(const Sketch& s, const Live& live, TensorId x);
// x in another shape with the same number of elements.
TensorId in_shape(Sketch& s, TensorId x, const Ints& shape);
// Whether each element of x is above a number; kNone for types that can't be compared.
TensorId truth_about(Sketch& s, TensorId x);

// A reduction of truth values about x. Only the application reads it.
template <class Attrs>
TensorId reduced_truth(Sketch& s, TensorId x) {
  if (s.rank(x) == 0) return TensorId::kNone;
  const auto mark = s.mark();
  const TensorId truth = truth_about(s, x);
  if (truth == TensorId::kNone) return truth;
  Attrs attrs;
  attrs.keep_dims = s.choose.chance(50);
  Ints shape = s.dims(x);
  const int32_t axis = s.choose.in(0, s.rank(x) - 1);
  shape[static_cast<size_t>(axis)] = 1;
  if (!attrs.keep_dims) shape.erase(shape.begin() + axis);
  s.add(mark, attrs, {truth, s.integers({1}, {axis})}, s.truth(shape));
  return TensorId::kNone;
}

// A reduction, an index or running sums of whole numbers. Only the application reads it.
void whole_result(Sketch& s, TensorId numbers);

// The index of an element along an axis, and often a result about the indices. Only the application reads
// them.
template <class Attrs>
TensorId index_along_an_axis(Sketch& s, TensorId x) {
  if (s.rank(x) == 0) return TensorId::kNone;
  const auto mark = s.mark();
  const int32_t axis = s.choose.in(0, s.rank(x) - 1);
  Ints shape = s.dims(x);
  shape.erase(shape.begin() + axis);
  const TensorId at = s.integers({1}, {s.choose.chance(50) ? axis : axis - s.rank(x)});
  const TensorId found = s.indices(shape);
  if (s.add(mark, Attrs{}, {x, at}, found) && s.choose.chance(50)) whole_result(s, found);
  return TensorId::kNone;
}

// An image of another height and width.
template <class Attrs>
TensorId resized(Sketch& s, TensorId x) {
  if (s.rank(x) != 4) return TensorId::kNone;
  const auto mark = s.mark();
  Attrs attrs;
  if (s.choose.chance(50)) (s.choose.chance(50) ? attrs.align_corners : attrs.half_pixel_centers) = true;
  Ints shape = s.dims(x);
  shape[1] = s.choose.in(1, 2 * shape[1] + 1), shape[2] = s.choose.in(1, 2 * shape[2] + 1);
  const TensorId size = s.integers({2}, {shape[1], shape[2]});
  const TensorId y = s.alike(x, shape);
  return s.add(mark, attrs, {x, size}, y) ? y : TensorId::kNone;
}

}  // namespace generated
