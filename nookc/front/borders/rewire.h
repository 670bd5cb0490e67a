#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/front/borders/wires.h"

namespace nookc {

// The model with its first subgraph replaced by `wires`: a new head before the bytes of the file, which
// refers to every table that stays. Diag N3016: the file can't have another head.
Result<std::vector<std::byte>> rewire(std::span<const std::byte> bytes, const std::string& file,
                                      const Wires& wires);

// The model with another signature first, and the signature's subgraph as the one that runs.
Result<std::vector<std::byte>> with_signature_first(std::span<const std::byte> bytes, const std::string& file,
                                                    uint32_t signature);

}  // namespace nookc
