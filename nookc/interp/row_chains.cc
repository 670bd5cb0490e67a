#include "nookc/interp/row_chains.h"

#include "nook/interp/row_chain.h"
#include "nookc/plan/offline_plan.h"

namespace nookc {
namespace {

constexpr int32_t kVersion = 1;

// Of the operators of a chain, those that follow each other in the model, in parts that a device takes.
void add_parts(const std::vector<int32_t>& operators, std::vector<int32_t>& words) {
  for (size_t from = 0; from < operators.size();) {
    size_t to = from + 1;
    while (to < operators.size() && operators[to] == operators[to - 1] + 1 &&
           to - from < static_cast<size_t>(nook::interp::kMostStages))
      ++to;
    if (to - from > 1) words.insert(words.end(), {operators[from], static_cast<int32_t>(to - from)});
    from = to;
  }
}

}  // namespace

std::vector<int32_t> row_chain_words(const Program& program, int32_t operators) {
  std::vector<int32_t> words = {kVersion, operators, 0};
  for (const RowChain& chain : program.chains) {
    std::vector<int32_t> of_chain;
    for (const RowStage& stage : chain.stages)
      of_chain.push_back(
          program.graph.nodes[index(program.calls[static_cast<size_t>(stage.call)].node)].source);
    add_parts(of_chain, words);
  }
  words[2] = static_cast<int32_t>(words.size() / 2 - 1);
  return words;
}

Result<std::string> embed_row_chains(std::span<const std::byte> model, const std::string& file,
                                     const std::vector<int32_t>& words) {
  return embed_metadata(model, file, "NookRowChains", words);
}

}  // namespace nookc
