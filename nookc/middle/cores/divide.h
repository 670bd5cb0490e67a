#pragma once
#include <cstdint>
#include <set>

#include "nookc/graph/graph.h"

namespace nookc {

struct HalvesWish {
  std::set<int32_t> whole = {};       // operators of the model that stay whole
  int64_t separate_from = INT64_MAX;  // bytes of tensors whose halves are in two buffers
};

// Divides operators for two cores, each of which computes half of the rows:
//
//   x -> CONV_2D -> y
//   becomes
//   x -> SLICE -> rows of x -> CONV_2D -> first rows of y,
//   x -> SLICE -> rows of x -> CONV_2D -> other rows of y,
//   both -> CONCATENATION -> y
//
// where the slices and the CONCATENATION move nothing (Node::parts). Rows lie along the outermost dimension
// with more than one element, so that each half is contiguous. A pointwise convolution is divided between any
// two pixels. FULLY_CONNECTED and CONV_2D with a single row or pixel of results are divided by their outputs,
// as split_outputs() does. All bytes are unchanged. Operators that depend on all rows, that are too small to
// be worth two signals, or that have a state stay whole, and so do the operators of the model in `whole`.
//
// In one buffer, neither half may overwrite its input, as nothing says how far the other core has read. So
// large tensors that only halves compute and read can be separate: in two buffers, one for each core, which
// overwrites it as a single core does. Each buffer has room for the rows of the other that its readers see:
//
//   first rows of y, SLICE of the other rows -> CONCATENATION -> rows for the first half of each reader
//
// where the SLICE is a copy.
// Runs after all passes. Returns the number of divided operators.
int divide_for_cores(Graph& graph, const HalvesWish& wish = {});

}  // namespace nookc
