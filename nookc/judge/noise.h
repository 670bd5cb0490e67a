// How much of a float model's signal a quantized one keeps, operator by operator.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "nookc/data/samples.h"

namespace nookc {

struct OperatorNoise {
  int32_t op = -1;                 // of the model's operators
  std::string kind, name;          // "CONV_2D", of its result
  double in_network_db = 0;        // signal to noise with all that comes before it; infinite: no noise
  std::optional<double> alone_db;  // where it gets the float model's values, rounded to what its inputs hold;
                                   // none: not all of them are there
};

struct Noise {
  int64_t samples = 0;
  std::vector<OperatorNoise> operators;  // in the order of execution: those that both models have
  // Why there are none; empty: there are.
  std::string why_not;

  // The first below `db` in the network, null: none.
  const OperatorNoise* first_below(double db) const;
};

// Compares the tensors of both after each operator for the first `count` samples. An operator of the one is
// that of the other which comes at the same place among those with its name and the shape of its result.
// Reference kernels run here, in time that both models bound. Diags as Samples::read().
Result<Noise> noise_of(Graph model, Graph reference, const Samples& samples, int64_t count);

}  // namespace nookc
