#include "nookc/run/callgrind.h"

#include <cstdlib>
#include <map>
#include <sstream>

#include "nookc/core/read_file.h"
#include "nookc/run/process.h"

namespace nookc {
namespace {

// Names are written once, "(12) kws_run", and are "(12)" from then on.
std::string expand(const std::string& text, std::map<std::string, std::string>& known) {
  const size_t close = text.find(')');
  if (text.empty() || text[0] != '(' || close == std::string::npos) return text;
  const std::string id = text.substr(0, close + 1);
  if (close + 2 < text.size()) known[id] = text.substr(close + 2);
  return known[id];
}

// A line number, perhaps relative to the one before: "17", "+3", "-2", "*".
int position(const std::string& text, int before) {
  if (text[0] == '*') return before;
  const int value = std::atoi(text.c_str());
  return text[0] == '+' || text[0] == '-' ? before + value : value;
}

}  // namespace

CallgrindCounts parse_callgrind(const std::string& text, const std::string& caller) {
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
    if (call && function == caller && space != std::string::npos)
      by_line[line] += std::atoll(row.c_str() + space);
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
  const CallgrindCounts counts =
      parse_callgrind({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, function);
  costs.instructions = counts.total;
  costs.counter = "callgrind";
  // Every kernel call has a line of its own.
  if (!interpreted && counts.calls.size() == costs.operators.size())
    for (size_t i = 0; i < counts.calls.size(); ++i) costs.operators[i].instructions = counts.calls[i].second;
  return Done{};
}

}  // namespace nookc
