#pragma once
#include <optional>

#include "nookc/study/quantize/quantize_network.h"

namespace nookc {

// The signal-to-noise ratio of the first output over a few samples, in decibels.
struct EqualizeTrial {
  double plain = 0, equalized = 0;
  size_t samples = 0;

  // Whether equalizing gains more than 3 dB; a few samples cannot show less.
  bool helps() const;
};

// Quantizes with the original weights and with equalized weights. Which is better depends on the network, and
// the difference can be tens of decibels. Nothing if no weights can be equalized. Diags as quantize() and
// judge().
Result<std::optional<EqualizeTrial>> try_equalizing(const Graph& graph, const Samples& samples,
                                                    const QuantizeOptions& options);

}  // namespace nookc
