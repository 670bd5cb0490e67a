#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "nookc/back/run/chrome_trace.h"
#include "nookc/back/run/hop_inputs.h"
#include "nookc/back/run/session.h"
#include "nookc/cli/engine.h"
#include "nookc/cli/evaluation.h"
#include "nookc/cli/in_process.h"
#include "nookc/cli/model_options.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/cli/session_flags.h"
#include "nookc/core/output.h"
#include "nookc/core/read_file.h"

namespace nookc {
namespace {

struct RunCommandOptions : RunOptions {
  std::string input_dir, output_dir, chrome_trace;
  std::string data;  // empty: use input_dir
  SampleFlags samples;
};

// Copies the outputs of the runs to the user's folder; returns the files. Hops have outputs from the first
// full window on.
Result<std::vector<std::string>> hand_out(const Session& session, int runs,
                                          const std::filesystem::path& folder, const Output& output) {
  Files files;
  std::vector<std::string> names;
  for (int k = std::max(0, session.program().hop.runs - 1); k < runs; ++k) {
    for (size_t i = 0; i < session.program().graph.outputs.size(); ++i) {
      const Result<std::vector<std::byte>> bytes = read_file(session.outputs() / output_file(k, i));
      if (!bytes) return bytes.diag();
      files.push_back({output_file(k, i), {reinterpret_cast<const char*>(bytes->data()), bytes->size()}});
      names.push_back((folder / output_file(k, i)).string());
    }
  }
  if (const Status written = write_output(folder, files, output); !written) return written.diag();
  return names;
}

// Runs on arrays: runs are the first dimension of output{j}.npy.
Result<std::vector<std::string>> run_data(const Cli& cli, Session& session, const RunCommandOptions& options,
                                          RunnerReport& report, int& runs) {
  const Graph& graph = session.program().graph;
  const Result<SampleOptions> how = sample_options(options.samples);
  if (!how) return how.diag();
  const Result<Samples> samples = open_samples(cli, graph, options.data, *how);
  if (!samples) return samples.diag();
  const Result<SampleOutputs> done = run_samples(session, *samples);
  if (!done) return done.diag();
  report.faults = done->faults;
  runs = static_cast<int>(samples->count());
  if (!report.faults.empty()) return std::vector<std::string>();
  std::vector<Array> arrays;
  for (size_t j = 0; j < graph.outputs.size(); ++j) {
    const Tensor& tensor = graph[graph.outputs[j]];
    Array array{tensor.type, {static_cast<int64_t>(samples->count())}, {}};
    array.shape.insert(array.shape.end(), tensor.shape.dim, tensor.shape.dim + tensor.shape.rank);
    for (const std::vector<Bytes>& run : done->outputs)
      array.bytes.insert(array.bytes.end(), run[j].begin(), run[j].end());
    arrays.push_back(std::move(array));
  }
  return hand_out(cli, std::move(arrays), options.output_dir, output_of(options.model));
}

// Runs on a folder of files.
Result<std::vector<std::string>> run_folder(Session& session, const RunCommandOptions& options,
                                            RunnerReport& report, int& runs) {
  std::filesystem::path inputs = options.input_dir;
  if (session.program().hop.frames > 0) {
    inputs = session.folder() / "hops";
    if (const Result<int> hops = cut_into_hops(session.program(), options.input_dir, inputs); !hops)
      return hops.diag();
  }
  const Result<int> found = session.use_inputs(inputs);
  if (!found) return found.diag();
  runs = *found;
  if (const Status ready = make_writable_folder(options.output_dir); !ready) return ready.diag();
  Result<RunnerReport> done = session.run(false, {std::to_string(runs)});
  if (!done) return done.diag();
  report = *std::move(done);
  if (!report.faults.empty()) return std::vector<std::string>();
  return hand_out(session, runs, options.output_dir, output_of(options.model));
}

// Prints the faults instead of outputs. Runs that fail do so alike.
void print_faults(const std::vector<std::string>& faults, const std::string& folder) {
  constexpr size_t kMost = 3;
  for (size_t i = 0; i < std::min(kMost, faults.size()); ++i) print("fault: %s\n", faults[i].c_str());
  if (faults.size() > kMost) print("and %zu more faults\n", faults.size() - kMost);
  print("no outputs are written to %s\n", folder.c_str());
}

// One more run, timed.
Status write_trace(Session& session, const std::filesystem::path& to, const Output& output) {
  const Result<RunnerReport> report = session.run(false, {"0", "profile"});
  if (!report) return report.diag();
  if (!report->faults.empty()) return faults_diag(report->faults);
  return write_output(to, chrome_trace(session.program(), *report), output);
}

Result<Exit> run_command_line(const Cli& cli, const RunCommandOptions& given) {
  RunCommandOptions options = given;
  settle_target(options.model, options.session);
  if (const Status settled = settle_board(options.model); !settled) return settled.diag();
  if (!options.chrome_trace.empty() && options.model.engine != "interpreter")
    return Diag{Exit::kUsage, "N2021", "--chrome-trace", "generated code has no clock",
                "add --engine interpreter, or count instructions: nook bench"};
  if (options.model.hop > 0 && !options.data.empty())
    return Diag{Exit::kUsage, "N2093", "--data", "can't be combined with --hop",
                "--input-dir with files of many frames"};
  if (options.input_dir.empty() && options.data.empty())
    return Diag{Exit::kUsage, "N2000", {}, "--input-dir is required, or --data", "see nook run --help"};
  const auto opened = open_session(options, cli.provenance);
  if (!opened) return opened.diag();
  Session& session = *(*opened)->session;
  RunnerReport report;
  int runs = 0;
  const Result<std::vector<std::string>> files = options.data.empty()
                                                     ? run_folder(session, options, report, runs)
                                                     : run_data(cli, session, options, report, runs);
  if (!files) return files.diag();
  const bool fine = report.faults.empty();
  if (fine && !options.chrome_trace.empty())
    if (const Status written = write_trace(session, options.chrome_trace, output_of(options.model)); !written)
      return written.diag();
  if (cli.json) {
    print_json(cli, {{"model", options.model.model},
                     {"target", options.model.target},
                     {"runs", runs},
                     {"outputs", *files},
                     {"faults", report.faults}});
  } else if (fine && options.model.hop > 0) {
    print("%d hops on %s, outputs of those from %d on in %s\n", runs, options.model.target.c_str(),
          session.program().hop.runs - 1, options.output_dir.c_str());
  } else if (fine) {
    print("%d %s on %s, outputs in %s\n", runs, runs == 1 ? "run" : "runs", options.model.target.c_str(),
          options.output_dir.c_str());
  } else {
    print_faults(report.faults, options.output_dir);
  }
  return fine ? Exit::kOk : Exit::kDoesNotFit;
}

}  // namespace

void add_run(Cli& cli, Subcommand command) {
  RunCommandOptions& options = add_running_action<RunCommandOptions>(cli, command, run_command_line);
  Option input_dir =
      command
          .add_option("--input-dir", options.input_dir, "folder with run{k}_input{i}.bin, raw, k = 0, 1, ...")
          .path("FOLDER");
  command
      .add_option("--data", options.data,
                  "samples instead, as for nook evaluate: a .npy, .npz, or folder of\n"
                  "files; writes output{j}.npy")
      .path("FILE|FOLDER")
      .excludes(input_dir);
  add_sample_options(command, options.samples);
  command
      .add_option("--output-dir", options.output_dir,
                  "folder for run{k}_output{j}.bin or output{j}.npy; created if needed")
      .required()
      .path("FOLDER");
  command
      .add_option("--chrome-trace", options.chrome_trace,
                  "interpreter: write a timeline of one more run, with the time\nof each operator, for "
                  "chrome://tracing or Perfetto")
      .path("FILE");
  add_run_options(command, options.model, options.session);
  add_json(cli, command, "print the result as JSON");
}

}  // namespace nookc
