#include "nookc/back/run/callgrind.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <sstream>

#include "nookc/back/run/process.h"
#include "nookc/core/read_file.h"
#include "nookc/middle/lower/row_stage.h"

namespace nookc {
namespace {

// Names are written in full once, "(12) kws_run", and as "(12)" afterwards.
std::string expand(const std::string& text, std::map<std::string, std::string>& known) {
  const size_t close = text.find(')');
  if (text.empty() || text[0] != '(' || close == std::string::npos) return text;
  const std::string id = text.substr(0, close + 1);
  if (close + 2 < text.size()) known[id] = text.substr(close + 2);
  return known[id];
}

// Parses a line number, which may be relative to the previous one: "17", "+3", "-2", "*".
int position(const std::string& text, int before) {
  if (text[0] == '*') return before;
  const int value = std::atoi(text.c_str());
  return text[0] == '+' || text[0] == '-' ? before + value : value;
}

// The calls of generated code in the order of its lines. A chain is a function before its caller (-1), with
// its operators from the last to the first; an operator with sums has two calls.
std::vector<int32_t> calls_by_line(const Program& program, bool chains_are_calls) {
  std::vector<int32_t> order;
  for (const RowChain& chain : program.chains)
    for (size_t at = chain.order.size(); at-- > 0;) {
      const RowStage& stage = chain.stages[chain.order[at]];
      order.insert(order.end(), stage.sum_bytes > 0 ? 2 : 1, stage.call);
    }
  for (size_t i = 0; i < program.calls.size(); ++i) {
    const int32_t call = static_cast<int32_t>(i);
    const RowChain* const chain = row_chain(program, i);
    if (!chain)
      order.push_back(call);
    else if (chains_are_calls && chain->stages[0].call == call)
      order.push_back(-1);
  }
  return order;
}

// Assigns counts to operators: every kernel call has its own line. A compiler may have inlined the chains
// into their caller.
void assign(const CallgrindCounts& counts, const Program& program, Costs& costs) {
  for (const bool chains_are_calls : {true, false}) {
    const std::vector<int32_t> order = calls_by_line(program, chains_are_calls);
    if (order.size() != counts.calls.size()) continue;
    for (size_t i = 0; i < order.size(); ++i) {
      if (order[i] < 0) continue;
      std::optional<int64_t>& sum = costs.operators[static_cast<size_t>(order[i])].instructions;
      sum = sum.value_or(0) + counts.calls[i].second;
    }
    return;
  }
}

}  // namespace

CallgrindCounts parse_callgrind(const std::string& text, const std::vector<std::string>& callers) {
  CallgrindCounts counts;
  std::map<std::string, std::string> names;
  std::map<int, int64_t> by_line;
  std::string function;
  bool call = false;
  int line = 0;
  std::istringstream in(text);
  for (std::string row; std::getline(in, row);) {
    if (row.starts_with("fn=")) function = expand(row.substr(3), names);
    if (row.starts_with("cfn=")) expand(row.substr(4), names);
    if (row.starts_with("totals:")) counts.total = std::atoll(row.c_str() + 7);
    if (row.starts_with("calls=")) {
      call = true;
      continue;
    }
    if (row.empty() || std::string("0123456789+-*").find(row[0]) == std::string::npos) continue;
    line = position(row, line);
    const size_t space = row.find(' ');
    const bool ours =
        std::ranges::any_of(callers, [&](const std::string& name) { return function.starts_with(name); });
    if (call && ours && space != std::string::npos) by_line[line] += std::atoll(row.c_str() + space);
    call = false;
  }
  counts.calls.assign(by_line.begin(), by_line.end());
  return counts;
}

Status count_with_callgrind(Session& session, Costs& costs) {
  const auto valgrind = find_program("valgrind");
  if (!valgrind) return Done{};
  const EmitOptions emit = session.emit(false);
  const InterpretedModel* const interpreted = session.interpreted();
  const Result<std::filesystem::path> runner = interpreted
                                                   ? session.builder().runner(*interpreted)
                                                   : session.builder().runner(session.program(), emit);
  if (!runner) return runner.diag();
  const std::string function = interpreted ? "nook_interpreter_invoke" : emit.name + "_run_ref";
  const std::filesystem::path file = session.folder() / "callgrind.out";
  const Command command{{valgrind->string(), "--tool=callgrind", "--toggle-collect=" + function,
                         "--callgrind-out-file=" + file.string(), runner->string(), "1"},
                        session.folder(),
                        0};
  const Result<Finished> ended = run_command(command);
  if (!ended) return ended.diag();
  if (ended->exit_code != 0)
    return Diag{Exit::kInputOutput, "N4007", "valgrind", ended->text,
                "the command was: " + to_string(command)};
  const Result<std::vector<std::byte>> bytes = read_file(file);
  if (!bytes) return bytes.diag();
  const CallgrindCounts counts = parse_callgrind(
      {reinterpret_cast<const char*>(bytes->data()), bytes->size()}, {function, emit.name + "_rows"});
  costs.instructions = counts.total;
  costs.counter = "callgrind";
  if (!interpreted) assign(counts, session.program(), costs);
  return Done{};
}

}  // namespace nookc
