#include "nookc/middle/passes/floats/simplify_report.h"

#include <map>

#include "nookc/middle/passes/floats/simplify_floats.h"
#include "nookc/middle/passes/order/footprint.h"

namespace nookc {
namespace {

// The work that the runs of one simplification saved together.
struct Saved {
  int changes = 0;
  int64_t macs = 0, weight_bytes = 0, constant_bytes = 0, peak_bytes = 0;

  void add(const Work& before, const Work& after) {
    macs += before.macs - after.macs, weight_bytes += before.weight_bytes - after.weight_bytes;
    constant_bytes += before.constant_bytes - after.constant_bytes;
    peak_bytes += before.peak_bytes - after.peak_bytes;
  }
  Work from(Work work) const {
    work.macs -= macs, work.weight_bytes -= weight_bytes;
    work.constant_bytes -= constant_bytes, work.peak_bytes -= peak_bytes;
    return work;
  }
};

}  // namespace

Work measure(const Graph& graph) {
  Work work = work_of(graph);
  work.peak_bytes = peak_of(footprint_of(graph, true));
  return work;
}

PassReport run_and_report(Graph& graph, std::string_view name, int (*pass)(Graph&)) {
  PassReport report = {std::string(name), 0, {}, {}};
  if (!graph.regions.empty()) return report;
  report.before = measure(graph);
  report.changes = pass(graph);
  report.after = report.changes > 0 ? measure(graph) : report.before;
  return report;
}

std::vector<PassReport> simplify_and_report(Graph& graph, const std::set<std::string>& without) {
  Work work = measure(graph);
  std::map<std::string_view, Saved> saved;
  Saved* last = nullptr;
  Work now = work;
  const auto credit = [&](Saved& to) {
    const Work after = measure(graph);
    to.add(now, after);
    now = after;
  };
  simplify_floats(graph, without, [&](const Simplification& pass, int changes) {
    Saved& sum = saved[pass.name];
    sum.changes += changes;
    if (changes > 0) credit(*(last = &sum));
  });
  if (last) credit(*last);  // operators that nothing uses any more are gone
  std::vector<PassReport> reports;
  for (const Simplification& pass : simplifications()) {
    const auto sum = saved.find(pass.name);
    if (sum == saved.end()) continue;
    reports.push_back({std::string(pass.name), sum->second.changes, work, sum->second.from(work)});
    work = reports.back().after;
  }
  return reports;
}

}  // namespace nookc
