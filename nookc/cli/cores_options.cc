#include "nookc/cli/cores_options.h"

namespace nookc {

void add_cores(Subcommand command, ModelOptions& options) {
  command.group("Cores");
  command
      .add_option("--cores", options.cores,
                  "cores that share each run: 1 (default), or 2 that share memory and signal\neach other; "
                  "operators that run row by row stay on the first")
      .between(1, 2)
      .type("1|2");
}

}  // namespace nookc
