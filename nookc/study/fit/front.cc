#include "nookc/study/fit/front.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "nookc/back/interface/interface.h"

namespace nookc {
namespace {

constexpr int64_t kAnySize = INT32_MAX;
constexpr size_t kMostNamed = 3;

int64_t bytes_of(const ProgramSize& used, Goal memory) {
  return memory == Goal::kRam ? used.ram : used.flash;
}

// The properties by which programs differ.
struct Look {
  std::map<std::string, std::string> kernels;  // per operator
  size_t by_rows = 0, views = 0;               // operators
};

Look look_of(const Program& program) {
  Look look;
  for (const Call& call : program.calls) look.kernels[operator_label(program, call)] = call.op.symbol;
  for (const RowChain& chain : program.chains) look.by_rows += chain.stages.size();
  look.views = static_cast<size_t>(
      std::ranges::count_if(program.graph.nodes, [](const Node& node) { return !node.parts.empty(); }));
  return look;
}

std::vector<std::string> changes_of(const Look& before, const Look& now) {
  std::vector<std::string> all;
  if (before.by_rows != now.by_rows)
    all.push_back(std::to_string(now.by_rows) + " operators run by rows, " + std::to_string(before.by_rows) +
                  " before");
  if (before.views != now.views)
    all.push_back(std::to_string(now.views) + " views, " + std::to_string(before.views) + " before");
  std::vector<std::string> kernels;
  for (const auto& [name, symbol] : now.kernels) {
    const auto other = before.kernels.find(name);
    if (other == before.kernels.end() || other->second != symbol) kernels.push_back(name + ": " + symbol);
  }
  const size_t more = kernels.size() > kMostNamed ? kernels.size() - kMostNamed : 0;
  kernels.resize(kernels.size() - more);
  if (more > 0) kernels.push_back(std::to_string(more) + " more kernels");
  all.insert(all.end(), kernels.begin(), kernels.end());
  return all;
}

struct Walk {
  const ModelBytes& model;
  Request request;
  const Part& part;
  Front front;
  BudgetSearches& searches;
  const Deadline& deadline;
  std::vector<Look> looks = {};
  double least = 0;  // the largest bound so far: none is faster with less memory, either

  std::string& budget() { return front.memory == Goal::kRam ? request.budget.ram : request.budget.flash; }
};

// Adds the fastest program within the bytes, in place of one that is no faster. False: none fits.
Result<bool> add_point(Walk& w, int64_t bytes) {
  w.budget() = std::to_string(bytes);
  InBudget within;
  const Result<CompiledModel> compiled = compile_model(w.model, w.request, w.searches, within);
  if (!compiled && compiled.diag().exit == Exit::kDoesNotFit) return false;
  if (!compiled) return compiled.diag();
  // A search that ends early may end elsewhere with the program's own size for a budget.
  const int64_t own = bytes_of(within.used, w.front.memory);
  w.budget() = std::to_string(own);
  InBudget other;
  const Result<CompiledModel> again = compile_model(w.model, w.request, w.searches, other);
  const bool same = again && other.used == within.used;
  const int64_t budget = same ? own : bytes;
  w.least = std::max({w.least, within.least, same ? other.least : 0});
  FrontPoint point{
      within.used, within.used.cycles / (w.part.mhz * 1e3), std::min(w.least, within.used.cycles), "", {}};
  const char* const option = w.front.memory == Goal::kRam ? "--ram " : "--flash-size ";
  point.options = "--board " + w.request.board + " " + option + std::to_string(budget);
  while (!w.front.points.empty() && w.front.points.back().used.cycles >= within.used.cycles)
    w.front.points.pop_back(), w.looks.pop_back();
  w.front.points.push_back(std::move(point)), w.looks.push_back(look_of(compiled->program));
  w.front.proven =
      std::ranges::all_of(w.front.points, [](const FrontPoint& each) { return each.gap() == 0; });
  return true;
}

// From the fastest program to the smallest.
Result<Front> walk(Walk w, double step, const Progress& progress, const FoundPoint& found) {
  for (int64_t most = kAnySize;;) {
    progress({"looking for the front", w.front.points.size() + 1, 0});
    const Result<bool> added = add_point(w, most);
    if (!added) return added.diag();
    if (!*added || bytes_of(w.front.points.back().used, w.front.memory) <= 1) break;
    if (found) found(w.front);
    if (over(w.deadline)) {
      w.front.whole = false;
      break;
    }
    const int64_t bytes = bytes_of(w.front.points.back().used, w.front.memory);
    most = bytes - std::max<int64_t>(1, std::llround(static_cast<double>(bytes) * step));
  }
  std::ranges::reverse(w.front.points), std::ranges::reverse(w.looks);
  for (size_t i = 1; i < w.looks.size(); ++i)
    w.front.points[i].changes = changes_of(w.looks[i - 1], w.looks[i]);
  return std::move(w.front);
}

}  // namespace

Result<Fronts> fronts_of(const ModelBytes& model, const Request& request, const Part& part,
                         const Progress& progress, const FoundPoint& found) {
  BudgetSearches searches;
  const Deadline deadline = effort_of(request.solver).deadline;
  Result<Front> ram = walk({model, request, part, {Goal::kRam, {}}, searches, deadline}, 0, progress, found);
  if (!ram) return ram.diag();
  Result<Front> flash =
      walk({model, request, part, {Goal::kFlash, {}}, searches, deadline}, kFlashStep, progress, found);
  if (!flash) return flash.diag();
  return Fronts{*std::move(ram), *std::move(flash)};
}

nlohmann::ordered_json front_json(const Front& front) {
  nlohmann::ordered_json points = nlohmann::ordered_json::array();
  for (const FrontPoint& point : front.points)
    points.push_back({{"ram_bytes", point.used.ram},
                      {"flash_bytes_estimate", point.used.flash},
                      {"cycles_estimate", std::llround(point.used.cycles)},
                      {"milliseconds_estimate", std::round(point.milliseconds * 1000) / 1000},
                      {"cycles_least", std::llround(point.least)},
                      {"options", point.options},
                      {"changes", point.changes}});
  return {{"points", points}, {"proven", front.proven}, {"whole", front.whole}};
}

}  // namespace nookc
