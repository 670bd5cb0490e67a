#include "nookc/study/judge/run_samples.h"

#include "nookc/core/files.h"
#include "nookc/core/read_file.h"

namespace nookc {

Result<SampleOutputs> run_samples(Session& session, const Samples& samples) {
  const Graph& graph = session.program().graph;
  const std::filesystem::path folder = session.folder() / "samples";
  for (size_t k = 0; k < samples.count(); ++k) {
    const Result<std::vector<Bytes>> inputs = samples.read(k, graph);
    if (!inputs) return inputs.diag();
    Files files;
    for (size_t i = 0; i < inputs->size(); ++i)
      files.push_back({input_file(static_cast<int>(k), i),
                       {reinterpret_cast<const char*>((*inputs)[i].data()), (*inputs)[i].size()}});
    if (const Status written = write_files(folder, files); !written) return written.diag();
  }
  const Result<int> runs = session.use_inputs(folder);
  if (!runs) return runs.diag();
  const Result<RunnerReport> report = session.run(false, {std::to_string(*runs)});
  if (!report) return report.diag();
  SampleOutputs all{{}, report->faults};
  if (!all.faults.empty()) return all;
  for (int k = 0; k < *runs; ++k) {
    all.outputs.emplace_back();
    for (size_t j = 0; j < graph.outputs.size(); ++j) {
      Result<Bytes> bytes = read_file(session.outputs() / output_file(k, j));
      if (!bytes) return bytes.diag();
      all.outputs.back().push_back(*std::move(bytes));
    }
  }
  return all;
}

}  // namespace nookc
