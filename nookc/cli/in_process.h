// Replaces files and stdout for a caller in the same process, the Python module.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "nookc/cli/command.h"
#include "nookc/core/output.h"
#include "nookc/front/data/npy.h"
#include "nookc/front/data/samples.h"

namespace nookc {

struct InProcess {
  // The arrays by the word that stands for the file on the command line. A single array without a name
  // replaces a .npy, others a .npz. Reading an array moves it out of the map.
  std::map<std::string, std::vector<NamedArray>> arrays;
  std::string outputs;       // the word that stands for the folder of outputs; empty: none
  std::vector<Array> taken;  // the outputs, samples along the first dimension
  std::string said;          // the JSON that the command prints
};

// Opens samples: a file, a folder, or the caller's arrays. Diags as Samples::open().
Result<Samples> open_samples(const Cli& cli, const Graph& graph, const std::string& data,
                             const SampleOptions& options);
// Opens labels likewise. Diags as the other read_labels().
Result<Array> read_labels(const Cli& cli, const std::string& data, size_t samples);
// Writes output{i}.npy into the folder, or passes the arrays to the caller. Returns the paths. Diags as
// write_output().
Result<std::vector<std::string>> hand_out(const Cli& cli, std::vector<Array> arrays,
                                          const std::string& folder, const Output& output);

}  // namespace nookc
