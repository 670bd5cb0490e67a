// Quantizes a float network. Start reading in quantize_network.cc.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nookc/study/quantize/convert.h"
#include "nookc/study/quantize/fidelity.h"
#include "nookc/study/quantize/observed.h"
#include "nookc/study/quantize/ranges.h"

namespace nookc {

struct QuantizeOptions {
  ConvertOptions convert;
  RangeRule rule;
  std::vector<std::string> keep_float;  // tensors whose operators stay float, or kinds of operators
  bool equalize = false;                // balances the weights of pairs of operators
  bool correct_biases = false;          // by the average error of rounded weights; needs samples
  // The loss of accuracy to accept, in percentage points; needs labels.
  std::optional<double> accuracy_drop;
  // Ranges that were observed before, in the same network; samples are not run for them.
  std::shared_ptr<const ObservedPart> observed;
  Workers workers;
};

// Prepares a float graph: folds constants and converts the weights of hybrid operators to floats. Diag N3051:
// there is nothing to quantize.
Result<Graph> float_graph(Graph graph);

struct Quantized {
  Graph floats;  // the source of the conversion: the network, possibly equalized
  Converted converted;
  Calibration calibration;  // empty if the ranges were given
  bool equalized = false;   // whether any weights were equalized
};

// `labels` may be empty, and `samples` null if `given` is not. With `given`, samples are used only for the
// biases and the accuracy. Diags as calibrate() and forms_within(); N2048: keep_float names no operator;
// N2049: an option needs samples or labels.
Result<Quantized> quantize(const Graph& graph, const Samples* samples, const std::vector<int32_t>& labels,
                           const Given* given, const QuantizeOptions& options);

// Observes the network that quantize() would convert, instead of converting it: the extremes or, if
// `options.observed` has them, the counts between them. Diags as quantize(); N2098: the samples are steps in
// time.
Result<ObservedPart> observe_network(const Graph& graph, const Samples& samples,
                                     const QuantizeOptions& options);

}  // namespace nookc
