#include "nookc/compile/compile.h"

#include <algorithm>
#include <limits>

#include "nookc/compile/run_passes.h"
#include "nookc/compile/staged.h"
#include "nookc/compile/two_cores.h"
#include "nookc/compile/within.h"
#include "nookc/core/sha256.h"
#include "nookc/front/import/with_commands.h"
#include "nookc/graph/ethos_u.h"
#include "nookc/middle/passes/floats/simplify_report.h"
#include "nookc/middle/passes/turn/turn_images.h"
#include "nookc/middle/plan/placing/annotate.h"
#include "nookc/middle/plan/placing/pools_of.h"
#include "nookc/middle/plan/placing/units.h"
#include "nookc/middle/search/level.h"
#include "nookc/middle/search/price.h"

namespace nookc {
namespace {

Status check_scratch_names(const Graph& graph, const CompileOptions& options) {
  const auto known = [&](const std::string& name, const std::vector<TensorId>& tensors,
                         const std::vector<std::string>& names) {
    if (name == "*") return true;
    for (size_t i = 0; i < tensors.size(); ++i)
      if (names[i] == name || graph[tensors[i]].name == name) return true;
    return false;
  };
  const auto missing = [&](const std::string& name, const char* role, const std::vector<std::string>& names) {
    std::string have;
    for (const std::string& n : names) have += (have.empty() ? "'" : ", '") + n + "'";
    return Diag{Exit::kUsage, "N2001", graph.file, "there is no " + std::string(role) + " '" + name + "'",
                std::string(role) + "s of this model: " + have};
  };
  for (const std::string& name : options.inputs_in_scratch)
    if (!known(name, graph.inputs, graph.input_names)) return missing(name, "input", graph.input_names);
  for (const std::string& name : options.kept_inputs)
    if (!known(name, graph.inputs, graph.input_names)) return missing(name, "input", graph.input_names);
  for (const std::string& name : options.outputs_in_scratch)
    if (!known(name, graph.outputs, graph.output_names)) return missing(name, "output", graph.output_names);
  return Done{};
}

// A device is active from its first operator to its last; a stream would spread these over many calls.
Status check_units_and_stream(const CompileOptions& options) {
  if (options.units.empty() || !options.stream_input) return Done{};
  return Diag{Exit::kUsage, "N2025", "--unit " + options.units[0].text,
              "units can't be combined with --stream-input", "leave out one of the two"};
}

// A network of hops is another network: an input arrives in hops already, and tensors of the whole window do
// not exist.
Status check_hop(const CompileOptions& options) {
  const HopWish& hop = options.hop;
  const auto refused = [](const std::string& with) {
    return Diag{Exit::kUsage, "N2093", with, "can't be combined with --hop", "leave out one of the two"};
  };
  if (hop.frames == 0) {
    const char* const given = hop.axis >= 0                     ? "--hop-axis"
                              : hop.state_limit > 0             ? "--hop-state"
                              : hop.start == HopStart::kPadding ? "--hop-start"
                                                                : nullptr;
    if (!given) return Done{};
    return Diag{Exit::kUsage, "N2093", given, "this is for a network that takes new frames",
                "add --hop FRAMES"};
  }
  if (options.stream_input) return refused("--stream-input");
  if (!options.units.empty()) return refused("--unit " + options.units[0].text);
  const auto pin = [](const Wish& wish) { return wish.offset >= 0; };
  if (const auto wish = std::ranges::find_if(options.wishes, pin); wish != options.wishes.end())
    return refused("--place " + wish->text);
  return Done{};
}

Status check_loops(const Graph& graph, const CompileOptions& options) {
  const auto loop = [](const RegionMark& mark) { return mark.kind == RegionMark::Kind::kLoop; };
  if (options.while_limit == 0 || std::ranges::any_of(graph.regions.marks, loop)) return Done{};
  return Diag{Exit::kUsage, "N2053", graph.file, "--while-limit: the model has no loop (WHILE) to limit",
              "leave it out"};
}

// Units reorder operators; they support neither branches nor loops.
Status check_regions(const Graph& graph, const CompileOptions& options) {
  if (graph.regions.empty() || options.units.empty()) return Done{};
  return Diag{Exit::kUnsupported, "N3021", graph.file,
              "--unit can't be combined with control flow (IF, WHILE)", "leave it out"};
}

// Commands run on a unit, and may overwrite an input that the application wants to keep.
Status check_commands(const Graph& graph, const CompileOptions& options) {
  for (const Node& node : graph.nodes)
    if (holds_commands(node) && node.unit.empty())
      return Diag{Exit::kUsage, "N2025", graph.file + ": " + describe(graph, node),
                  "it holds commands for an Ethos-U, which the cpu can't execute", "--unit npu=ethos-u"};
  const VelaPlan plan(graph);
  for (size_t i = 0; i < graph.inputs.size(); ++i)
    if (plan.is_operand(graph.inputs[i]) && options.keeps(graph, i))
      return Diag{Exit::kUsage, "N2025", graph.file + ": input '" + graph.input_names[i] + "'",
                  "it can't be kept: it lies in the memory of an Ethos-U, whose commands overwrite it",
                  "leave it out of --keep-input"};
  return Done{};
}

// How a final graph becomes a program.
using Lowering = std::function<Result<Program>(const Graph& graph, const CompileOptions& options)>;

Result<Program> at_level(const Graph& graph, const CompileOptions& options) {
  return lower_and_place(graph, options);
}

bool has_changed(const std::vector<PassReport>& reports, std::string_view pass) {
  return std::ranges::any_of(reports, [&](const PassReport& r) { return r.name == pass && r.changes > 0; });
}

// The program of a graph after the passes, with their reports. An empty Diag if the pass `needed` did
// nothing.
Result<Program> make(Graph graph, const CompileOptions& options, const Lowering& lowering = at_level,
                     std::string_view needed = {}) {
  Result<Passed> ran = run_passes(graph, options);
  if (!ran) return ran.diag();
  if (!needed.empty() && !has_changed(ran->reports, needed)) return Diag{};
  // From here on the set of operators is final.
  Result<Program> program = lowering(graph, options);
  if (program) program->passes = std::move(ran->reports), program->hop = std::move(ran->hop);
  return program;
}

constexpr const char* kTurnImages = "turn-images";

CompileOptions without(CompileOptions options, const char* pass) {
  options.disabled_passes.insert(pass);
  return options;
}

// Whether to compare the program with one whose chains go along the width of images. A stream delivers rows,
// and hops keep them; without chains, nothing would be smaller.
bool may_turn_images(const Graph& graph, const CompileOptions& options) {
  const bool whole = options.level == Level::kTime || options.level == Level::kSize || !options.rows;
  return !whole && !options.stream_input && options.hop.frames == 0 && options.units.empty() &&
         !options.disabled_passes.contains(kTurnImages) && has_wide_images(graph);
}

// Columns on their side are faster, but operators that run as a whole may then overwrite less of their
// inputs. So they stay as they are where that takes less memory, except at -O time and, unless memory is all
// that counts, where they run in strips, as a model that stores the sequence as a row does.
Result<Program> make_flat(const Graph& graph, const CompileOptions& options, const Lowering& lowering) {
  if (options.hop.frames > 0) {  // the rows that hops keep stay as the model has them
    CompileOptions of_rows = options;
    of_rows.strips = false, of_rows.disabled_passes.insert("lay-flat");
    return make(graph, of_rows, lowering);
  }
  Result<Program> program = make(graph, options, lowering);
  const auto has_strips = [&] { return std::ranges::any_of(program->chains, &RowChain::strips); };
  const bool may_stay = options.level != Level::kTime && program &&
                        (options.level == Level::kRam || !has_strips()) &&
                        has_changed(program->passes, "lay-flat");
  if (program && !may_stay) return program;
  if (!program && options.disabled_passes.count("lay-flat")) return program;
  CompileOptions upright = options;
  upright.disabled_passes.insert("lay-flat"), upright.dump = {};
  Result<Program> other = make(graph, upright, lowering);
  const bool better = other && (!program || is_better(*other, *program, options));
  return better ? std::move(other) : std::move(program);
}

// Images are cut along their width where that needs less RAM, and not too much time.
Result<Program> make_smaller(const Graph& graph, const CompileOptions& options, const Lowering& lowering) {
  Result<Program> program = make_flat(graph, without(options, kTurnImages), lowering);
  if (!may_turn_images(graph, options)) return program;
  CompileOptions quiet = options;
  quiet.dump = {};
  Result<Program> turned = make(graph, quiet, lowering, kTurnImages);
  const bool better = turned && (!program || is_better_turned(*turned, *program, options));
  return better ? std::move(turned) : std::move(program);
}

// A program of one core, or of two.
Result<Program> make_for_cores(const Graph& graph, const CompileOptions& options) {
  if (options.cores == 1) return make_smaller(graph, options, at_level);
  return compile_for_two(options, [&](const CompileOptions& all, const Halves& halves) {
    return make_smaller(graph, all, [&](const Graph& passed, const CompileOptions& last) -> Result<Program> {
      Graph divided = passed;
      if (halves)
        if (const Status sound = halves(divided); !sound) return sound.diag();
      return lower_and_place(divided, last);
    });
  });
}

// Whether the first is the better answer to a budget.
bool is_better(const InBudget& a, const InBudget& b) {
  const double first = in_goal(a.used, a.goal()), second = in_goal(b.used, b.goal());
  return first < second || (first == second && a.used.cycles <= b.used.cycles);
}

// The best program for a final graph.
Lowering within(BudgetSearches& searches, const Budget& budget, InBudget& facts) {
  return [&](const Graph& graph, const CompileOptions& options) {
    const std::tuple key(options.disabled_passes.contains("lay-flat"),
                         options.disabled_passes.contains(kTurnImages), options.hop.state_limit);
    return searches.try_emplace(key, graph, options).first->second.best(budget, facts);
  };
}

constexpr size_t kMostChoices = 16;  // amounts of state that are tried within a budget

// The best program within a budget of a network that moves by hops, among the choices of the rows that it
// keeps (HopFacts::choices): state for some of them leaves less scratch for the others.
Result<Program> make_hop_within(const Graph& graph, const CompileOptions& options, const Budget& budget,
                                InBudget& facts, BudgetSearches& searches) {
  Graph passed = graph;
  CompileOptions quiet = options;
  quiet.dump = {};
  const Result<Passed> ran = run_passes(passed, quiet);
  if (!ran) return ran.diag();
  Result<Program> best = Diag{};
  int tried = 0;
  double least = std::numeric_limits<double>::max();
  const std::vector<HopChoice>& choices = ran->hop.choices;
  for (size_t i = ran->hop.chosen; i < choices.size() && i < ran->hop.chosen + kMostChoices; ++i) {
    CompileOptions each = options;
    each.hop.state_limit = choices[i].state_bytes;
    InBudget of;
    Result<Program> program = make(graph, each, within(searches, budget, of));
    tried += of.tried;
    if (program) least = std::min(least, of.least);
    const bool fits_better =
        program ? !best || !is_better(facts, of)
                : !best && (i == ran->hop.chosen || program.diag().lacking < best.diag().lacking);
    if (!fits_better) continue;
    best = std::move(program), facts = of;
  }
  facts.tried = tried, facts.least = std::min(least, in_goal(facts.used, facts.goal()));
  return best;
}

// The best program within a budget, with columns on their side or as they are.
Result<Program> make_flat_within(const Graph& graph, const CompileOptions& options, const Budget& budget,
                                 InBudget& facts, BudgetSearches& searches) {
  CompileOptions upright = options;
  upright.disabled_passes.insert("lay-flat");
  if (options.hop.frames > 0) {
    upright.strips = false;
    return make_hop_within(graph, upright, budget, facts, searches);
  }
  Result<Program> program = make(graph, options, within(searches, budget, facts));
  if (program && !has_changed(program->passes, "lay-flat")) return program;
  upright.dump = {};
  InBudget others;
  Result<Program> other = make(graph, upright, within(searches, budget, others));
  if (!other || (program && is_better(facts, others))) return program;
  facts = others;
  return other;
}

// Likewise, with images cut along their height or along their width.
Result<Program> make_within(const Graph& graph, const CompileOptions& options, const Budget& budget,
                            InBudget& facts, BudgetSearches& searches) {
  Result<Program> program = make_flat_within(graph, without(options, kTurnImages), budget, facts, searches);
  if (!may_turn_images(graph, options)) return program;
  CompileOptions quiet = options;
  quiet.dump = {};
  InBudget others;
  Result<Program> turned = make(graph, quiet, within(searches, budget, others), kTurnImages);
  const int tried = facts.tried + others.tried;
  const double least = turned && program ? std::min(facts.least, others.least) : 0;
  if (turned && (!program || !is_better(facts, others))) program = std::move(turned), facts = others;
  facts.tried = tried;
  if (least > 0) facts.least = std::min(least, facts.least);
  return program;
}

Result<Program> compile_by(std::span<const std::byte> bytes, const std::string& file,
                           const CompileOptions& options, const Lowering& whole) {
  if (const Status names = check_pass_names(options); !names) return names.diag();
  // Every operator is known, every tensor valid.
  Result<Graph> graph = options.units.empty() ? import_sound(bytes, file) : import_with_commands(bytes, file);
  if (!graph) return graph.diag();
  if (const Status names = check_scratch_names(*graph, options); !names) return names.diag();
  if (const Status known = annotate(*graph, options.wishes, options.pools); !known) return known.diag();
  annotate_shared(*graph, options);
  if (const Status fits = check_units_and_stream(options); !fits) return fits.diag();
  if (const Status fits = check_hop(options); !fits) return fits.diag();
  if (const Status fits = check_regions(*graph, options); !fits) return fits.diag();
  if (const Status fits = check_loops(*graph, options); !fits) return fits.diag();
  if (const Status known = assign_units(*graph, options.units, options.pools); !known) return known.diag();
  if (const Status fits = check_commands(*graph, options); !fits) return fits.diag();
  if (const auto pools = pools_of(options); !pools) return pools.diag();
  if (const Status fits = check_storage(*graph, options); !fits) return fits.diag();
  if (const Status fits = check_cores(*graph, options); !fits) return fits.diag();
  if (options.dump) options.dump("import", *graph);

  const auto of_graph = [&](const CompileOptions& all) { return whole(*graph, all); };
  Result<Program> program = options.staging.bytes > 0 ? compile_staged(options, of_graph) : of_graph(options);
  if (!program) return program.diag();
  // From here on every kernel, size and address is final; emission decides nothing.
  if (const Status used = check_all_used(options.units, program->units, file); !used) return used.diag();

  // Views that made the plan larger were dropped, so the report must not count them.
  const auto views =
      std::ranges::count_if(program->graph.nodes, [](const Node& n) { return !n.parts.empty(); });
  for (PassReport& report : program->passes) {
    if (report.name != "views" || report.changes == views) continue;
    report.changes = static_cast<int>(views);
    report.after = views > 0 ? measure(program->graph) : report.before;
  }
  program->model_sha256 = sha256(bytes);
  program->model_bytes = static_cast<int64_t>(bytes.size());
  return program;
}

}  // namespace

Result<Program> compile(std::span<const std::byte> bytes, const std::string& file,
                        const CompileOptions& options) {
  return compile_by(bytes, file, options, make_for_cores);
}

Result<Program> compile_within(std::span<const std::byte> bytes, const std::string& file,
                               const CompileOptions& options, const Budget& budget, InBudget& facts,
                               BudgetSearches& searches) {
  return compile_by(bytes, file, options, [&](const Graph& graph, const CompileOptions& all) {
    return make_within(graph, all, budget, facts, searches);
  });
}

}  // namespace nookc
