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
  double in_network_db = 0;        // including the noise of all operators before it; infinite: no noise
  std::optional<double> alone_db;  // with the float model's values as inputs, rounded to the inputs' type;
                                   // nothing: some of these values do not exist
  // The float model's values are all 0, and the quantized ones are at most one step off.
  bool only_rounding = false;
};

struct Noise {
  int64_t samples = 0;
  std::vector<OperatorNoise> operators;  // operators that both models have, in the order of execution
  // The reason if there are none; otherwise empty.
  std::string why_not;

  // The first operator below `db` in the network; null: none. An operator whose values are all 0 counts if
  // its error exceeds rounding.
  const OperatorNoise* first_below(double db) const;
};

// Compares the results of the operators of both models for the first `count` samples. pair_nodes() pairs the
// operators. Runs reference kernels on this machine; the time is bounded by the size of the models. Diags as
// Samples::read().
Result<Noise> noise_of(Graph model, Graph reference, const Samples& samples, int64_t count);

}  // namespace nookc
