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

// Compiles the models, lets them run one after another in the same scratch, and says what they need together:
// of scratch the most, of constants and state the sum. Regions are other work's memory: "name=fft,size=4KiB,
// live=always" (or `between` models, or the names of models during which it lives, joined by +), with `pool`
// and `align` where they matter.
Result<Exit> plan_models(const Cli& cli, const ModelsOptions& options, const PoolOptions& pools,
                         const SolverOptions& solver, Output output);

}  // namespace nookc
