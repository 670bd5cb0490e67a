#include "nookc/cli/session_flags.h"

#include "nookc/cli/engine.h"

namespace nookc {
namespace {

constexpr int kProgramSeconds = 600, kPortSeconds = 60;

}  // namespace

void add_session_flags(Subcommand command, SessionFlags& flags) {
  command.add_option("--keep", flags.keep, "build in this folder, and keep everything").path("FOLDER");
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

void add_run_options(Subcommand command, ModelOptions& model, SessionFlags& session) {
  add_compile_options(command, model);
  add_engine(command, model);
  add_session_flags(command, session);
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

Result<std::unique_ptr<ModelSession>> open_session(const RunOptions& options, const Provenance& provenance) {
  Result<CompiledModel> compiled = compile_model(options.model, provenance);
  if (!compiled) return compiled.diag();
  // The following objects refer to the model, so it must not move from now on.
  auto opened = std::make_unique<ModelSession>(ModelSession{*std::move(compiled), {}, {}});
  Result<std::optional<InterpretedModel>> interpreted = interpreted_model(opened->model, options.model);
  if (!interpreted) return interpreted.diag();
  if (*interpreted) opened->interpreted.emplace(**std::move(interpreted));
  Result<Session> session =
      Session::open(opened->model.program, opened->model.emit,
                    session_options(options.session, opened->interpreted ? &*opened->interpreted : nullptr));
  if (!session) return session.diag();
  opened->session.emplace(*std::move(session));
  return opened;
}

}  // namespace nookc
