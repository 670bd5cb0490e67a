// --cores: a run that two cores share.
#pragma once
#include "nookc/cli/model_options.h"

namespace nookc {

void add_cores(Subcommand command, ModelOptions& options);

}  // namespace nookc
