#include "nookc/back/interpreter_export/row_chain_metadata.h"

#include "nook/interp/run_chain.h"
#include "nookc/middle/plan/formats/offline_plan.h"

namespace nookc {
namespace {

constexpr int32_t kVersion = 1;

// An operator of a chain; `ends`: it is the last of its part, because its output is held as a whole.
struct Link {
  int32_t op;
  bool ends;
};

// Splits a chain into parts of consecutive operators that a device accepts.
void add_parts(const std::vector<Link>& chain, std::vector<int32_t>& words) {
  for (size_t from = 0; from < chain.size();) {
    size_t to = from + 1;
    while (to < chain.size() && !chain[to - 1].ends && chain[to].op == chain[to - 1].op + 1 &&
           to - from < static_cast<size_t>(nook::interp::kMostStages))
      ++to;
    if (to - from > 1) words.insert(words.end(), {chain[from].op, static_cast<int32_t>(to - from)});
    from = to;
  }
}

}  // namespace

std::vector<int32_t> row_chain_words(const Program& program, int32_t operators) {
  std::vector<int32_t> words = {kVersion, operators, 0};
  for (const RowChain& chain : program.chains) {
    if (chain.strips) continue;  // interpreters compute rows only
    std::vector<Link> links;
    for (const RowStage& stage : chain.stages) {
      const Call& call = program.calls[static_cast<size_t>(stage.call)];
      links.push_back({program.graph.nodes[index(call.node)].source, stage.sum_bytes > 0});
    }
    add_parts(links, words);
  }
  words[2] = static_cast<int32_t>(words.size() / 2 - 1);
  return words;
}

Result<std::string> embed_row_chains(std::span<const std::byte> model, const std::string& file,
                                     const std::vector<int32_t>& words) {
  return embed_metadata(model, file, "NookRowChains", words);
}

}  // namespace nookc
