#include "nookc/run/bench.h"

#include <algorithm>
#include <cstring>
#include <sstream>

#include "nookc/core/read_file.h"
#include "nookc/lower/row_stage.h"
#include "nookc/run/callgrind.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;

constexpr int kTimedRuns = 15;

Status check_faults(const RunnerReport& report) {
  if (report.faults.empty()) return Done{};
  std::string all;
  for (const std::string& fault : report.faults) all += (all.empty() ? "" : "; ") + fault;
  return Diag{Exit::kDoesNotFit, "N1004", "the compiled model", all,
              "this is a defect of nook: please report it"};
}

Result<std::vector<Mark>> read_marks(const fs::path& file) {
  const Result<std::vector<std::byte>> bytes = read_file(file);
  if (!bytes) return bytes.diag();
  std::istringstream lines(std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()));
  std::vector<Mark> marks;
  Mark mark{};
  for (std::string word; lines >> word;)
    if (word == "mark" && lines >> mark.number >> mark.count) marks.push_back(mark);
  return marks;
}

// The last region from mark 0 to mark 1: the first mark itself is no part of it.
std::optional<int64_t> last_run(const std::vector<Mark>& marks) {
  for (size_t i = marks.size(); i-- > 1;)
    if (marks[i].number == 1 && marks[i - 1].number == 0) return marks[i].count - marks[i - 1].count - 1;
  return std::nullopt;
}

// Nodes of the model in the order in which events of their kernels began; those of views are left out.
Result<std::vector<int32_t>> read_event_nodes(const fs::path& file) {
  const Result<std::vector<std::byte>> bytes = read_file(file);
  if (!bytes) return bytes.diag();
  std::vector<int32_t> nodes;
  for (size_t at = 0; at + 8 <= bytes->size(); at += 8) {
    int32_t event[2];
    std::memcpy(event, bytes->data() + at, sizeof event);
    if (event[0] == 0) nodes.push_back(event[1]);
  }
  return nodes;
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
  costs.event_overhead = regions.overhead;
  const size_t count = program.calls.size();
  size_t next = 0;  // of the calls that run as a whole, in their order; those that run by rows come in turns
  const size_t first = session.interpreted() ? 1 : 0;  // the interpreter's first region is its construction
  for (size_t i = 0; i < std::min(nodes->size(), regions.instructions.size() - first); ++i) {
    const auto is_node = [&](size_t call) {
      return program.graph.nodes[index(program.calls[call].node)].source == (*nodes)[i];
    };
    size_t call = 0;
    while (call < count && !(row_stage(program, call) && is_node(call))) ++call;
    if (call == count) {
      while (next < count && row_stage(program, next)) ++next;
      if (next == count || !is_node(next)) continue;  // a view: no kernel ran
      call = next++;
    }
    std::optional<int64_t>& sum = costs.operators[call].instructions;
    sum = sum.value_or(0) + std::max<int64_t>(0, regions.instructions[first + i] - regions.overhead);
  }
  // Nothing to compare one operator with: all of the run is its.
  if (program.calls.size() == 1) costs.operators[0].instructions = costs.instructions;
  return Done{};
}

Status count_on_board(Session& session, Costs& costs) {
  const fs::path file = session.folder() / "marks.txt";
  const Result<RunnerReport> report = session.run(false, {"1", "repeat"}, file);
  if (!report) return report.diag();
  if (const Status fine = check_faults(*report); !fine) return fine.diag();
  const Result<std::vector<Mark>> marks = read_marks(file);
  if (!marks) return marks.diag();
  costs.instructions = last_run(*marks);
  const Regions regions = regions_of(*marks);
  if (session.interpreted() && !regions.instructions.empty())
    costs.init_instructions = regions.instructions.front();
  costs.counter = "qemu";
  costs.stack_measured_bytes = report->stack_bytes;
  return count_operators(session, costs);
}

Status time_on_host(Session& session, Costs& costs) {
  const Result<RunnerReport> report = session.run(false, {"1", "repeat", "time", std::to_string(kTimedRuns)});
  if (!report) return report.diag();
  if (const Status fine = check_faults(*report); !fine) return fine.diag();
  for (int64_t ticks : report->ticks)
    costs.microseconds.push_back(static_cast<double>(ticks) * 1e6 /
                                 static_cast<double>(report->ticks_per_second));
  std::ranges::sort(costs.microseconds);
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

Regions regions_of(const std::vector<Mark>& marks) {
  Regions regions;
  int64_t least = -1;
  for (size_t i = 1; i < marks.size(); ++i) {
    const int64_t between = marks[i].count - marks[i - 1].count - 1;
    if (marks[i - 1].number == 2 && marks[i].number == 3) regions.instructions.push_back(between);
    if (marks[i - 1].number == 3 && marks[i].number == 2 && (least < 0 || between < least)) least = between;
  }
  regions.overhead = std::max<int64_t>(0, least);
  return regions;
}

Result<Costs> measure(Session& session) {
  Costs costs;
  for (size_t i = 0; i < session.program().calls.size(); ++i) costs.operators.push_back({i, std::nullopt});
  if (const Status sizes = measure_sizes(session, costs); !sizes) return sizes.diag();
  if (session.board().emulated()) {
    if (const Status counted = count_on_board(session, costs); !counted) return counted.diag();
    return costs;
  }
  if (const Status timed = time_on_host(session, costs); !timed) return timed.diag();
  if (const Status counted = count_with_callgrind(session, costs); !counted) return counted.diag();
  return costs;
}

}  // namespace nookc
