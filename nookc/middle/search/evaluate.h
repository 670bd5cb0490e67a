#pragma once
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "nookc/core/diag.h"
#include "nookc/middle/lower/lowered_nodes.h"
#include "nookc/middle/plan/solving/known_plans.h"
#include "nookc/middle/rows/stages.h"
#include "nookc/middle/search/choices.h"

namespace nookc {

// Counts the work in a search.
struct SearchWork {
  int lowerings = 0;  // how often each node got its Params, kernels and packed weights, at most
  int programs = 0;   // assembled from lowered nodes
  int plans = 0;      // memory plans
};

// Turns choices into programs and keeps the results, so that nothing is computed twice. Borrows `graph` and
// `options`.
class Evaluator {
 public:
  // Evaluators may share `plans`.
  Evaluator(const Graph& graph, const CompileOptions& options,
            std::shared_ptr<KnownPlans> plans = std::make_shared<KnownPlans>())
      : graph_(graph), options_(options), known_(std::move(plans)), nodes_(options) {}

  // The lowered and placed program, or the reason for failure. Diags as lower(), run_by_rows() and place().
  const Result<Program>& evaluate(const Choices& choices);

  // The program without addresses: lowered, and with the line buffers that the choices ask for.
  const Result<Program>& unplaced(const Choices& choices);

  // The fewest cycles that a call of a lowered program could take with such kernels.
  double fewest_cycles(const Program& program, const Call& call, KernelRows rows);

  // Whether both programs have the same line buffers; true if one of the programs fails.
  bool same_lines(const Choices& a, const Choices& b);

  // Whether every plan of the program needs more than `bytes`. Any solver's answer includes the bound of the
  // only pool for scratch, so the quickest solver is enough; a search for the best plan takes a second.
  bool surely_larger(const Choices& choices, int32_t bytes);

  // Likewise, of all RAM.
  bool surely_needs_more(const Choices& choices, int64_t ram);

  // Whether the program has a plan with which it needs at most this much RAM.
  bool fits(const Choices& choices, int64_t ram);

  // All kernels that could run a node of a lowered program, in the operator's order.
  const Chosen& kernels_of(const Program& program, size_t node) { return nodes_.every(program.graph, node); }
  // The bytes of a node's weights, packed for a kernel that packs.
  int64_t packed_bytes(const Program& program, size_t node, const nook::KernelEntry& kernel);
  // Whether line buffers may replace the kernel of a call by another, for rows or strips.
  bool may_replace(const Choices& choices, size_t call);
  // Whether some operators could run in strips.
  bool may_strip(const Choices& choices);

  // Moves the result of evaluate() out. Nothing can be evaluated afterwards.
  Result<Program> take(const Choices& choices);

  const Graph& graph() const { return graph_; }
  const CompileOptions& options() const { return options_; }
  SearchWork work() const { return {nodes_.times(), static_cast<int>(lowered_.size()), plans_}; }

 private:
  // A program without line buffers and addresses, and the stages from which line buffers are chosen.
  struct Lowered {
    explicit Lowered(Result<Program> made) : program(std::move(made)) {}
    Result<Program> program;
    Storage storage;
    std::optional<RowStages> stages;
  };
  Lowered& lowered(const Choices& choices);
  Result<Program> placed(Program program, const CompileOptions& options);

  const Graph& graph_;
  const CompileOptions& options_;
  std::shared_ptr<KnownPlans> known_;
  LoweredNodes nodes_;
  std::map<std::tuple<Views, std::vector<KernelRows>, KernelPerNode>, Lowered> lowered_;
  std::map<Choices, Result<Program>> unplaced_, placed_;
  // The answer of the quickest solver: RAM in bytes; the least bytes of scratch, and of RAM, that any plan
  // needs. Empty: no plan, or several pools.
  struct Quick {
    std::optional<int64_t> ram, bound, least_ram;
  };
  const Quick& quick(const Choices& choices);
  std::map<Choices, Quick> quick_;
  int plans_ = 0;
};

}  // namespace nookc
