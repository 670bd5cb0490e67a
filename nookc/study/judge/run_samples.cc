#include "nookc/study/judge/run_samples.h"

#include <algorithm>

#include "nookc/core/files.h"
#include "nookc/core/read_file.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;

// The fewest samples of a share, which is one start of the program, and the most shares.
constexpr size_t kLeastOfShare = 16, kMostShares = 64;

// Samples of one start of the program, from `first` on.
struct Share {
  fs::path folder;
  size_t first, count;

  std::vector<std::string> arguments() const { return {std::to_string(count)}; }
};

Status write_inputs(const Graph& graph, const Samples& samples, const Share& share, const fs::path& folder) {
  for (size_t k = 0; k < share.count; ++k) {
    const Result<std::vector<Bytes>> inputs = samples.read(share.first + k, graph);
    if (!inputs) return inputs.diag();
    Files files;
    for (size_t i = 0; i < inputs->size(); ++i)
      files.push_back({input_file(static_cast<int>(k), i),
                       {reinterpret_cast<const char*>((*inputs)[i].data()), (*inputs)[i].size()}});
    if (const Status written = write_files(folder, files); !written) return written.diag();
  }
  return Done{};
}

Status read_outputs(const Graph& graph, const Share& share, const fs::path& folder, SampleOutputs* all) {
  for (size_t k = 0; k < share.count; ++k) {
    all->outputs.emplace_back();
    for (size_t j = 0; j < graph.outputs.size(); ++j) {
      Result<Bytes> bytes = read_file(folder / output_file(static_cast<int>(k), j));
      if (!bytes) return bytes.diag();
      all->outputs.back().push_back(*std::move(bytes));
    }
  }
  return Done{};
}

// Runs all samples after each other.
Result<SampleOutputs> run_in_order(Session& session, const Samples& samples) {
  const Graph& graph = session.program().graph;
  const Share all{session.folder() / "samples", 0, samples.count()};
  if (const Status written = write_inputs(graph, samples, all, all.folder); !written) return written.diag();
  if (const Result<int> runs = session.use_inputs(all.folder); !runs) return runs.diag();
  const Result<RunnerReport> report = session.run(false, all.arguments());
  if (!report) return report.diag();
  SampleOutputs outputs{{}, report->faults};
  if (!outputs.faults.empty()) return outputs;
  if (const Status read = read_outputs(graph, all, session.outputs(), &outputs); !read) return read.diag();
  return outputs;
}

Result<std::vector<Share>> make_shares(const Session& session, const Samples& samples) {
  const size_t count = std::clamp<size_t>(samples.count() / kLeastOfShare, 1, kMostShares);
  std::vector<Share> shares;
  for (size_t p = 0; p < count; ++p) {
    const size_t first = samples.count() * p / count, end = samples.count() * (p + 1) / count;
    shares.push_back({session.folder() / ("share" + std::to_string(p)), first, end - first});
    for (const char* const name : {"in", "out", "trace"})
      if (const Status made = make_folder(shares.back().folder / name); !made) return made.diag();
    if (const Status written =
            write_inputs(session.program().graph, samples, shares.back(), shares.back().folder / "in");
        !written)
      return written.diag();
  }
  return shares;
}

}  // namespace

Result<SampleOutputs> run_samples(Session& session, const Samples& samples) {
  if (!session.independent_runs() || samples.count() < 2 * kLeastOfShare)
    return run_in_order(session, samples);
  const Result<std::vector<Share>> shares = make_shares(session, samples);
  if (!shares) return shares.diag();
  std::vector<RunnerWork> works;
  for (const Share& share : *shares) works.push_back({share.folder, share.arguments()});
  const Result<std::vector<RunnerReport>> reports = session.run_parts(works);
  if (!reports) return reports.diag();
  SampleOutputs all;
  for (const RunnerReport& report : *reports)
    all.faults.insert(all.faults.end(), report.faults.begin(), report.faults.end());
  if (!all.faults.empty()) return all;
  for (const Share& share : *shares)
    if (const Status read = read_outputs(session.program().graph, share, share.folder / "out", &all); !read)
      return read.diag();
  return all;
}

}  // namespace nookc
