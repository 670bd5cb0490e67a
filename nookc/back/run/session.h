// One compiled model on one board: builds the programs and moves files in and out.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "nookc/back/run/cache.h"
#include "nookc/back/run/cycles.h"
#include "nookc/back/run/execute.h"
#include "nookc/back/run/firmware.h"
#include "nookc/back/run/serial_runner.h"

namespace nookc {

struct SessionOptions {
  std::string keep;           // folder for all build products; empty: a temporary one
  int timeout_seconds = 600;  // limit for each program, the compiler too
  Progress progress = [](const Doing&) {};
  // Run this instead of the compiled program; null: run the compiled one.
  const InterpretedModel* interpreted = nullptr;
  Flash flash = {};  // flash that the board is assumed to have
  // Port of a board that already has the runner (run/serial_line.h); empty: build and run here.
  std::string port;
};

class Session {
 public:
  // `program` must outlive the session. Diags as FirmwareBuilder::make(), SerialLine::open() and WorkFolder.
  static Result<Session> open(const Program& program, const EmitOptions& emit, const SessionOptions& options);

  // Uses the inputs in this folder. Returns the number of complete runs, at least 1. Diag N4008: there are
  // none, or a file has another size than its input.
  Result<int> use_inputs(const std::filesystem::path& folder);
  // Prepares one run of reproducible random inputs. Diag N4002.
  Status use_random_inputs();

  // Runs the runner with `arguments` on the inputs; its files are then in outputs() and traces(). `marks`, if
  // given, is the file that the instruction counter writes (run/marks.h).
  Result<RunnerReport> run(bool events, const std::vector<std::string>& arguments,
                           const std::optional<std::filesystem::path>& marks = std::nullopt);

  // Runs the runner once for each of `works`, on all processors, if runs do not depend on earlier ones.
  Result<std::vector<RunnerReport>> run_parts(const std::vector<RunnerWork>& works);
  // Whether every run gives the same outputs whatever ran before, here and on this machine or an emulator.
  bool independent_runs() const { return !on_port() && program_.kept.empty() && program_.hop.frames == 0; }

  std::filesystem::path outputs() const { return work_.path() / "out"; }
  std::filesystem::path traces() const { return work_.path() / "trace"; }
  const std::filesystem::path& folder() const { return work_.path(); }
  const Program& program() const { return program_; }
  const Board& board() const { return board_; }
  FirmwareBuilder& builder() { return *builder_; }  // not if on_port()
  bool on_port() const { return line_.has_value(); }
  EmitOptions emit(bool events) const;
  const InterpretedModel* interpreted() const { return options_.interpreted; }

 private:
  Session(const Program& program, const EmitOptions& emit, const SessionOptions& options, WorkFolder work,
          const Board& board);
  static Result<Session> on_folder(const Program& program, const EmitOptions& emit,
                                   const SessionOptions& options, const Board& board);
  FlashedModel flashed() const;
  Status link_inputs(const std::filesystem::path& folder);
  Result<std::filesystem::path> built(bool events);
  std::string running() const;  // for progress

  const Program& program_;
  EmitOptions emit_;
  SessionOptions options_;
  const Board& board_;
  WorkFolder work_;
  std::optional<FirmwareBuilder> builder_;
  std::optional<SerialLine> line_;
};

// "run{k}_input{i}.bin" and "run{k}_output{i}.bin".
std::string input_file(int run, size_t i);
std::string output_file(int run, size_t i);

}  // namespace nookc
