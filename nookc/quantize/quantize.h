// From a float network and samples to integers: quantize.cc is the table of contents.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "nookc/quantize/convert.h"
#include "nookc/quantize/judge.h"
#include "nookc/quantize/ranges.h"

namespace nookc {

struct QuantizeOptions {
  ConvertOptions convert;
  RangeRule rule;
  std::vector<std::string> keep_float;  // tensors whose operators stay float, or kinds of operators
  bool equalize = false;                // weights, over pairs of operators
  bool correct_biases = false;          // for what rounding adds to sums on average; needs samples
  // Of a hundred samples that the float network gets right, those that may be lost; needs labels.
  std::optional<double> accuracy_drop;
  Workers workers;
};

// A float graph that can be quantized: constants folded, weights of hybrid operators made floats. Diag N3051:
// there is nothing to quantize.
Result<Graph> float_graph(Graph graph);

struct Quantized {
  Graph floats;  // what it was converted from: the network, perhaps equalized
  Converted converted;
  Calibration calibration;  // nothing is known where the ranges are given
  bool equalized = false;   // whether any weights are
};

// Of samples and labels those that there are: `samples` null, where `given` is not, or `labels` empty. With
// `given` samples are run for biases and accuracy only. Diags as calibrate() and forms_within(); N2048: a
// name in keep_float is no operator's; N2049: an option needs samples or labels that are not there.
Result<Quantized> quantize(const Graph& graph, const Samples* samples, const std::vector<int32_t>& labels,
                           const Given* given, const QuantizeOptions& options);

}  // namespace nookc
