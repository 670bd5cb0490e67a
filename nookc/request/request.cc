#include "nookc/request/request.h"

#include <algorithm>
#include <iterator>
#include <sstream>

#include "nookc/compile/run_passes.h"
#include "nookc/core/duration.h"
#include "nookc/core/nearest.h"
#include "nookc/core/size.h"
#include "nookc/middle/plan/placing/annotate.h"

namespace nookc {
namespace {

constexpr int64_t kLeastStaging = 4096;  // smaller reads take longer to start than to run

constexpr std::pair<std::string_view, Level> kLevels[] = {{"time", Level::kTime},
                                                          {"balanced", Level::kBalanced},
                                                          {"flash", Level::kFlash},
                                                          {"ram", Level::kRam},
                                                          {"size", Level::kSize}};

std::set<std::string> split(const std::string& names) {
  std::set<std::string> all;
  std::istringstream in(names);
  for (std::string name; std::getline(in, name, ',');)
    if (!name.empty()) all.insert(name);
  return all;
}

Result<int64_t> parse_limit(const std::string& option, const std::string& text) {
  if (const auto bytes = parse_size(text)) return *bytes;
  return Diag{Exit::kUsage, "N2004", option, "'" + text + "' is not a size of at most 2 GiB",
              "bytes, or with a unit: 65536, 64KiB, 1MiB"};
}

// Uses a board's pools for each kind of memory without a given pool.
void add_missing_kinds(std::vector<MemoryPool>& pools, const std::vector<MemoryPool>& of_board) {
  for (const bool constant : {false, true}) {
    if (std::ranges::any_of(pools, [&](const MemoryPool& p) { return p.constant == constant; })) continue;
    std::ranges::copy_if(of_board, std::back_inserter(pools),
                         [&](const MemoryPool& p) { return p.constant == constant; });
  }
}

// The staging of weights in storage; 0: they are in flash.
Result<int64_t> staging_of(const Request& request) {
  const bool stored = request.weights_from == "storage";
  const auto refused = [](const std::string& where, const std::string& what, const std::string& hint) {
    return Diag{Exit::kUsage, "N2104", where, what, hint};
  };
  if (request.staging.empty() && !stored) return 0;
  if (!stored)
    return refused("--staging " + request.staging, "this is for weights in storage",
                   "add --weights-from storage");
  if (request.staging.empty())
    return refused("--weights-from storage", "need the bytes of RAM that they are read into",
                   "--staging 16KiB");
  const Result<int64_t> bytes = parse_limit("--staging", request.staging);
  if (!bytes) return bytes.diag();
  if (*bytes < kLeastStaging)
    return refused(
        "--staging " + request.staging,
        "need at least " + std::to_string(kLeastStaging) + " bytes, have " + std::to_string(*bytes),
        "--staging 16KiB");
  return *bytes / nook::kBufferAlignment * nook::kBufferAlignment;
}

Result<CompileOptions> compile_options(const Request& request) {
  CompileOptions options;
  options.target = find_target(request.target);
  options.level = level_named(request.level);
  if (!request.flash.empty() && !estimates_kernels(*options.target))
    return Diag{Exit::kUsage, "N2028", "--target " + request.target,
                "kernels cannot be chosen by estimated cycles for this core",
                "leave out --flash; docs/cycles.md lists the cores"};
  const Result<Flash> flash = flash_of(request.flash, find_part(request.board));
  if (!flash) return flash.diag();
  options.flash = *flash;
  options.rows = !request.no_rows, options.strips = options.parts_of_rows = !request.interpreted;
  options.overlap = !request.no_overlap;
  options.cores = request.cores;
  options.stream_input = request.stream_input;
  options.inputs_in_scratch = split(request.inputs_in_scratch);
  options.outputs_in_scratch = split(request.outputs_in_scratch);
  if (request.no_passes)
    for (std::string_view pass : pass_names()) options.disabled_passes.emplace(pass);
  for (const std::string& pass : request.disabled_passes) options.disabled_passes.insert(pass);
  if (request.all_channels) options.disabled_passes.emplace("eliminate-channels");
  if (!request.scratch_limit.empty()) {
    const Result<int64_t> limit = parse_limit("--scratch-limit", request.scratch_limit);
    if (!limit) return limit.diag();
    options.scratch_limit = *limit;
  }
  const Result<int64_t> staging = staging_of(request);
  if (!staging) return staging.diag();
  options.staging.bytes = *staging;
  options.hop.frames = request.hop, options.hop.axis = request.hop_axis;
  options.hop.start = request.hop_start == "padding" ? HopStart::kPadding
                      : request.measures_hop         ? HopStart::kMeasure
                                                     : HopStart::kWait;
  if (!request.hop_state.empty()) {
    const Result<int64_t> limit = parse_limit("--hop-state", request.hop_state);
    if (!limit) return limit.diag();
    options.hop.state_limit = *limit;
  }
  Result<std::vector<MemoryPool>> pools = read_pools(request.pools);
  if (!pools) return pools.diag();
  if (const Part* const part = find_part(request.board)) add_missing_kinds(*pools, pools_of(*part));
  options.pools = *std::move(pools);
  Result<std::vector<Wish>> wishes = read_wishes(request.pools);
  if (!wishes) return wishes.diag();
  options.wishes = *std::move(wishes);
  Result<std::vector<UnitWish>> units = read_units(request.pools);
  if (!units) return units.diag();
  options.units = *std::move(units);
  options.while_limit = request.while_limit;
  options.elsewhere = request.elsewhere, options.beside = request.beside;
  options.kept_inputs = split(request.kept_inputs);
  options.constants_by_pointer = split(request.by_pointer);
  options.solver = request.solver.solver;
  options.effort = effort_of(request.solver);
  return options;
}

}  // namespace

Level level_named(std::string_view name) {
  const auto* const found = std::ranges::find(kLevels, name, [](const auto& level) { return level.first; });
  return found == std::end(kLevels) ? Level::kBalanced : found->second;
}

std::vector<std::string> level_names() {
  std::vector<std::string> names;
  for (const auto& [name, level] : kLevels) names.emplace_back(name);
  return names;
}

Diag no_such_board(const std::string& name) {
  const std::vector<std::string> near = nearest(name, part_names());
  std::string hint = "nook boards lists them";
  for (size_t i = 0; i < near.size(); ++i) hint += (i == 0 ? "; the nearest: " : ", ") + near[i];
  return {Exit::kUsage, "N2080", "--board", "there is no board '" + name + "'",
          hint + "; or give --target and --workspace-pool"};
}

Status settle_board(Request& request, const std::string& asked_target) {
  if (request.board.empty()) return Done{};
  const Part* const part = find_part(request.board);
  if (!part) return no_such_board(request.board);
  if (!asked_target.empty() && asked_target != part->target)
    return Diag{Exit::kUsage, "N2081", "--target " + asked_target,
                "the board '" + request.board + "' has a " + std::string(part->target), "leave out --target"};
  request.target = part->target;
  return Done{};
}

void suit_format(Request& request, const std::string& format) {
  request.no_rows |= format == "managed" || format == "weights";
  // No managed tensor is part of another.
  if (format == "managed") request.disabled_passes.push_back("views");
  // Weights alone are for graphs written by hand, with the model's shapes.
  if (format == "weights") request.all_channels = true;
}

namespace {

// The name of the first option that is given.
std::string first_of(const BudgetWish& wish) {
  if (!wish.ram.empty()) return "--ram " + wish.ram;
  return wish.flash.empty() ? "--latency " + wish.latency : "--flash-size " + wish.flash;
}

Status add_latency(const Request& request, Budget& budget) {
  const std::string where = "--latency " + request.budget.latency;
  const std::optional<double> milliseconds = parse_milliseconds(request.budget.latency);
  if (!milliseconds)
    return Diag{Exit::kUsage, "N2101", where, "is not a time of an inference",
                "a number and us, ms or s, above 0: 40ms"};
  const Part* const part = find_part(request.board);
  if (!part)
    return Diag{Exit::kUsage, "N2101", where, "need a board: its clock decides what an inference takes",
                "add --board instead of --target (nook boards)"};
  budget.mhz = part->mhz, budget.cycles = *milliseconds * part->mhz * 1e3;
  return Done{};
}

}  // namespace

Result<Budget> budget_of(const Request& request) {
  const BudgetWish& wish = request.budget;
  if (request.level != "balanced")
    return Diag{
        Exit::kUsage, "N2100", first_of(wish),
        "can't be combined with -O " + request.level + ", which weighs time against memory in its own way",
        "leave out one of the two"};
  Budget budget;
  for (const auto& [option, text, to] :
       {std::tuple("--ram ", &wish.ram, &budget.ram), {"--flash-size ", &wish.flash, &budget.flash}}) {
    if (text->empty()) continue;
    const Result<int64_t> bytes = parse_limit(option + *text, *text);
    if (!bytes) return bytes.diag();
    *to = *bytes;
  }
  if (!wish.latency.empty())
    if (const Status known = add_latency(request, budget); !known) return known.diag();
  return budget;
}

namespace {

Result<Program> compile_request(const ModelBytes& model, const Request& request,
                                const CompileOptions& options, InBudget& facts, BudgetSearches& searches) {
  if (!request.budget.any()) return compile(model.bytes, model.file, options);
  const Result<Budget> budget = budget_of(request);
  if (!budget) return budget.diag();
  if (options.cores > 1)
    return Diag{Exit::kUsage, "N2105", first_of(request.budget),
                "can't be combined with --cores 2: the search counts the time of one core",
                "leave out one of the two; -O weighs time against memory"};
  if (options.staging.bytes > 0)
    return Diag{Exit::kUsage, "N2104", first_of(request.budget),
                "can't be combined with --weights-from storage: the search counts weights as flash",
                "leave out one of the two; -O weighs time against memory"};
  return compile_within(model.bytes, model.file, options, *budget, facts, searches);
}

Result<CompiledModel> compiled(ModelBytes model, const Request& request, const Provenance& provenance,
                               const Dump& dump, BudgetSearches& searches, InBudget& facts) {
  Result<CompileOptions> options = compile_options(request);
  if (!options) return options.diag();
  options->dump = dump;
  Result<Program> program = compile_request(model, request, *options, facts, searches);
  if (!program) return program.diag();
  program->stored.board = find_part(request.board);
  program->passes = joined(model.passes, std::move(program->passes));
  EmitOptions emit;
  emit.name = request.name.empty() ? model_name(model.file) : request.name;
  emit.provenance = provenance;
  emit.stated = std::move(model.stated);
  return CompiledModel{std::move(model.bytes), *std::move(program), std::move(emit), facts};
}

}  // namespace

Result<CompiledModel> compile_model(ModelBytes model, const Request& request, const Provenance& provenance,
                                    const Dump& dump) {
  BudgetSearches searches;
  InBudget facts;
  return compiled(std::move(model), request, provenance, dump, searches, facts);
}

Result<CompiledModel> compile_model(ModelBytes model, const Request& request, BudgetSearches& searches,
                                    InBudget& facts) {
  return compiled(std::move(model), request, {}, {}, searches, facts);
}

}  // namespace nookc
