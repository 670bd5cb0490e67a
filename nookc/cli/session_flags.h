// Options of the subcommands that run a model: where it is built, on which board it runs, and the time limit.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "nookc/back/run/session.h"
#include "nookc/cli/model_options.h"

namespace nookc {

struct SessionFlags {
  std::string keep, port;
  int timeout_seconds = 0;  // 0: not given
};

// The options of a subcommand that compiles a model and runs it.
struct RunOptions {
  ModelOptions model;
  SessionFlags session;
};

// --keep, --port and --timeout
void add_session_flags(Subcommand command, SessionFlags& flags);
// The options for compiling the model, the engine that runs it, and the session.
void add_run_options(Subcommand command, ModelOptions& model, SessionFlags& session);

// The default target: the fastest of this machine, or none for a board that already has its firmware.
void settle_target(ModelOptions& options, const SessionFlags& flags);

SessionOptions session_options(const SessionFlags& flags, const InterpretedModel* interpreted);

// A compiled model, and the session that runs it.
struct ModelSession {
  CompiledModel model;
  std::optional<InterpretedModel> interpreted;
  std::optional<Session> session;  // refers to the others
};
Result<std::unique_ptr<ModelSession>> open_session(const RunOptions& options, const Provenance& provenance);

}  // namespace nookc
