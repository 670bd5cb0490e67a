#include "nookc/study/explain/explain.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>

#include "nookc/back/interface/interface.h"
#include "nookc/core/columns.h"
#include "nookc/core/invariant.h"
#include "nookc/core/text.h"
#include "nookc/middle/lower/call_work.h"
#include "nookc/middle/lower/choose_kernel.h"
#include "nookc/middle/lower/lowered_nodes.h"
#include "nookc/study/explain/unmet.h"
#include "nookc/target/isa.h"
#include "nookc/target/linked.h"
#include "nookc/target/speed.h"

namespace nookc {
namespace {

struct Row {
  nook::KernelFits fits;
  nook::Layer (*layer)(const void* params);
};

// The rows with conditions that are data, by symbol.
const Row* row_named(std::string_view symbol) {
  static const std::map<std::string_view, Row> all = [] {
    std::map<std::string_view, Row> made;
    for (const nook::FormFitsOf of : nook::kernel_fits_of_forms()) {
      const nook::FormFits form = of();
      for (const nook::KernelFits& row : form.rows) made.emplace(row.symbol, Row{row, form.layer});
    }
    return made;
  }();
  const auto found = all.find(symbol);
  return found == all.end() ? nullptr : &found->second;
}

std::string instructions(uint32_t isa) {
  const auto* const named =
      std::ranges::find_if(kIsas, [&](const Isa& each) { return nook::has(isa, each.isa); });
  invariant(named != std::end(kIsas), "each instruction set has words");
  return std::string(named->words);
}

// An operator and the conditions of its choice.
struct Case {
  const Program& program;
  const Call& call;
  const Node& node;
  const ExplainedChoice& choice;
  std::vector<const void*> constants;
  bool may_pack = false;

  const nook::KernelEntry& chosen() const { return *call.op.kernel; }
  const void* params() const { return call.op.params; }
};

Case case_of(const Program& program, size_t call, const ExplainedChoice& choice) {
  const Call& of = program.calls[call];
  const Node& node = program.graph.nodes[index(of.node)];
  Case made{program, of, node, choice, {}};
  made.constants = constant_operands(program.graph, node, op_row(of).signature.reach(node.in.size()));
  made.may_pack = weights_are_constant(program.graph, node);
  return made;
}

std::vector<std::string> why_not_the_layer(const Case& c, const nook::KernelEntry& row) {
  if (const Row* const known = row_named(row.symbol)) {
    if (known->layer) return unmet(known->fits, known->layer(c.params()));
    return {"need " + condition_in_words(known->fits.condition)};
  }
  return {"need another shape or other scales: its condition in nook/ops does not hold"};
}

// Why the kernel can't run the operator; empty: it can.
std::vector<std::string> why_it_cannot(const Case& c, const nook::KernelEntry& row) {
  if (!nook::has(c.program.target->isa, row.isa)) return {"for cores with " + instructions(row.isa)};
  if (!row.accepts(c.params(), KernelRows::kAll)) return why_not_the_layer(c, row);
  if (!row.packing->bytes) return {};
  if (!c.may_pack) return {"need constant weights and a constant bias, which it packs"};
  if (row.packing->takes && !row.packing->takes(c.params(), c.constants.data()))
    return {"need other weights or scales: sums of these could overflow"};
  return {};
}

// Whether another call reads the weights of this one.
bool shares_weights(const Case& c) {
  const size_t at = op_row(c.call).signature.first(nook::Role::kWeights);
  if (at >= c.node.in.size() || !c.constants[at]) return false;
  const Graph& graph = c.program.graph;
  const Bytes& own = *graph[c.node.in[at]].data;
  return std::ranges::any_of(c.program.calls, [&](const Call& other) {
    const Node& node = graph.nodes[index(other.node)];
    return other.node != c.call.node && std::ranges::any_of(node.in, [&](TensorId t) {
             return t != TensorId::kNone && graph[t].constant() && *graph[t].data == own;
           });
  });
}

// Why the level does not consider a kernel that can run the operator; empty: it does.
std::string why_not_at_level(const Case& c, const nook::KernelEntry& row, bool last) {
  const Level level = c.choice.level;
  const std::string option = "-O " + c.choice.level_name;
  if (last || level == Level::kTime) return {};
  if (level == Level::kSize) return option + " takes the last kernel";
  if (!row.accepts(c.params(), KernelRows::kWorthTheirCode)) {
    const Row* const known = row_named(row.symbol);
    const std::vector<std::string> few =
        known && known->layer ? unworthy(known->fits, known->layer(c.params())) : std::vector<std::string>();
    return "to be worth its code: " + (few.empty() ? "need -O time" : join_text(few));
  }
  if (level == Level::kRam && row.scratch(c.params()) > 0) return option + " takes no scratch for kernels";
  const int64_t most = most_packed(c.program.graph, c.node);
  if (level == Level::kFlash && row.packing->bytes && row.packing->bytes(c.params()) > most)
    return option + " packs these weights into at most " + std::to_string(most) + " bytes";
  return {};
}

// Why a kernel that the level considers was not chosen. `more`: its cycles and the chosen one's, if both are
// known.
std::string why_another(const Case& c, const nook::KernelEntry& row, const std::optional<Estimate>& estimate,
                        const std::optional<int64_t>& more) {
  const bool modelled = c.call.estimate.has_value(), earlier = &row < &c.chosen();
  const int64_t cycles = more.value_or(0);
  if (modelled && !estimate) return "not estimated, unlike others";
  if (cycles > 0) return std::to_string(cycles) + " cycles more";
  if (modelled && cycles == 0 && !earlier) return "as fast";
  if (!modelled && !earlier)
    return more ? "later in the list, and not surely faster"
                : "later in the list, which is in the order of speed";
  const bool keeps_scratch_small = c.choice.level == Level::kBalanced || c.choice.level == Level::kFlash;
  if (keeps_scratch_small && row.scratch(c.params()) > c.chosen().scratch(c.params()))
    return "its scratch would enlarge the plan";
  if (row.packing->bytes && !c.chosen().packing->bytes && shares_weights(c))
    return "packs a copy of weights that another operator reads";
  return more ? "saves too little for its code: " + std::to_string(-cycles) + " cycles"
              : "saves too little for its code";
}

int64_t constant_bytes(const Case& c, const nook::KernelEntry& row) {
  const nook::Signature& signature = op_row(c.call).signature;
  int64_t bytes = row.packing->bytes ? row.packing->bytes(c.params()) : 0;
  for (size_t i = 0; i < c.node.in.size() && i < signature.reach(c.node.in.size()); ++i) {
    const TensorId t = c.node.in[i];
    if (t == TensorId::kNone || !c.program.graph[t].constant() || !signature.handed(i)) continue;
    if (!row.packing->bytes || !signature.packed(i))
      bytes += static_cast<int64_t>(c.program.graph[t].data->size());
  }
  return bytes;
}

CallWork work_of(const Case& c, const nook::KernelEntry& row) {
  Call with = c.call;
  take(row, &with.op);
  with.estimate = estimate(row, c.params(), c.constants.data(), *c.program.target, c.choice.flash);
  return work_of(c.program, with);
}

// The cycles of a kernel that the compiler's cycle model does not describe.
std::optional<int64_t> cycles_without_model(const Case& c, const CallWork& work) {
  if (!has_speeds(c.program.target->name)) return std::nullopt;
  Part part{};
  part.target = c.program.target->name;
  part.wait_states = estimates_kernels(*c.program.target) ? c.choice.flash.wait_states
                     : c.choice.board                     ? c.choice.board->wait_states
                                                          : 0;
  return static_cast<int64_t>(cycles_on(part, work) + 0.5);
}

void add_cycles(const Case& c, const nook::KernelEntry& row, const std::optional<Estimate>& estimated,
                Alternative& to) {
  const CallWork work = work_of(c, row);
  to.cycles = estimated ? estimated->flash : cycles_without_model(c, work);
  if (!to.cycles) return;
  to.basis = basis_on(c.program.target->name, work), to.error = error_on(c.program.target->name, work);
}

Alternative alternative(const Case& c, const nook::KernelEntry& row, bool last,
                        const std::optional<int64_t>& chosen) {
  Alternative made;
  made.row = &row, made.chosen = &row == &c.chosen();
  made.reasons = why_it_cannot(c, row);
  made.runs = made.chosen || made.reasons.empty();
  if (!made.runs) return made;
  const auto estimated = estimate(row, c.params(), c.constants.data(), *c.program.target, c.choice.flash);
  add_cycles(c, row, estimated, made);
  made.scratch = row.scratch(c.params());
  made.constant_bytes = constant_bytes(c, row);
  made.code_bytes = linked_bytes({row.symbol}, c.program.target->name);
  if (made.chosen) {
    made.reasons = {"chosen"};
  } else {
    const std::string level = why_not_at_level(c, row, last);
    const auto more = made.cycles && chosen ? std::optional(*made.cycles - *chosen) : std::nullopt;
    made.reasons = {level.empty() ? why_another(c, row, estimated, more) : level};
  }
  return made;
}

bool is_number(const std::string& text, int64_t* number) { return parse_int(text, number) && *number >= 0; }

// "op:3" or "op:3-7"
std::optional<std::pair<int64_t, int64_t>> range_of(const std::string& subject) {
  if (!subject.starts_with("op:")) return {};
  const std::string numbers = subject.substr(3);
  const size_t dash = numbers.find('-');
  int64_t first = 0, last = 0;
  if (!is_number(numbers.substr(0, dash), &first)) return {};
  last = first;
  if (dash != std::string::npos && !is_number(numbers.substr(dash + 1), &last)) return {};
  return std::pair(first, last);
}

Diag no_such_operator(const Program& program, const std::string& subject) {
  std::set<std::string> kinds;
  std::string numbers;
  for (const Call& call : program.calls) {
    const Node& node = program.graph.nodes[index(call.node)];
    kinds.insert(op_name(node));
    if (node.source >= 0) numbers += (numbers.empty() ? "op:" : ", op:") + std::to_string(node.source);
  }
  return {Exit::kUsage, "N2099", "--explain " + subject,
          "no kernel runs an operator of this name; it may have been computed or removed by the compiler",
          (numbers.empty() ? "" : numbers + "; ") + "a kind: " + join_text({kinds.begin(), kinds.end()}) +
              "; or a name in the report"};
}

std::string type_and_shape_of(const Program& program, const std::vector<TensorId>& tensors) {
  std::string text;
  for (const TensorId t : tensors)
    if (t != TensorId::kNone && !program.graph[t].constant())
      text += (text.empty() ? "" : ", ") + type_and_shape(program.graph[t]);
  return text;
}

std::string figure(int64_t value) { return value > 0 ? std::to_string(value) : "-"; }

std::string error_percent(double part) { return std::to_string(std::lround(part * 100)) + "%"; }

std::string cycles_text(const Alternative& kernel) {
  if (!kernel.cycles) return "-";
  const std::string cycles = std::to_string(*kernel.cycles);
  if (kernel.basis == Basis::kModel) return cycles;
  if (kernel.basis != Basis::kCounted || !kernel.error) return "?" + cycles;
  return "~" + cycles + " +-" + error_percent(*kernel.error);
}

}  // namespace

Result<std::vector<size_t>> named_calls(const Program& program, const std::string& subject) {
  const auto range = range_of(subject);
  const auto within = [&](int64_t source) { return source >= range->first && source <= range->second; };
  std::vector<size_t> found;
  for (size_t i = 0; i < program.calls.size(); ++i) {
    const Call& call = program.calls[i];
    const Node& node = program.graph.nodes[index(call.node)];
    const bool named = range ? within(node.source) || std::ranges::any_of(node.folded, within)
                             : op_name(node) == subject || operator_short_name(program, call) == subject;
    if (named) found.push_back(i);
  }
  if (found.empty()) return no_such_operator(program, subject);
  return found;
}

Explained explain(const Program& program, size_t call, const ExplainedChoice& choice) {
  const Case c = case_of(program, call, choice);
  const nook::Span<const nook::KernelEntry> rows = form_of(c.call).kernels();
  Explained made{call, {}};
  Alternative chosen;
  add_cycles(c, c.chosen(), c.call.estimate, chosen);
  for (const nook::KernelEntry& row : rows)
    made.kernels.push_back(alternative(c, row, &row == rows.end() - 1, chosen.cycles));
  return made;
}

std::string explained_text(const Program& program, const std::vector<Explained>& all,
                           const ExplainedChoice& choice, int width) {
  std::string text;
  for (const Explained& each : all) {
    const Call& call = program.calls[each.call];
    text += (text.empty() ? "" : "\n") + std::string("Kernels for ") + operator_label(program, call) + ", " +
            type_and_shape_of(program, call.in_tensors) + " -> " +
            type_and_shape_of(program, call.out_tensors) + ", with -O " + choice.level_name + "\n";
    std::vector<std::vector<std::string>> lines = {
        {"", "kernel", "cycles", "scratch", "constants", "code", "why"}};
    std::string others;
    for (const Alternative& kernel : each.kernels) {
      if (!nook::has(program.target->isa, kernel.row->isa)) {
        others += (others.empty() ? "" : ", ") + std::string(kernel.row->symbol);
      } else if (kernel.runs) {
        lines.push_back({kernel.chosen ? "->" : "", kernel.row->symbol, cycles_text(kernel),
                         std::to_string(kernel.scratch), std::to_string(kernel.constant_bytes),
                         figure(kernel.code_bytes), join_text(kernel.reasons, "; ")});
      } else {
        lines.push_back({"", kernel.row->symbol, "-", "-", "-", "-", join_text(kernel.reasons, "; ")});
      }
    }
    text += columns(lines, "  ", {width, {}});
    if (!others.empty()) text += "  for other cores: " + others + "\n";
  }
  return folded_lines(
      text +
          "cycles: estimated, for most layers within +- (~: from the kernel's counts in other "
          "layers; ?: from another core or kernel, only the order of magnitude; -: not "
          "estimated); code: bytes that a program links for the kernel alone\n",
      width);
}

nlohmann::ordered_json explained_json(const Program& program, const std::vector<Explained>& all) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const Explained& each : all) {
    const Call& call = program.calls[each.call];
    const Node& node = program.graph.nodes[index(call.node)];
    Json kernels = Json::array();
    for (const Alternative& kernel : each.kernels) {
      const bool known = kernel.runs;
      kernels.push_back({{"kernel", kernel.row->symbol},
                         {"chosen", kernel.chosen},
                         {"runs", kernel.runs},
                         {"why", kernel.reasons},
                         {"cycles_estimate", kernel.cycles ? Json(*kernel.cycles) : Json(nullptr)},
                         {"modelled", kernel.cycles && kernel.basis == Basis::kModel},
                         {"basis", kernel.cycles ? Json(basis_name(kernel.basis)) : Json(nullptr)},
                         {"error", kernel.cycles && kernel.error ? Json(*kernel.error) : Json(nullptr)},
                         {"scratch", known ? Json(kernel.scratch) : Json(nullptr)},
                         {"constant_bytes", known ? Json(kernel.constant_bytes) : Json(nullptr)},
                         {"code_bytes", kernel.code_bytes > 0 ? Json(kernel.code_bytes) : Json(nullptr)}});
    }
    list.push_back({{"index", each.call},
                    {"node", node.source},
                    {"kind", op_name(node)},
                    {"name", operator_short_name(program, call)},
                    {"kernels", std::move(kernels)}});
  }
  return list;
}

}  // namespace nookc
