#include "nookc/cli/in_process.h"

#include <filesystem>

#include "nookc/front/data/labels.h"

namespace nookc {
namespace {

// The caller's arrays that a word stands for, or null.
std::vector<NamedArray>* lent(const Cli& cli, const std::string& word) {
  if (!cli.in_process) return nullptr;
  const auto found = cli.in_process->arrays.find(word);
  return found == cli.in_process->arrays.end() ? nullptr : &found->second;
}

}  // namespace

Result<Samples> open_samples(const Cli& cli, const Graph& graph, const std::string& data,
                             const SampleOptions& options) {
  if (std::vector<NamedArray>* const arrays = lent(cli, data))
    return Samples::of_arrays(graph, std::move(*arrays), data, options);
  return Samples::open(graph, data, options);
}

Result<Array> read_labels(const Cli& cli, const std::string& data, size_t samples) {
  std::vector<NamedArray>* const arrays = lent(cli, data);
  if (!arrays) return read_labels(data, samples);
  if (arrays->size() != 1)
    return Diag{Exit::kInputOutput, "N4023", data, "need one array, have " + std::to_string(arrays->size()),
                "one array of labels"};
  return check_labels(std::move(arrays->front().array), data, samples);
}

Result<std::vector<std::string>> hand_out(const Cli& cli, std::vector<Array> arrays,
                                          const std::string& folder, const Output& output) {
  Files files;
  std::vector<std::string> names;
  const bool taken = cli.in_process && !folder.empty() && cli.in_process->outputs == folder;
  for (size_t i = 0; i < arrays.size(); ++i) {
    const std::string name = "output" + std::to_string(i) + ".npy";
    names.push_back((std::filesystem::path(folder) / name).string());
    if (!taken) files.push_back({name, npy_bytes(arrays[i])});
  }
  if (taken)
    cli.in_process->taken = std::move(arrays);
  else if (const Status written = write_output(folder, files, output); !written)
    return written.diag();
  return names;
}

}  // namespace nookc
