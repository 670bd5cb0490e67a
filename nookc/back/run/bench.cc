#include "nookc/back/run/bench.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>

#include "nookc/back/run/callgrind.h"
#include "nookc/core/read_file.h"
#include "nookc/middle/lower/row_stage.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;

constexpr int kTimedRuns = 15;

Status check_faults(const RunnerReport& report) {
  if (report.faults.empty()) return Done{};
  return faults_diag(report.faults);
}

// Nodes of the model in the order in which the events of their kernels began, without views. If nodes begin
// inside others, only the inner ones are listed: the ones whose end comes next, which is also how a region of
// instructions ends.
Result<std::vector<int32_t>> read_event_nodes(const fs::path& file) {
  const Result<std::vector<std::byte>> bytes = read_file(file);
  if (!bytes) return bytes.diag();
  std::vector<int32_t> nodes;
  for (size_t at = 0; at + 2 <= bytes->size(); at += 2) {
    int16_t node = 0;
    std::memcpy(&node, bytes->data() + at, sizeof node);
    nodes.push_back(node);
  }
  return nodes;
}

// The call of each operator that the interpreter reports, found by its number in the model. Operators that
// name a variable have no call.
std::vector<std::optional<size_t>> calls_by_source(const Program& program,
                                                   const std::vector<int32_t>& nodes) {
  std::map<int32_t, size_t> made;
  for (size_t call = 0; call < program.calls.size(); ++call)
    made.emplace(program.graph.nodes[index(program.calls[call].node)].source, call);
  std::vector<std::optional<size_t>> calls(nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i)
    if (const auto found = made.find(nodes[i]); nodes[i] >= 0 && found != made.end())
      calls[i] = found->second;
  return calls;
}

// The call of each region that began with a node's event; nothing for a view, for which no kernel ran.
std::vector<std::optional<size_t>> calls_of(const Program& program, const std::vector<int32_t>& nodes) {
  const size_t count = program.calls.size();
  std::vector<std::optional<size_t>> calls(nodes.size());
  // Next call among those that run as a whole, which come in order; row-wise calls alternate.
  size_t next = 0;
  for (size_t i = 0; i < nodes.size(); ++i) {
    const auto is_node = [&](size_t call) {
      return program.graph.nodes[index(program.calls[call].node)].source == nodes[i];
    };
    size_t call = 0;
    while (call < count && !(row_stage(program, call) && is_node(call))) ++call;
    if (call == count) {
      while (next < count && row_stage(program, next)) ++next;
      if (next == count || !is_node(next)) continue;
      call = next++;
    }
    calls[i] = call;
  }
  return calls;
}

Status count_operators(Session& session, Costs& costs) {
  const fs::path file = session.folder() / "marks_events.txt";
  const Result<RunnerReport> report = session.run(true, {"0", "events", "count"}, file);
  if (!report) return report.diag();
  if (const Status fine = check_faults(*report); !fine) return fine.diag();
  const Result<std::vector<Mark>> marks = read_marks(file);
  if (!marks) return marks.diag();
  const Result<std::vector<int32_t>> nodes = read_event_nodes(session.outputs() / "events.bin");
  if (!nodes) return nodes.diag();
  const Program& program = session.program();
  const Regions regions = regions_of(*marks);
  const std::vector<std::optional<size_t>> calls =
      session.interpreted() ? calls_by_source(program, *nodes) : calls_of(program, *nodes);
  std::vector<std::optional<Executed>> executed(program.calls.size());
  const size_t first = session.interpreted() ? 1 : 0;  // the interpreter's first region is its construction
  for (size_t i = 0; i < std::min(nodes->size(), regions.executed.size() - first); ++i) {
    if (!calls[i]) continue;
    if (!executed[*calls[i]]) executed[*calls[i]] = Executed{};
    *executed[*calls[i]] += regions.executed[first + i].beyond(regions.overhead);
  }
  for (size_t i = 0; i < executed.size(); ++i) {
    if (!executed[i]) continue;
    costs.operators[i].instructions = executed[i]->instructions;
    if (costs.cycles) costs.operators[i].cycles = executed[i]->cycles;
  }
  // If there is only one operator, it costs as much as the whole run.
  if (executed.size() == 1) costs.operators[0] = {0, costs.instructions, costs.cycles, std::nullopt};
  return Done{};
}

Status count_on_board(Session& session, Costs& costs) {
  const fs::path file = session.folder() / "marks.txt";
  const Result<RunnerReport> report = session.run(false, {"1", "repeat"}, file);
  if (!report) return report.diag();
  if (const Status fine = check_faults(*report); !fine) return fine.diag();
  const Result<std::vector<Mark>> marks = read_marks(file);
  if (!marks) return marks.diag();
  if (const std::optional<Executed> run = last_run(*marks)) {
    costs.instructions = run->instructions;
    if (run->cycles.core > 0) costs.cycles = run->cycles;
  }
  const Regions regions = regions_of(*marks);
  if (session.interpreted() && !regions.executed.empty())
    costs.init_instructions = regions.executed.front().instructions;
  costs.counter = "qemu";
  costs.stack_measured_bytes = report->stack_bytes;
  return count_operators(session, costs);
}

double microseconds(int64_t ticks, const RunnerReport& report) {
  return static_cast<double>(ticks) * 1e6 / static_cast<double>(report.ticks_per_second);
}

Result<RunnerReport> time_runs(Session& session, Costs& costs) {
  Result<RunnerReport> report = session.run(false, {"1", "repeat", "time", std::to_string(kTimedRuns)});
  if (!report) return report;
  if (const Status fine = check_faults(*report); !fine) return fine.diag();
  for (int64_t ticks : report->ticks) costs.microseconds.push_back(microseconds(ticks, *report));
  std::ranges::sort(costs.microseconds);
  return report;
}

// A board with firmware that was built elsewhere can only be timed by its own clock.
Status time_on_port(Session& session, Costs& costs) {
  const Result<RunnerReport> timed = time_runs(session, costs);
  if (!timed) return timed.diag();
  if (timed->ticks_per_second <= 0 || costs.microseconds.back() <= 0)
    return Diag{Exit::kInputOutput, "N4046", "the board's clock",
                "stands still: " + std::to_string(costs.microseconds.size()) + " runs took 0 ticks",
                "port_clock() and port_clock_hz() of its firmware: ports/serial/README.md"};
  costs.clock_hz = timed->ticks_per_second;
  costs.stack_measured_bytes = timed->stack_bytes;
  const Result<RunnerReport> report = session.run(true, {"0", "events", "profile"});
  if (!report) return report.diag();
  if (const Status fine = check_faults(*report); !fine) return fine.diag();
  const Result<std::vector<int32_t>> nodes = read_event_nodes(session.outputs() / "events.bin");
  if (!nodes) return nodes.diag();
  std::vector<std::optional<size_t>> calls = calls_of(session.program(), *nodes);
  if (session.interpreted()) {  // one row per operator of the model, in its order
    std::vector<int32_t> all(report->operators.size());
    std::iota(all.begin(), all.end(), 0);
    calls = calls_by_source(session.program(), all);
  }
  for (size_t i = 0; i < std::min(calls.size(), report->operators.size()); ++i) {
    if (!calls[i]) continue;
    std::optional<double>& sum = costs.operators[*calls[i]].microseconds;
    sum = sum.value_or(0) + microseconds(report->operators[i], *report);
  }
  return Done{};
}

Status measure_sizes(Session& session, Costs& costs) {
  const Result<fs::path> program = session.interpreted()
                                       ? session.builder().smallest(*session.interpreted())
                                       : session.builder().smallest(session.program(), session.emit(false));
  if (!program) return program.diag();
  const Result<fs::path> empty = session.builder().empty();
  if (!empty) return empty.diag();
  const Result<SectionSizes> with = section_sizes(*program), without = section_sizes(*empty);
  if (!with) return with.diag();
  if (!without) return without.diag();
  costs.program = {with->text - without->text, with->rodata - without->rodata, with->data - without->data,
                   with->bss - without->bss};
  return Done{};
}

}  // namespace

Result<Costs> measure(Session& session, HostCounter host_counter) {
  Costs costs;
  for (size_t i = 0; i < session.program().calls.size(); ++i)
    costs.operators.push_back({i, std::nullopt, std::nullopt, std::nullopt});
  if (session.on_port()) {
    if (const Status timed = time_on_port(session, costs); !timed) return timed.diag();
    return costs;
  }
  if (const Status sizes = measure_sizes(session, costs); !sizes) return sizes.diag();
  if (session.board().emulated()) {
    if (const Status counted = count_on_board(session, costs); !counted) return counted.diag();
    return costs;
  }
  if (const Result<RunnerReport> timed = time_runs(session, costs); !timed) return timed.diag();
  if (host_counter == HostCounter::kNone) return costs;
  if (const Status counted = count_with_callgrind(session, costs); !counted) return counted.diag();
  return costs;
}

}  // namespace nookc
