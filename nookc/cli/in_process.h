// What a caller in the same process gives and takes in place of files and of stdout: the Python module.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "nookc/cli/command.h"
#include "nookc/core/output.h"
#include "nookc/data/npy.h"
#include "nookc/data/samples.h"

namespace nookc {

struct InProcess {
  // By the word of the command line that stands for the file. One array without a name is what a .npy is,
  // others are a .npz. An array is moved to where it is used.
  std::map<std::string, std::vector<NamedArray>> arrays;
  std::string outputs;       // the word that stands for the folder of a model's outputs; empty: none
  std::vector<Array> taken;  // these outputs, samples along the first dimension
  std::string said;          // the JSON that the command prints
};

// Samples of a file or folder, or of the caller's arrays. Diags of Samples::open().
Result<Samples> open_samples(const Cli& cli, const Graph& graph, const std::string& data,
                             const SampleOptions& options);
// Likewise. Diags of the other read_labels().
Result<Array> read_labels(const Cli& cli, const std::string& data, size_t samples);
// Writes output{i}.npy into the folder, or gives the arrays to the caller. Returns the paths. Diags of
// write_output().
Result<std::vector<std::string>> hand_out(const Cli& cli, std::vector<Array> arrays,
                                          const std::string& folder, const Output& output);

}  // namespace nookc
