// The signal-to-noise ratio of a quantized model, operator by operator.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "nookc/front/data/samples.h"

namespace nookc {

struct OperatorNoise {
  int32_t op = -1;                 // its number in the model
  std::string kind, name;          // "CONV_2D"; the name of its result
  double in_network_db = 0;        // with the noise of all operators before it; infinite: no noise
  std::optional<double> alone_db;  // with the float model's values as inputs, rounded to the inputs' type;
                                   // none: not all of these values exist
  bool only_rounding = false;  // the float model's values are all 0, and no other is more than a step away
};

struct Noise {
  int64_t samples = 0;
  std::vector<OperatorNoise> operators;  // those that both models have, in the order of execution
  // The reason if there are none; else empty.
  std::string why_not;

  // The first below `db` in the network, null: none. An operator whose values are all 0 counts if it errs by
  // more than rounding.
  const OperatorNoise* first_below(double db) const;
};

// Compares the results of the operators of both models for the first `count` samples. pair_nodes() pairs the
// operators. Reference kernels run on this machine, for a time that the size of the models bounds. Diags as
// Samples::read().
Result<Noise> noise_of(Graph model, Graph reference, const Samples& samples, int64_t count);

}  // namespace nookc
