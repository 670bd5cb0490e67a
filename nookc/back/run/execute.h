// Runs the programs that FirmwareBuilder builds.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "nookc/back/run/board.h"
#include "nookc/back/run/process.h"

namespace nookc {

// The command that runs a program on a board: the program itself, or the emulator with it. `plugin` is a TCG
// plugin with its options; empty: none.
Result<Command> program_command(const Board& board, const std::filesystem::path& program,
                                const std::vector<std::string>& arguments, const std::string& plugin);

// libnook_count.so, compiled from tools/count at first use. Diag N4005, N4006.
Result<std::filesystem::path> count_plugin();

// The report of the runner (ports/runner/runner.c).
struct RunnerReport {
  std::vector<std::string> faults;  // broken guards and similar
  int64_t stack_bytes = 0;          // deepest of its runs; 0 on the host
  int64_t sizes = 0;                // number of offered buffer sizes that were too small and refused
  std::vector<int64_t> ticks;       // ticks of each timed run
  std::vector<int64_t> operators;   // ticks of each operator of the profiled run
  int64_t ticks_per_second = 0;
};

// N1004 with the first few faults: runs that fail do so alike.
Diag faults_diag(const std::vector<std::string>& faults);

// The runner's output if it ended on its own, without an error or with faults that explain why. Otherwise
// Diag N4007.
Result<RunnerReport> check_report(const std::string& text, int exit_code, const std::string& where);

// The inputs of a runner: a folder, which contains in/, out/ and trace/, and its arguments.
struct RunnerWork {
  std::filesystem::path folder;
  std::vector<std::string> arguments;
};

// Runs the runner once for each of `works`, on as many processors as there are, and returns the reports in
// order. `progress` gets the number of those that have ended. Diag N4007: one did not end on its own, took
// longer than `timeout_seconds`, or a file failed.
Result<std::vector<RunnerReport>> run_runners(const Board& board, const std::filesystem::path& program,
                                              const std::vector<RunnerWork>& works, const std::string& plugin,
                                              int timeout_seconds,
                                              const std::function<void(size_t)>& progress);
// Likewise once, in `folder`.
Result<RunnerReport> run_runner(const Board& board, const std::filesystem::path& program,
                                const std::filesystem::path& folder,
                                const std::vector<std::string>& arguments, const std::string& plugin,
                                int timeout_seconds);

}  // namespace nookc
