// Options that determine how values of samples become inputs.
#pragma once
#include <string>

#include "nookc/cli/command.h"
#include "nookc/front/data/samples.h"

namespace nookc {

struct SampleFlags {
  std::string type, mean = "0", scale = "1";  // type empty: the input's type
};

// --sample-type, --mean, --scale
void add_sample_options(Subcommand command, SampleFlags& flags);

// Diag N2050: a list contains something other than numbers.
Result<SampleOptions> sample_options(const SampleFlags& flags);

}  // namespace nookc
