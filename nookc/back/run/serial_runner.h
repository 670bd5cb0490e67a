// The host side of ports/serial: a runner on a board that requests its files over a serial line.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "nookc/back/run/execute.h"
#include "nookc/back/run/serial_line.h"

namespace nookc {

// The model and options that the board's firmware must have.
struct FlashedModel {
  std::string sha256, target;
  int64_t scratch_bytes;
};

// Runs the runner with `arguments`, as run_runner() does. Its files are below `folder`; it can access
// only in/, out/ and trace/ there. Diags N4042: no answer for `timeout_seconds`; N4043: the line loses bytes;
// N4044: another version; N4045: another model; N4007: a signal arrived, or the runner ended with an error;
// N4040.
Result<RunnerReport> run_over_serial(SerialLine& line, const FlashedModel& model,
                                     const std::filesystem::path& folder,
                                     const std::vector<std::string>& arguments, int timeout_seconds);

}  // namespace nookc
