// Compares a quantized network with its float form.
#pragma once
#include <vector>

#include "nookc/front/data/signal_to_noise.h"
#include "nookc/study/quantize/convert.h"
#include "nookc/study/quantize/over_samples.h"

namespace nookc {

// The difference between a tensor's values and the float network's values, over all samples.
struct Fidelity {
  SignalToNoise ratio;
  int64_t values = 0, clipped = 0;  // clipped: values outside of the range of the scale

  double decibels() const { return ratio.decibels(); }
  double clipped_share() const {
    return values > 0 ? static_cast<double>(clipped) / static_cast<double>(values) : 0;
  }
  void add(const Fidelity& other);
};

struct Judgement {
  std::vector<Fidelity> tensors;  // per tensor of the float graph
  size_t samples = 0;
  // Samples whose largest output is at the label's index; needs labels.
  size_t float_right = 0, integer_right = 0;
  size_t agree = 0;  // samples for which both have the same largest output
};

// The float network's inputs, converted to the types of the quantized network.
std::vector<Bytes> converted_inputs(const Graph& to, const Graph& from, const std::vector<Bytes>& inputs);

// `labels` may be empty. Diags as Network::make() and over_samples().
Result<Judgement> judge(const Network& network, const Converted& converted, const Samples& samples,
                        const std::vector<int32_t>& labels, const Workers& workers);

}  // namespace nookc
