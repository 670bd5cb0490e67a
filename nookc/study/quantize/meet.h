#pragma once
#include "nookc/study/quantize/fidelity.h"

namespace nookc {

// The source of a conversion: `network` is run, `graph` is the same graph with its changes for integers.
struct Source {
  const Network& network;
  const Graph& graph;
  const std::vector<Range>& ranges;  // per tensor of `graph`
  const Given* given;
  const Samples& samples;
  const std::vector<int32_t>& labels;
};

// Chooses precisions with which the network loses at most `drop` percentage points of accuracy. One operator
// at a time becomes int16 or, if that gains much less, stays float, until the loss is small enough; operators
// with the largest gain come first. The gain of an operator is the noise that its change removes from the
// output. Diags as judge(); N3053: no choice is good enough.
Result<std::vector<Precision>> precisions_within(const Source& source, std::vector<Precision> precisions,
                                                 double drop, const ConvertOptions& options,
                                                 const Workers& workers);

}  // namespace nookc
