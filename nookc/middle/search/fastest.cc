#include "nookc/middle/search/fastest.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <queue>

#include "nookc/middle/search/footprint.h"

namespace nookc {
namespace {

constexpr int kMostStates = 2000, kMostTried = 600;  // for one structure

// A set of assignments: a bit for each option that a layer may have, and the kernels that some layer must
// have.
struct State {
  double cycles = 0;  // the fastest assignment takes them
  std::vector<uint32_t> allowed;
  std::set<const nook::KernelEntry*> used;
  CodeSet linked;  // by these kernels

  bool operator<(const State& other) const { return cycles > other.cycles; }
};

struct Search {
  const BudgetLimits& limits;
  Until until;
  Fastest best = {};
  const Structure* s = nullptr;
  std::priority_queue<State> open = {};
  int tried = 0;  // programs of this structure

  bool done() const { return until == Until::kFirst && best.by; }
};

enum class Outcome : uint8_t { kFits, kTooSlow, kTooMuchRam, kTooMuchFlash };

// The fastest allowed option.
size_t option(const State& state, size_t layer) {
  return static_cast<size_t>(std::countr_zero(state.allowed[layer]));
}

const KernelOption& chosen(const Structure& s, const State& state, size_t layer) {
  return s.layers[layer].options[option(state, layer)];
}

// Sums in the order of the calls, as for a program.
double cycles_of(const Structure& s, const State& state) {
  double cycles = 0;
  for (size_t i = 0; i < s.layers.size(); ++i) cycles += chosen(s, state, i).cycles;
  return cycles;
}

bool in_range(const State& state) { return std::ranges::find(state.allowed, 0u) == state.allowed.end(); }

Choices choices_of(const Structure& s, const State& state) {
  Choices made = s.plain;
  for (size_t i = 0; i < s.layers.size(); ++i) {
    const KernelOption& each = chosen(s, state, i);
    made.kernels[s.layers[i].node] = each.row, made.rows[s.layers[i].node] = each.rows;
  }
  return made;
}

// The code that each assignment of the state links.
CodeSet least_code(const Structure& s, const State& state) {
  CodeSet code = state.linked;
  for (size_t i = 0; i < s.layers.size(); ++i) {
    const LayerKernels& layer = s.layers[i];
    if (layer.replaced) continue;
    CodeSet every = ~CodeSet();
    for (size_t k = 0; k < layer.options.size(); ++k)
      if (state.allowed[i] >> k & 1) every &= layer.options[k].code;
    code |= every;
  }
  return code;
}

// Bytes of flash that no assignment of the state goes below.
int64_t least_flash(const Structure& s, const State& state) {
  const CodeSet code = least_code(s, state);
  int64_t bytes = s.fixed_flash + s.table.bytes(code);
  std::map<nook::OpCode, int64_t> more;  // that some layer of an operator needs in any case
  for (size_t i = 0; i < s.layers.size(); ++i) {
    const LayerKernels& layer = s.layers[i];
    const CodeSet other = s.own.at(layer.op) & ~code;
    int64_t constants = INT64_MAX, own = INT64_MAX;
    for (size_t k = 0; k < layer.options.size(); ++k)
      if (state.allowed[i] >> k & 1) {
        constants = std::min(constants, layer.options[k].constants);
        if (own > 0) own = std::min(own, s.table.bytes(layer.options[k].code & other));
      }
    bytes += constants;
    int64_t& most = more[layer.op];
    if (!layer.replaced) most = std::max(most, own);
  }
  for (const auto& [op, own] : more) bytes += own;
  return bytes;
}

Outcome compare(Search& d, const Choices& choices) {
  ++d.tried, ++d.best.tried;
  Evaluator& all = *d.s->all;
  const Result<Program>& program = all.unplaced(choices);
  if (!program) return Outcome::kTooMuchRam;
  if (d.limits.flash < INT64_MAX && program_flash(*program) > d.limits.flash) return Outcome::kTooMuchFlash;
  const double cycles = cycles_with_rows(*program, all.options());
  if (cycles >= d.best.cycles || cycles > d.limits.cycles) return Outcome::kTooSlow;
  if (!all.fits(choices, d.limits.ram)) return Outcome::kTooMuchRam;
  d.best.by = &all, d.best.choices = choices, d.best.cycles = cycles;
  return Outcome::kFits;
}

void add(Search& d, State state) {
  if (!in_range(state)) return;
  state.cycles = cycles_of(*d.s, state);
  if (state.cycles < d.best.cycles && state.cycles <= d.limits.cycles) d.open.push(std::move(state));
}

// Splits the other assignments of a state by the first layer whose option is not in the set that the refused
// assignment gives: `refused` has a bit for each option with which it would be refused as well.
template <class Refused>
void split(Search& d, const State& state, const Refused& refused) {
  State rest = state;
  for (size_t i = 0; i < state.allowed.size(); ++i) {
    const uint32_t bits = refused(i) & state.allowed[i];
    State other = rest;
    other.allowed[i] &= ~bits;
    add(d, std::move(other));
    rest.allowed[i] = bits;
  }
}

uint32_t this_one(const State& state, size_t layer) { return 1u << option(state, layer); }

// The options that need at least as much RAM as the chosen one.
uint32_t with_as_much_ram(const Structure& s, const State& state, size_t layer) {
  uint32_t bits = 0;
  for (size_t k = 0; k < s.layers[layer].options.size(); ++k)
    if (needs_no_more_ram(chosen(s, state, layer), s.layers[layer].options[k])) bits |= 1u << k;
  return bits;
}

// A state's chosen options where `chosen_there` says so, the frugal ones elsewhere.
Choices partly_frugal(const Structure& s, const State& state, const std::vector<size_t>& plain,
                      const std::vector<bool>& chosen_there) {
  Choices made = s.plain;
  for (size_t i = 0; i < s.layers.size(); ++i) {
    const KernelOption& each = chosen_there[i] ? chosen(s, state, i) : s.layers[i].options[plain[i]];
    made.kernels[s.layers[i].node] = each.row, made.rows[s.layers[i].node] = each.rows;
  }
  return made;
}

// Few layers whose options alone are too much for the RAM, although all others have their frugal ones: other
// options of the others do not help. The state's assignment does not fit.
std::vector<bool> to_blame(const Search& d, const State& state, const std::vector<size_t>& plain) {
  const Structure& s = *d.s;
  std::vector<size_t> others;  // that may be to blame
  std::vector<bool> blamed(s.layers.size());
  for (size_t i = 0; i < s.layers.size(); ++i)
    if (!needs_no_more_ram(s.layers[i].options[plain[i]], chosen(s, state, i)))
      blamed[i] = true;
    else if (option(state, i) != plain[i])
      others.push_back(i);
  const auto fits_with = [&](size_t count) {
    std::vector<bool> some = blamed;
    for (size_t k = 0; k < count; ++k) some[others[k]] = true;
    return s.all->fits(partly_frugal(s, state, plain, some), d.limits.ram);
  };
  while (!others.empty() && fits_with(0)) {
    // With the first `fit` of the others the program fits, with the first `not_fit` it does not.
    size_t fit = 0, not_fit = others.size();
    while (fit + 1 < not_fit) {
      const size_t middle = fit + (not_fit - fit) / 2;
      (fits_with(middle) ? fit : not_fit) = middle;
    }
    blamed[others[fit]] = true;
    others.resize(fit);
  }
  return blamed;
}

// The options that need at least as much RAM as the frugal one.
uint32_t with_as_much_as_frugal(const Structure& s, size_t layer, size_t plain) {
  const std::vector<KernelOption>& options = s.layers[layer].options;
  uint32_t bits = 0;
  for (size_t k = 0; k < options.size(); ++k)
    if (needs_no_more_ram(options[plain], options[k])) bits |= 1u << k;
  return bits;
}

uint32_t with_as_much_flash(const Structure& s, const State& state, size_t layer) {
  const LayerKernels& of = s.layers[layer];
  if (of.shares || of.replaced) return this_one(state, layer);
  uint32_t bits = 0;
  for (size_t k = 0; k < of.options.size(); ++k)
    if (of.options[k].constants >= chosen(s, state, layer).constants) bits |= 1u << k;
  return bits;
}

// Splits a state whose program takes too much RAM.
void split_by_ram(Search& d, const State& state, const std::vector<size_t>& plain) {
  const Structure& s = *d.s;
  const std::vector<bool> blamed = to_blame(d, state, plain);
  split(d, state, [&](size_t i) {
    return blamed[i] ? with_as_much_ram(s, state, i) : with_as_much_as_frugal(s, i, plain[i]);
  });
}

// Without a kernel, except where line buffers may replace it.
State banned(const Structure& s, State state, const nook::KernelEntry* row) {
  for (size_t i = 0; i < s.layers.size(); ++i)
    for (size_t k = 0; k < s.layers[i].options.size(); ++k)
      if (!s.layers[i].replaced && s.layers[i].options[k].row == row) state.allowed[i] &= ~(1u << k);
  return state;
}

// Splits a state whose program takes too much flash: without one kernel, or with it.
void split_by_kernels(Search& d, State state) {
  const Structure& s = *d.s;
  for (size_t i = 0; i < s.layers.size(); ++i) {
    const KernelOption& each = chosen(s, state, i);
    if (s.layers[i].replaced || state.used.contains(each.row)) continue;
    add(d, banned(s, state, each.row));
    state.used.insert(each.row), state.linked |= each.code;
    if (least_flash(s, state) > d.limits.flash) return;
  }
  split(d, state, [&](size_t i) { return with_as_much_flash(s, state, i); });
}

// The bytes of flash that the fastest assignment of a state takes, as far as they are known without lowering.
int64_t flash_of(const Structure& s, const State& state) {
  int64_t bytes = s.fixed_flash;
  CodeSet code;
  for (size_t i = 0; i < s.layers.size(); ++i)
    bytes += chosen(s, state, i).constants, code |= chosen(s, state, i).code;
  return bytes + s.table.bytes(code);
}

// The change of a state's fastest assignment that loses the fewest cycles for a byte of flash.
std::optional<State> exchanged(const Structure& s, const State& state, int64_t flash_limit) {
  const int64_t now = flash_of(s, state);
  std::optional<State> best;
  double least = INFINITY;
  const auto consider = [&](State other) {
    if (!in_range(other)) return;
    other.cycles = cycles_of(s, other);
    const int64_t saved = now - flash_of(s, other);
    if (saved <= 0) return;
    const int64_t wanted = std::max<int64_t>(1, std::min(saved, now - flash_limit));
    const double price = (other.cycles - state.cycles) / static_cast<double>(wanted);
    if (price < least) least = price, best = std::move(other);
  };
  std::set<const nook::KernelEntry*> seen;
  for (size_t i = 0; i < s.layers.size(); ++i) {
    State other = state;
    other.allowed[i] &= ~this_one(state, i);
    consider(std::move(other));
    const nook::KernelEntry* const row = chosen(s, state, i).row;
    if (seen.insert(row).second) consider(banned(s, state, row));
  }
  return best;
}

// Takes a kernel wherever it is faster, where it gains most first, as long as the flash lasts.
State with_kernel(const Structure& s, const State& root, State state, const nook::KernelEntry* row,
                  int64_t flash_limit) {
  std::vector<std::pair<double, std::pair<size_t, size_t>>> gains;  // with layers and their options
  for (size_t i = 0; i < s.layers.size(); ++i)
    for (size_t k = 0; k < option(state, i); ++k) {
      const KernelOption& each = s.layers[i].options[k];
      if (each.row == row && root.allowed[i] >> k & 1)
        gains.push_back({each.cycles - chosen(s, state, i).cycles, {i, k}});
    }
  std::ranges::sort(gains);
  for (const auto& [gain, at] : gains) {
    State more = state;
    more.allowed[at.first] = 1u << at.second;
    if (flash_of(s, more) <= flash_limit) state = std::move(more);
  }
  return state;
}

// Takes single kernels where they are faster, the one that gains most first, as long as the flash lasts.
State polished(const Structure& s, const State& root, State state, int64_t flash_limit) {
  std::set<const nook::KernelEntry*> rows;
  for (size_t i = 0; i < s.layers.size(); ++i) {
    state.allowed[i] = this_one(state, i);
    for (const KernelOption& each : s.layers[i].options) rows.insert(each.row);
  }
  for (bool better = true; better;) {
    State best = state;
    best.cycles = cycles_of(s, best);
    for (const nook::KernelEntry* const row : rows) {
      State other = with_kernel(s, root, state, row, flash_limit);
      other.cycles = cycles_of(s, other);
      if (other.cycles < best.cycles) best = std::move(other);
    }
    better = best.cycles < cycles_of(s, state);
    state = std::move(best);
  }
  return state;
}

// A first answer: makes the change that costs the fewest cycles for each byte of flash, until a program fits.
void descend(Search& d, const State& root) {
  State state = root;
  while (compare(d, choices_of(*d.s, state)) == Outcome::kTooMuchFlash) {
    std::optional<State> next = exchanged(*d.s, state, d.limits.flash);
    if (!next) return;
    state = *std::move(next);
  }
  if (d.best.by) compare(d, choices_of(*d.s, polished(*d.s, root, state, d.limits.flash)));
}

// Adds scratch to the frugal program, where it gains most first, as long as the program fits.
void ascend(Search& d, const State& root, const std::vector<size_t>& plain) {
  const Structure& s = *d.s;
  State now = root;
  std::vector<std::pair<double, size_t>> gains;
  for (size_t i = 0; i < s.layers.size(); ++i) {
    now.allowed[i] = root.allowed[i] & (1u << plain[i]);
    if (now.allowed[i] == 0) return;
    const double gain = s.layers[i].options[plain[i]].cycles - chosen(s, root, i).cycles;
    if (gain > 0) gains.emplace_back(-gain, i);
  }
  std::ranges::sort(gains);
  if (!s.all->fits(choices_of(s, now), d.limits.ram)) return;
  for (const auto& [gain, i] : gains) {
    State more = now;
    more.allowed[i] = root.allowed[i];
    if (s.all->fits(choices_of(s, more), d.limits.ram)) now = more;
  }
  compare(d, choices_of(s, now));
}

// The options that need the least RAM.
std::vector<size_t> frugal(const std::vector<LayerKernels>& layers) {
  std::vector<size_t> all;
  for (const LayerKernels& layer : layers) {
    const auto ram = [](const KernelOption& each) {
      int64_t overlap = 0;
      for (const int32_t bytes : each.overlap) overlap += bytes;
      return std::pair(int64_t{each.scratch}, overlap);
    };
    all.push_back(
        static_cast<size_t>(std::ranges::min_element(layer.options, {}, ram) - layer.options.begin()));
  }
  return all;
}

// All options that may fit alone.
State root_of(const Search& d, const std::vector<size_t>& plain) {
  const Structure& s = *d.s;
  State root;
  for (size_t i = 0; i < s.layers.size(); ++i) {
    const LayerKernels& layer = s.layers[i];
    uint32_t bits = layer.options.size() >= 32 ? UINT32_MAX : (1u << layer.options.size()) - 1;
    for (size_t k = 0; k < layer.options.size() && d.limits.ram < INT64_MAX; ++k) {
      if (layer.options[k].scratch <= layer.options[plain[i]].scratch) continue;
      Choices alone = s.plain;
      alone.kernels[layer.node] = layer.options[k].row, alone.rows[layer.node] = layer.options[k].rows;
      if (s.all->surely_needs_more(alone, d.limits.ram)) bits &= ~(1u << k);
    }
    root.allowed.push_back(bits);
  }
  root.cycles = cycles_of(s, root);
  return root;
}

void search(Search& d) {
  const Structure& s = *d.s;
  if (d.limits.ram < INT64_MAX && !s.all->fits(s.plain, d.limits.ram)) return;
  const std::vector<size_t> plain = frugal(s.layers);
  const State root = root_of(d, plain);
  const bool exact_cycles = s.plain.lines == Lines::kNone;
  if (d.limits.flash < INT64_MAX) descend(d, root);
  add(d, root);
  for (int states = 0; !d.open.empty() && !d.done(); ++states) {
    const State now = d.open.top();
    if (now.cycles >= d.best.cycles) return;
    if (states == kMostStates || d.tried >= kMostTried || over(s.all->options().effort.deadline)) {
      ascend(d, root, plain);
      d.best.bound = std::min(d.best.bound, now.cycles);
      return;
    }
    d.open.pop();
    if (d.limits.flash < INT64_MAX && least_flash(s, now) > d.limits.flash) continue;
    const Outcome outcome = compare(d, choices_of(s, now));
    if (outcome == Outcome::kFits && exact_cycles) return;
    if (outcome == Outcome::kTooMuchFlash)
      split_by_kernels(d, now);
    else if (outcome == Outcome::kTooMuchRam)
      split_by_ram(d, now, plain);
    else
      split(d, now, [&](size_t i) { return this_one(now, i); });
  }
}

std::vector<Views> views_of(const Graph& graph) {
  bool whole = false, parts = false;
  for (const Node& node : graph.nodes)
    if (!node.parts.empty()) (names_whole(graph, node) ? whole : parts) = true;
  std::vector<Views> all = {Views::kAll};
  if (whole || parts) all.push_back(Views::kNone);
  if (whole && parts) all.push_back(Views::kWholeTensors);
  return all;
}

// The bytes of constants other than weights and biases, of arguments, and of the calls.
int64_t fixed_flash(const Program& program, Lines lines) {
  std::set<TensorId> chosen;
  for (const Call& call : program.calls) {
    const Node& node = program.graph.nodes[index(call.node)];
    const nook::Signature& signature = op_row(call).signature;
    for (size_t i = 0; i < node.in.size() && i < signature.reach(node.in.size()); ++i) {
      const nook::Role role = signature.at(i).role;
      if (role == nook::Role::kWeights || role == nook::Role::kBias) chosen.insert(node.in[i]);
    }
  }
  // The rows of an operator may have fewer arguments than its image.
  int64_t bytes = generated_bytes(program) + (lines == Lines::kNone ? program.argument_bytes() : 0);
  for (const Constant& constant : program.constants)
    if (!chosen.contains(constant.tensor)) bytes += static_cast<int64_t>(constant.bytes->size());
  return bytes;
}

std::map<nook::OpCode, CodeSet> own_code(const std::vector<LayerKernels>& layers) {
  std::map<nook::OpCode, CodeSet> all;
  for (const LayerKernels& layer : layers)
    for (const KernelOption& option : layer.options) all[layer.op] |= option.code;
  std::map<nook::OpCode, CodeSet> own = all;
  for (auto& [op, code] : own)
    for (const auto& [other, others] : all)
      if (op != other) code &= ~others;
  return own;
}

// The cycles that an order of rows against the estimates may cost.
double cycles_left_out(const Structure& s) {
  double all = 0;
  for (const LayerKernels& layer : s.layers) all += layer.unproven;
  return all;
}

}  // namespace

std::vector<Structure> structures_of(Evaluator& all, Weighs weighs) {
  const Graph& graph = all.graph();
  const size_t nodes = graph.nodes.size() * 2 + 1;
  std::vector<Lines> lines = {Lines::kNone};
  if (all.options().stream_input) lines.clear();
  if (all.options().rows || all.options().stream_input)
    lines.insert(lines.end(), {Lines::kCountOverwriting, Lines::kIgnoreOverwriting});
  std::vector<Structure> made;
  for (const Views views : views_of(graph)) {
    const Choices whole{views, std::vector<KernelRows>(nodes, KernelRows::kWithoutScratch), Lines::kNone};
    const Result<Program>& program = all.unplaced(whole);
    if (!program) continue;
    for (const Lines each : lines) {
      Structure s{&all, whole, {}, fixed_flash(*program, each), CodeTable(all.options().target->name), {}};
      s.plain.lines = each;
      if (!all.unplaced(s.plain)) continue;
      s.layers = layers_of(all, *program, s.plain, weighs, s.table);
      s.own = own_code(s.layers);
      const std::vector<size_t> plain = frugal(s.layers);
      s.plain.kernels.resize(nodes);
      for (size_t i = 0; i < s.layers.size(); ++i) {
        const KernelOption& least = s.layers[i].options[plain[i]];
        s.plain.kernels[s.layers[i].node] = least.row, s.plain.rows[s.layers[i].node] = least.rows;
      }
      if (all.unplaced(s.plain)) made.push_back(std::move(s));
    }
  }
  return made;
}

Fastest fastest(const std::vector<Structure>& structures, const BudgetLimits& limits, Until until) {
  Search d{limits, until, {}};
  double unproven = 0;
  for (const Structure& s : structures) {
    d.s = &s, d.open = {}, d.tried = 0;
    search(d);
    unproven = std::max(unproven, cycles_left_out(s));
    if (d.done()) break;
  }
  // No program is faster than the fastest of the options by more than this.
  const double fewest = std::min(d.best.cycles, limits.cycles);
  if (unproven > 0 && std::isfinite(fewest))
    d.best.bound = std::max(0.0, std::min(d.best.bound, fewest) - unproven);
  return d.best;
}

}  // namespace nookc
