#include "nookc/middle/rows/by_rows.h"

#include "nookc/middle/rows/choose_chains.h"
#include "nookc/middle/rows/strips.h"

namespace nookc {

namespace {

Status refuse(const Program& program, const std::string& why) {
  return Diag{Exit::kUsage, "N2023", program.graph.file, "the input can't be delivered row by row: " + why,
              "leave out --stream-input"};
}

std::string rows_text(int32_t height, int32_t row_bytes) {
  return std::to_string(height) + " rows of " + std::to_string(row_bytes) + " bytes";
}

// Checks that all operators that read the streamed input run by rows, in the rows that are delivered.
Status check_readers(const Program& program, const Storage& storage, const StageTable& stages) {
  const RowStream stream = stream_of(program.graph);
  for (size_t i = 0; i < program.calls.size(); ++i) {
    const Call& call = program.calls[i];
    const std::string name = describe(program.graph, program.graph.nodes[index(call.node)]);
    const bool reads = std::ranges::any_of(call.in_tensors, [&](TensorId t) {
      return t != TensorId::kNone && storage.root[index(t)] == stream.tensor;
    });
    if (reads && !stages.of_call[i]) return refuse(program, name + " needs all of it");
    if (!reads) continue;
    for (const RowRead& read : stages.of_call[i]->reads)
      if (read.tensor == stream.tensor && !reads_rows_of(stream, read))
        return refuse(program, name + " reads it in another shape, as " +
                                   rows_text(read.height, read.row_bytes) + " where the input has " +
                                   rows_text(stream.height, stream.row_bytes));
  }
  return Done{};
}

// Checks that are possible before the chains are known.
Status may_stream(const Program& program, const Storage& storage, const RowStages& stages,
                  const CompileOptions& options) {
  const Graph& graph = program.graph;
  if (!options.rows) return refuse(program, "--no-rows keeps every tensor whole");
  if (graph.inputs.size() != 1)
    return refuse(program, "the model has " + std::to_string(graph.inputs.size()) + " inputs, not one");
  const nook::Shape& shape = graph[graph.inputs[0]].shape;
  const bool is_line = pixels_in_line(graph[graph.inputs[0]]) > 0;
  if (!is_line && (shape.rank != 4 || shape.dim[0] != 1))
    return refuse(program,
                  "it is not an image, [1, height, width, channels], nor a sequence, "
                  "[1, steps, channels]");
  if (!is_line && shape.dim[1] == 1)
    return refuse(program, "it is one pixel, [1, 1, 1, " + std::to_string(shape.dim[3]) +
                               "]: it would be in memory as a whole anyway");
  if (program.input_in_scratch[0]) return refuse(program, "it is in the scratch as a whole");
  if (!options.kept_inputs.empty()) return refuse(program, "--keep-input keeps it as a whole");
  const auto begins = [](const StageTable& all) { return !all.of_call.empty() && all.of_call[0]; };
  const StageTable& strips = stages.strips.empty() ? stages.rows : stages.strips[0];
  if (!begins(stages.rows) && !begins(strips)) return refuse(program, "the first operator needs all of it");
  if (is_line && check_readers(program, storage, strips)) return Done{};
  return check_readers(program, storage, begins(stages.rows) ? stages.rows : strips);
}

Status check_stream(const Program& program) {
  if (program.chains.empty() || program.chains[0].stream.tensor == TensorId::kNone)
    return refuse(program, "an operator after the first ones reads it too");
  for (const RowStage& stage : program.chains[0].stages) {
    const Call& call = program.calls[static_cast<size_t>(stage.call)];
    if (call.out[0].kind == Location::Kind::kOutput)
      return refuse(program,
                    "an output is computed row by row too, in a buffer that exists only at the end; "
                    "--output-in-scratch keeps it");
  }
  return Done{};
}

}  // namespace

Status run_by_rows(Program& program, const Storage& storage, const RowStages& stages,
                   const CompileOptions& options, Overwriting overwriting) {
  if (options.stream_input)
    if (const Status fine = may_stream(program, storage, stages, options); !fine) return fine.diag();
  ChosenChains chosen = choose_chains(program, storage, stages, options, overwriting);
  program.chains = std::move(chosen.chains);
  if (options.stream_input)
    if (const Status fine = check_stream(program); !fine) return fine.diag();
  for (const RowChain& chain : program.chains)
    for (const RowStage& stage : chain.stages) {
      Call& call = program.calls[static_cast<size_t>(stage.call)];
      call.step = chain.stages[0].call + 1;
      const StageTable& table = chain.strips ? chosen.strips : stages.rows;
      if (chain.strips || stage.by == nook::ByRows::kSlice)
        call.op = table.ops[static_cast<size_t>(stage.call)];
    }
  program.arena =
      std::make_shared<std::pair<std::shared_ptr<void>, std::shared_ptr<void>>>(program.arena, stages.memory);
  return Done{};
}

}  // namespace nookc
