// Options that determine how values of samples become inputs.
#pragma once
#include "nookc/cli/command.h"
#include "nookc/front/data/sample_words.h"

namespace nookc {

// --sample-type, --mean, --scale
void add_sample_options(Subcommand command, SampleFlags& flags);

}  // namespace nookc
