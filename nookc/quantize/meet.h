#pragma once
#include "nookc/quantize/judge.h"

namespace nookc {

// What a network is converted from: `network` runs, `graph` is the same with what is changed for integers.
struct Source {
  const Network& network;
  const Graph& graph;
  const std::vector<Range>& ranges;  // by tensor of `graph`
  const Given* given;
  const Samples& samples;
  const std::vector<int32_t>& labels;
};

// The forms in which a network loses at most `drop` of a hundred samples that the float network gets right:
// the operators that gain most get int16 or, where that gains much less, stay float, one after the other
// until it is met. What an operator gains is the noise of the output that its change takes away. Diags as
// judge(); N3053: nothing helps.
Result<std::vector<Form>> forms_within(const Source& source, std::vector<Form> forms, double drop,
                                       const ConvertOptions& options, const Workers& workers);

}  // namespace nookc
