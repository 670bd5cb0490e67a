// nook plan --models: several models and other work in one set of pools.
#pragma once
#include <string>
#include <vector>

#include "nookc/cli/command.h"
#include "nookc/cli/pool_options.h"
#include "nookc/core/output.h"

namespace nookc {

struct ModelsOptions {
  std::vector<std::string> models, regions;
  std::string target = "host", header;
};

// --models, --region, --target, --header
void add_models(Subcommand command, ModelsOptions& options);

// Compiles the models, lets them run one at a time in the same scratch, and prints their joint needs: the
// maximum of scratch, the sum of constants and state. Regions are the memory of other work:
// "name=fft,size=4KiB, live=always" (or `between` models, or the names of models during which it lives,
// joined by +), with optional `pool` and `align`.
Result<Exit> plan_models(const Cli& cli, const ModelsOptions& options, const PoolOptions& pools,
                         const SolverOptions& solver, Output output);

}  // namespace nookc
