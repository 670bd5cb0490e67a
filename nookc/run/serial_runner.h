// The other end of ports/serial: a runner on a board that asks for its files over a serial line.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "nookc/run/execute.h"
#include "nookc/run/serial_line.h"

namespace nookc {

// What the board must have been given.
struct FlashedModel {
  std::string sha256, target;
  int64_t scratch_bytes;
};

// Runs the runner with `arguments`, as run_runner() does; its files are below `folder`, of which it reaches
// in/, out/ and trace/ only. Diags N4042: nobody answers, or no more, for `timeout_seconds`; N4043: the line
// loses bytes; N4044: it is of another version; N4045: it has another model; N4007: a signal came, or it
// ended with an error; N4040.
Result<RunnerReport> run_over_serial(SerialLine& line, const FlashedModel& model,
                                     const std::filesystem::path& folder,
                                     const std::vector<std::string>& arguments, int timeout_seconds);

}  // namespace nookc
