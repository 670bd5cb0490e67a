#pragma once
#include <vector>

#include "nookc/study/quantize/over_samples.h"
#include "nookc/study/quantize/weights.h"

namespace nookc {

// The purpose of a layer's results, if its filters multiply more than one vector of a sample: at the places
// of an image, or the rows of a sequence. Where a network takes averages of them in the end, an error that
// all of a sample have in common counts more than errors that differ from place to place.
enum class RoundingAim : uint8_t {
  kPlaces,    // each place
  kAverages,  // averages of a sample as well
  kSingle,    // such layers stay as they are; only layers with one vector are rounded
};
// Whether there are such layers, so that the aims differ.
bool has_places(const Graph& graph, const std::vector<Precision>& precisions);

// Before: FULLY_CONNECTED, CONV_2D, DEPTHWISE_CONV_2D and TRANSPOSE_CONV that become integers.
// After:  their weights are floats that the integers hold exactly, rounded together (round_together.h), and
// their biases take back the average error. A layer stays as it is if its filters read more than 1,024
// elements, or if another reads the same weights. `given` may be null. Returns the number of layers. Diags as
// over_samples().
Result<int> round_layers(Graph& graph, const std::vector<Precision>& precisions, const Samples& samples,
                         const Given* given, const WeightOptions& options, RoundingAim aim,
                         const Workers& workers);

}  // namespace nookc
