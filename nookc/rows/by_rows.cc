#include "nookc/rows/by_rows.h"

#include "nookc/rows/choose_chains.h"

namespace nookc {

namespace {

Status refuse(const Program& program, const std::string& why) {
  return Diag{Exit::kUsage, "N2023", program.graph.file, "the input can't be delivered row by row: " + why,
              "leave out --stream-input"};
}

// What can be said before the chains are known.
Status may_stream(const Program& program, const RowStages& stages) {
  const Graph& graph = program.graph;
  if (graph.inputs.size() != 1)
    return refuse(program, "the model has " + std::to_string(graph.inputs.size()) + " inputs, not one");
  const nook::Shape& shape = graph[graph.inputs[0]].shape;
  if (shape.rank != 4 || shape.dim[0] != 1)
    return refuse(program, "it is no image, [1, height, width, channels]");
  if (program.input_in_scratch[0]) return refuse(program, "it is in the scratch as a whole");
  if (stages.of_call.empty() || !stages.of_call[0])
    return refuse(program, "the first operator needs all of it");
  return Done{};
}

Status check_stream(const Program& program) {
  if (program.chains.empty() || program.chains[0].stream.tensor == TensorId::kNone)
    return refuse(program, "an operator behind the first ones reads it too");
  for (const RowStage& stage : program.chains[0].stages) {
    const Call& call = program.calls[static_cast<size_t>(stage.call)];
    if (call.out[0].kind == Location::Kind::kOutput)
      return refuse(program,
                    "an output is made row by row too, in a buffer that is there at the end only; "
                    "--output-in-scratch keeps it");
  }
  return Done{};
}

}  // namespace

Status run_by_rows(Program& program, const CompileOptions& options, const std::vector<KernelRows>& rows,
                   Overwriting overwriting) {
  const Storage storage = share_storage(program.graph);
  const RowStages stages = find_stages(program, storage, options, rows);
  if (options.stream_input)
    if (const Status fine = may_stream(program, stages); !fine) return fine.diag();
  program.chains = choose_chains(program, storage, stages, options, overwriting);
  if (options.stream_input)
    if (const Status fine = check_stream(program); !fine) return fine.diag();
  for (const RowChain& chain : program.chains)
    for (const RowStage& stage : chain.stages) {
      Call& call = program.calls[static_cast<size_t>(stage.call)];
      call.step = chain.stages[0].call + 1;
      if (stage.by == nook::ByRows::kSlice) call.op = stages.one_row[static_cast<size_t>(stage.call)];
    }
  program.arena =
      std::make_shared<std::pair<std::shared_ptr<void>, std::shared_ptr<void>>>(program.arena, stages.memory);
  return Done{};
}

}  // namespace nookc
