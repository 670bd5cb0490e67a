#include "nookc/cli/sample_options.h"

namespace nookc {

void add_sample_options(Subcommand command, SampleFlags& flags) {
  command
      .add_option("--sample-type", flags.type,
                  "element type of raw files (default: that of the model's input)")
      .one_of(raw_type_names());
  command
      .add_option("--mean", flags.mean,
                  "subtract this from each value of a sample, unless samples are the model's own\nbytes; one "
                  "number, or one for each "
                  "channel (default: 0)")
      .type("M[,M...]");
  command.add_option("--scale", flags.scale, "then multiply by this; likewise (default: 1)").type("S[,S...]");
}

}  // namespace nookc
