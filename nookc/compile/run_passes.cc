#include "nookc/compile/run_passes.h"

#include <algorithm>

#include "nookc/compile/compile.h"
#include "nookc/core/nearest.h"
#include "nookc/core/text.h"
#include "nookc/graph/ethos_u.h"
#include "nookc/graph/sound.h"
#include "nookc/middle/hop/hop.h"
#include "nookc/middle/passes/between_marks.h"
#include "nookc/middle/passes/floats/simplify_floats.h"
#include "nookc/middle/passes/floats/simplify_report.h"
#include "nookc/middle/passes/passes.h"
#include "nookc/middle/passes/split_outputs.h"

namespace nookc {
namespace {

constexpr std::string_view kOrder = "reorder";

// The kernels of a level, as far as passes depend on them.
KernelChoice choice_of(const CompileOptions& options) {
  KernelChoice choice = {options.target, true, KernelRows::kWorthTheirCode, options.level == Level::kFlash,
                         options.flash};
  if (options.level == Level::kTime) choice.rows = KernelRows::kAll;
  if (options.level == Level::kRam) choice.rows = KernelRows::kWithoutScratch;
  if (options.level == Level::kSize) choice.rows = KernelRows::kReference;
  return choice;
}

Status run_pass(const Pass& pass, Graph& graph, const CompileOptions& options, Work& work,
                std::vector<PassReport>& reports) {
  const auto changed = [&](std::string_view name) {
    return std::ranges::any_of(reports, [&](const PassReport& r) { return r.name == name && r.changes > 0; });
  };
  if (!pass.after.empty() && !changed(pass.after)) return Done{};
  if (options.disabled_passes.contains(std::string(pass.name))) return Done{};
  // Commands leave a tensor alone for as long as it is live in the order of the file.
  if (pass.name == kOrder && holds_commands(graph)) return Done{};
  const int changes = run_between_marks(graph, [&](Graph& part) {
    return pass.run_for ? pass.run_for(part, choice_of(options)) : pass.run(part);
  });
  PassReport report = {std::string(pass.name), changes, work, work};
  if (const Status sound = check_after(graph, report.name); !sound) return sound.diag();
  const bool again = std::ranges::find(reports, report.name, &PassReport::name) != reports.end();
  if (again && report.changes == 0) return Done{};
  if (report.changes > 0) report.after = work = measure(graph);
  if (options.dump) options.dump(report.name, graph);
  reports.push_back(std::move(report));
  return Done{};
}

// The passes before the first that orders operators, or the others.
std::span<const Pass> passes_until_order() {
  const std::span<const Pass> all = passes();
  return all.first(static_cast<size_t>(std::ranges::find(all, kOrder, &Pass::name) - all.begin()));
}
std::span<const Pass> passes_from_order() { return passes().subspan(passes_until_order().size()); }

Status run_all(std::span<const Pass> all, Graph& graph, const CompileOptions& options, Work& work,
               std::vector<PassReport>& reports) {
  for (const Pass& pass : all)
    if (const Status ran = run_pass(pass, graph, options, work, reports); !ran) return ran.diag();
  return Done{};
}

// Not a pass by name: the network of one hop is another network.
Result<HopFacts> hop(Graph& graph, const CompileOptions& options, Work& work,
                     std::vector<PassReport>& reports) {
  Result<HopFacts> facts = move_by_hops(graph, options.hop);
  if (!facts) return facts.diag();
  if (const Status sound = check_after(graph, "hop"); !sound) return sound.diag();
  PassReport report = {"hop", static_cast<int>(facts->operators.size()), work, work};
  report.after = work = measure(graph);
  if (options.dump) options.dump(report.name, graph);
  reports.push_back(std::move(report));
  return facts;
}

// Not a pass by name: only weights in storage need it.
Status divide_outputs(Graph& graph, const CompileOptions& options, Work& work,
                      std::vector<PassReport>& reports) {
  const int changes = split_outputs(graph, options.staging.most_outputs);
  if (changes == 0) return Done{};
  if (const Status sound = check_after(graph, "split-outputs"); !sound) return sound.diag();
  PassReport report = {"split-outputs", changes, work, work};
  report.after = work = measure(graph);
  if (options.dump) options.dump(report.name, graph);
  reports.push_back(std::move(report));
  return Done{};
}

}  // namespace

std::span<const std::string_view> pass_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all = simplification_names();
    for (const Pass& pass : passes())
      if (std::ranges::find(all, pass.name) == all.end()) all.push_back(pass.name);  // some run twice
    return all;
  }();
  return names;
}

Status check_pass_names(const CompileOptions& options) {
  const std::vector<std::string> all(pass_names().begin(), pass_names().end());
  for (const std::string& name : options.disabled_passes) {
    if (std::ranges::find(all, name) == all.end())
      return Diag{Exit::kUsage,
                  "N2002",
                  {},
                  "there is no pass '" + name + "'" + did_you_mean(name, all),
                  "passes: " + join_text(all)};
  }
  return Done{};
}

Result<Passed> run_passes(Graph& graph, const CompileOptions& options) {
  Passed passed;
  std::vector<PassReport>& reports = passed.reports;
  reports = simplify_and_report(graph, options.disabled_passes);
  if (options.dump)
    for (const PassReport& report : reports) options.dump(report.name, graph);
  Work work = reports.empty() ? measure(graph) : reports.back().after;
  if (const Status sound = check_after(graph, "simplifying"); !sound) return sound.diag();
  if (const Status ran = run_all(passes_until_order(), graph, options, work, reports); !ran)
    return ran.diag();
  if (options.hop.frames > 0) {
    Result<HopFacts> facts = hop(graph, options, work, reports);
    if (!facts) return facts.diag();
    passed.hop = *std::move(facts);
  }
  if (const Status sound = divide_outputs(graph, options, work, reports); !sound) return sound.diag();
  if (const Status ran = run_all(passes_from_order(), graph, options, work, reports); !ran) return ran.diag();
  return passed;
}

std::vector<PassReport> joined(const std::vector<PassReport>& reading, std::vector<PassReport> compiling) {
  std::vector<PassReport> all;
  for (const PassReport& report : reading)
    if (report.changes > 0) all.push_back(report);
  for (PassReport& report : compiling) {
    const bool again = std::ranges::find(all, report.name, &PassReport::name) != all.end();
    if (!again || report.changes > 0) all.push_back(std::move(report));
  }
  return all;
}

}  // namespace nookc
