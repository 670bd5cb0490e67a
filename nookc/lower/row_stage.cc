#include "nookc/lower/row_stage.h"

namespace nookc {

const RowChain* row_chain(const Program& program, size_t call) {
  const int32_t at = static_cast<int32_t>(call);
  for (const RowChain& chain : program.chains)
    if (chain.stages.front().call <= at && at <= chain.stages.back().call) return &chain;
  return nullptr;
}

const RowStage* row_stage(const Program& program, size_t call) {
  const RowChain* const chain = row_chain(program, call);
  return chain ? &chain->stages[call - static_cast<size_t>(chain->stages.front().call)] : nullptr;
}

const RowStream* row_stream(const Program& program) {
  const bool streams = !program.chains.empty() && program.chains[0].stream.tensor != TensorId::kNone;
  return streams ? &program.chains[0].stream : nullptr;
}

}  // namespace nookc
