#pragma once
#include <optional>

#include "nookc/quantize/quantize.h"

namespace nookc {

// The first output beside that of the float network, in decibels, over a few samples.
struct EqualizeTrial {
  double plain = 0, equalized = 0;
  size_t samples = 0;

  // Clearly: less than 3 dB a few samples do not show.
  bool helps() const;
};

// Quantizes both ways, with weights as they are and equalized: it depends on the network which is better, by
// tens of decibels. None: there is nothing to equalize. Diags as quantize() and judge().
Result<std::optional<EqualizeTrial>> try_equalizing(const Graph& graph, const Samples& samples,
                                                    const QuantizeOptions& options);

}  // namespace nookc
