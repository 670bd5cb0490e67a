// A quantized network beside its float form.
#pragma once
#include <vector>

#include "nookc/data/signal_to_noise.h"
#include "nookc/quantize/convert.h"
#include "nookc/quantize/over_samples.h"

namespace nookc {

// How far the values of a tensor are from those of the float network, over all samples.
struct Fidelity {
  SignalToNoise ratio;
  int64_t values = 0, clipped = 0;  // clipped: beyond what the scale can say

  double decibels() const { return ratio.decibels(); }
  double clipped_share() const {
    return values > 0 ? static_cast<double>(clipped) / static_cast<double>(values) : 0;
  }
  void add(const Fidelity& other);
};

// Samples whose largest output is that of the label; without labels: that of the float network.
struct Judgement {
  std::vector<Fidelity> tensors;  // by tensor of the float graph
  size_t samples = 0;
  size_t float_right = 0, integer_right = 0;  // with labels
  size_t agree = 0;                           // same largest output of both
};

// The inputs of the float network as the quantized one takes them.
std::vector<Bytes> converted_inputs(const Graph& to, const Graph& from, const std::vector<Bytes>& inputs);

// `labels` may be empty. Diags as Network::make() and over_samples().
Result<Judgement> judge(const Network& network, const Converted& converted, const Samples& samples,
                        const std::vector<int32_t>& labels, const Workers& workers);

}  // namespace nookc
