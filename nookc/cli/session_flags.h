// Options of the subcommands that run a model: where it is built, on which board it runs, and the time limit.
#pragma once
#include <string>

#include "nookc/cli/model_options.h"
#include "nookc/run/session.h"

namespace nookc {

struct SessionFlags {
  std::string keep, port;
  int timeout_seconds = 0;  // 0: not given
};

// --keep, --port and --timeout
void add_session_flags(Subcommand command, SessionFlags& flags);

// The default target: the fastest of this machine, or none for a board that already has its firmware.
void settle_target(ModelOptions& options, const SessionFlags& flags);

SessionOptions session_options(const SessionFlags& flags, const InterpretedModel* interpreted);

}  // namespace nookc
