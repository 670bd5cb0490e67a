#pragma once
#include <optional>
#include <string>

#include "nookc/cli/command.h"

namespace nookc {

// Counts the instructions of one inference of a model, compiled for the target with the defaults of nook
// compile, on random inputs. Nothing if this machine has no counter for it. Diags as compile(), Session and
// measure().
Result<std::optional<int64_t>> count_instructions(const Cli& cli, const std::string& model,
                                                  const std::string& target);

}  // namespace nookc
