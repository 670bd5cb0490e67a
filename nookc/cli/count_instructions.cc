#include "nookc/cli/count_instructions.h"

#include "nookc/back/run/bench.h"
#include "nookc/cli/model_options.h"

namespace nookc {

Result<std::optional<int64_t>> count_instructions(const Cli& cli, const std::string& model,
                                                  const std::string& target) {
  ModelOptions options;
  options.model = model, options.target = target, options.name = "counted";
  const Result<CompiledModel> compiled = compile_model(options, cli.provenance);
  if (!compiled) return compiled.diag();
  SessionOptions how;
  how.progress = terminal_progress();
  Result<Session> session = Session::open(compiled->program, compiled->emit, how);
  if (!session) return session.diag();
  if (const Status made = session->use_random_inputs(); !made) return made.diag();
  const Result<Costs> costs = measure(*session, HostCounter::kCallgrind);
  if (!costs) return costs.diag();
  return costs->instructions;
}

}  // namespace nookc
