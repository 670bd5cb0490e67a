#include "nookc/back/run/session.h"

#include "nookc/back/interface/interface.h"
#include "nookc/back/run/random_input.h"
#include "nookc/core/dtype.h"
#include "nookc/core/files.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;

Diag bad_input(const fs::path& file, const std::string& what) {
  return {Exit::kInputOutput, "N4008", file.string(), what,
          "inputs are raw little-endian files run{k}_input{i}.bin, k = 0, 1, ..."};
}

// The run and input numbers in a file's name; -1: none.
std::pair<int64_t, int64_t> numbers_of(const std::string& name) {
  const size_t middle = name.find("_input");
  int64_t run = -1, input = -1;
  if (!name.starts_with("run") || !name.ends_with(".bin") || middle == std::string::npos) return {-1, -1};
  const size_t second = middle + std::string_view("_input").size();
  if (!parse_int(name.substr(3, middle - 3), &run) ||
      !parse_int(name.substr(second, name.size() - 4 - second), &input))
    return {-1, -1};
  return {run, input};
}

// One more than the last run with an input, so that no gap is skipped silently.
Result<int> count_runs(const fs::path& folder, size_t inputs) {
  int64_t runs = 1;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    const auto [run, input] = numbers_of(name);
    if (run < 0 || input < 0) continue;
    if (run >= INT32_MAX || input >= static_cast<int64_t>(inputs) ||
        name != input_file(static_cast<int>(run), static_cast<size_t>(input)))
      return bad_input(at->path(), "is not an input of this model, which has " + std::to_string(inputs) +
                                       (inputs == 1 ? " input" : " inputs"));
    runs = std::max(runs, run + 1);
  }
  if (error) return bad_input(folder, "can't be read: " + error.message());
  return static_cast<int>(runs);
}

Diag missing_input(const fs::path& file, int runs, size_t inputs) {
  std::string what =
      "no such file; every run needs " + std::to_string(inputs) + (inputs == 1 ? " input" : " inputs");
  if (runs > 1) what += ", and there are inputs of runs up to " + std::to_string(runs - 1);
  return bad_input(file, what);
}

}  // namespace

std::string input_file(int run, size_t i) {
  return "run" + std::to_string(run) + "_input" + std::to_string(i) + ".bin";
}

std::string output_file(int run, size_t i) {
  return "run" + std::to_string(run) + "_output" + std::to_string(i) + ".bin";
}

Session::Session(const Program& program, const EmitOptions& emit, const SessionOptions& options,
                 WorkFolder work, const Board& board)
    : program_(program), emit_(emit), options_(options), board_(board), work_(std::move(work)) {}

Result<Session> Session::on_folder(const Program& program, const EmitOptions& emit,
                                   const SessionOptions& options, const Board& board) {
  Result<WorkFolder> work = options.keep.empty() ? WorkFolder::temporary() : WorkFolder::kept(options.keep);
  if (!work) return work.diag();
  for (const char* name : {"out", "trace"}) {
    std::error_code error;
    fs::remove_all(work->path() / name, error);
    fs::create_directories(work->path() / name, error);
    if (error) return Diag{Exit::kInputOutput, "N4002", (work->path() / name).string(), error.message(), {}};
  }
  return Session(program, emit, options, *std::move(work), board);
}

Result<Session> Session::open(const Program& program, const EmitOptions& emit,
                              const SessionOptions& options) {
  if (!options.port.empty()) {
    Result<SerialLine> line = SerialLine::open(options.port);
    if (!line) return line.diag();
    Result<Session> session = on_folder(program, emit, options, host_board());
    if (session) session->line_.emplace(*std::move(line));
    return session;
  }
  const Board* const found = board_of(*program.target);
  if (!found)
    return Diag{Exit::kUsage, "N2082", std::string(program.target->name),
                "no emulated board runs programs for it", "--target host computes the same bytes"};
  // Reported before a minute of compiling.
  if (const Status ready = check_tools(*found); !ready) return ready.diag();
  if (program.target->this_machine() && !nook::has(fastest_here().isa, program.target->isa))
    return Diag{Exit::kInputOutput, "N4010", std::string(program.target->name),
                "this machine's processor does not have its instructions", "--target host runs everywhere"};
  Result<Session> session = on_folder(program, emit, options, *found);
  if (!session) return session;
  Result<FirmwareBuilder> builder =
      FirmwareBuilder::make(*found, session->folder(), options.progress, options.timeout_seconds);
  if (!builder) return builder.diag();
  session->builder_.emplace(*std::move(builder));
  return session;
}

FlashedModel Session::flashed() const {
  int64_t scratch_bytes = 0;
  if (options_.interpreted) {
    scratch_bytes = options_.interpreted->needs.scratch.bytes;
  } else {
    for (const InterfacePool& pool : interface_of(program_, emit_).scratch) scratch_bytes += pool.bytes;
  }
  return {program_.model_sha256, std::string(program_.target->name), scratch_bytes};
}

EmitOptions Session::emit(bool events) const {
  EmitOptions emit = emit_;
  emit.events = events;
  return emit;
}

Status Session::link_inputs(const fs::path& folder) {
  const fs::path link = work_.path() / "in";
  std::error_code error;
  fs::remove(link, error);
  fs::create_directory_symlink(fs::absolute(folder), link, error);
  if (error) return Diag{Exit::kInputOutput, "N4002", link.string(), error.message(), {}};
  return Done{};
}

Result<int> Session::use_inputs(const fs::path& folder) {
  const Graph& graph = program_.graph;
  std::error_code error;
  if (!fs::is_directory(folder, error))
    return bad_input(folder,
                     fs::exists(folder, error) ? "is a file, need a folder" : "there is no such folder");
  const Result<int> runs = count_runs(folder, graph.inputs.size());
  if (!runs) return runs.diag();
  for (int k = 0; k < *runs; ++k) {
    for (size_t i = 0; i < graph.inputs.size(); ++i) {
      const Tensor& tensor = graph[graph.inputs[i]];
      const fs::path file = folder / input_file(k, i);
      if (!fs::exists(file, error)) return missing_input(file, *runs, graph.inputs.size());
      const auto have = fs::file_size(file, error);
      if (error || have != static_cast<uintmax_t>(tensor.bytes()))
        return bad_input(file, "input '" + graph.input_names[i] + "': need " +
                                   std::to_string(tensor.bytes()) + " bytes of " + dtype_name(tensor.type) +
                                   ", have " + (error ? "no readable file" : std::to_string(have)));
    }
  }
  if (const Status linked = link_inputs(folder); !linked) return linked.diag();
  return *runs;
}

Status Session::use_random_inputs() {
  const fs::path folder = work_.path() / "random";
  Files files;
  for (size_t i = 0; i < program_.graph.inputs.size(); ++i)
    files.push_back({input_file(0, i), random_input(program_.graph[program_.graph.inputs[i]], i)});
  if (const Status written = write_files(folder, files); !written) return written.diag();
  return link_inputs(folder);
}

Result<fs::path> Session::built(bool events) {
  return options_.interpreted ? builder_->runner(*options_.interpreted)
                              : builder_->runner(program_, emit(events));
}

std::string Session::running() const {
  return "running on " + std::string(board_.emulated() ? board_.emulator : "this machine");
}

Result<std::vector<RunnerReport>> Session::run_parts(const std::vector<RunnerWork>& works) {
  const Result<fs::path> runner = built(false);
  if (!runner) return runner.diag();
  return run_runners(board_, *runner, works, "", options_.timeout_seconds, [&](size_t done) {
    options_.progress({running(), done, works.size()});
  });
}

Result<RunnerReport> Session::run(bool events, const std::vector<std::string>& arguments,
                                  const std::optional<fs::path>& marks) {
  if (line_) {
    options_.progress({"running on the board at " + line_->name()});
    return run_over_serial(*line_, flashed(), work_.path(), arguments, options_.timeout_seconds);
  }
  const Result<fs::path> runner = built(events);
  if (!runner) return runner.diag();
  std::string plugin;
  if (marks) {
    const Result<fs::path> library = count_plugin();
    if (!library) return library.diag();
    const Result<std::string> timing = timing_options(program_.target->name, board_, options_.flash, *runner);
    if (!timing) return timing.diag();
    plugin = library->string() + ",out=" + marks->string() + *timing;
  }
  options_.progress({running()});
  return run_runner(board_, *runner, work_.path(), arguments, plugin, options_.timeout_seconds);
}

}  // namespace nookc
