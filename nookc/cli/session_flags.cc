#include "nookc/cli/session_flags.h"

namespace nookc {
namespace {

constexpr int kProgramSeconds = 600, kPortSeconds = 60;

}  // namespace

void add_session_flags(Subcommand command, SessionFlags& flags) {
  command.add_option("--keep", flags.keep, "build in this folder, and keep everything")
      .type("FOLDER")
      .not_empty();
  command
      .add_option("--port", flags.port,
                  "run on the board at this serial port (default rate: 115200); it needs the\nfirmware of "
                  "nook compile --format runner")
      .type("DEVICE[@RATE]")
      .not_empty();
  command
      .add_option("--timeout", flags.timeout_seconds,
                  "time limit for each program (default: 600), or for silence of the\nboard at --port "
                  "(default: 60)")
      .type("SECONDS")
      .between(1, 86400);
}

void settle_target(ModelOptions& options, const SessionFlags& flags) {
  if (flags.port.empty()) settle_target(options);
}

SessionOptions session_options(const SessionFlags& flags, const InterpretedModel* interpreted) {
  const int usual = flags.port.empty() ? kProgramSeconds : kPortSeconds;
  return {flags.keep,
          flags.timeout_seconds > 0 ? flags.timeout_seconds : usual,
          terminal_progress(),
          interpreted,
          {},
          flags.port};
}

}  // namespace nookc
