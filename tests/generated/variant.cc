#include "tests/generated/variant.h"

#include <algorithm>

#include "nookc/middle/plan/placing/units.h"
#include "nookc/middle/rows/strips.h"
#include "tests/generated/avx2.h"

namespace generated {
namespace {

constexpr const char* kName = "net";

class Varying {
 public:
  Varying(Choices& choices, const nookc::Graph& graph) : choose_(choices), graph_(graph) {}

  Variant run() {
    v_.emit.name = kName;
    const bool fast = choose_.chance(15) && kRunsAvx2, vnni = fast && kRunsVnni && choose_.chance(50);
    v_.options.target = nookc::find_target(vnni ? "host-vnni" : fast ? "host-avx2" : "host");
    say("--target " + std::string(v_.options.target->name));
    choose_level();
    choose_passes();
    if (choose_.chance(10)) v_.options.rows = false, say("--no-rows");
    if (choose_.chance(10)) v_.options.overlap = false, say("--no-overlap");
    choose_interface();
    choose_memory();
    choose_program();
    choose_solver();
    choose_units();
    choose_pointers();
    choose_storage();
    choose_cores();
    return std::move(v_);
  }

 private:
  void say(const std::string& words) { v_.text += (v_.text.empty() ? "" : " ") + words; }

  // Sequences of random graphs are too short for strips to pay off, except where bytes alone count.
  void choose_level() {
    if (!graph_.inputs.empty() && nookc::pixels_in_line(graph_[graph_.inputs[0]]) > 0 && choose_.chance(50)) {
      v_.options.level = nookc::Level::kRam, say("-O ram");
      return;
    }
    static const std::vector<std::pair<nookc::Level, std::string>> levels = {
        {nookc::Level::kBalanced, ""},    {nookc::Level::kBalanced, ""},
        {nookc::Level::kRam, "-O ram"},   {nookc::Level::kTime, "-O time"},
        {nookc::Level::kSize, "-O size"}, {nookc::Level::kFlash, "-O flash"},
    };
    const auto& [level, words] = choose_.of(levels);
    v_.options.level = level;
    if (!words.empty()) say(words);
  }

  void choose_passes() {
    const int kind = choose_.in(0, 3);
    if (kind < 2) return;  // all inputs
    for (const std::string_view pass : nookc::pass_names())
      if (kind == 2 ? choose_.chance(40) : choose_.chance(90)) {
        v_.options.disabled_passes.emplace(pass);
        say("--disable-pass " + std::string(pass));
      }
  }

  static bool is_image(const nookc::Tensor& t) { return t.shape.rank == 4 && t.shape.dim[0] == 1; }

  void choose_interface() {
    const bool one_image = graph_.inputs.size() == 1 && is_image(graph_[graph_.inputs[0]]);
    if (one_image && choose_.chance(25)) {
      v_.options.stream_input = true, say("--stream-input");
      if (choose_.chance(80)) v_.options.outputs_in_scratch = {"*"}, say("--output-in-scratch");
      return;
    }
    if (graph_.inputs.size() > 1 && choose_.chance(20))
      choose_one_input();
    else if (choose_.chance(45))
      v_.options.inputs_in_scratch = {"*"}, say("--input-in-scratch");
    if (v_.options.inputs_in_scratch.count("*") && choose_.chance(30))
      v_.options.kept_inputs = {"*"}, say("--keep-input");
    if (choose_.chance(45)) v_.options.outputs_in_scratch = {"*"}, say("--output-in-scratch");
    if (graph_.outputs.size() > 1 && choose_.chance(15)) {
      v_.options.outputs_in_scratch = {graph_.output_names[0]};
      say("--output-in-scratch=" + graph_.output_names[0]);
    }
  }

  // One of several inputs is in the scratch, and perhaps kept.
  void choose_one_input() {
    const std::string& name = choose_.of(graph_.input_names);
    v_.options.inputs_in_scratch = {name};
    say("--input-in-scratch=" + name);
    if (!choose_.chance(50)) return;
    v_.options.kept_inputs = {name};
    say("--keep-input=" + name);
  }

  void add_pool(const std::string& name, bool constant, int64_t size, int32_t alignment) {
    nookc::MemoryPool pool;
    pool.name = name, pool.constant = constant, pool.size = size, pool.alignment = alignment;
    v_.options.pools.push_back(pool);
    say(std::string(constant ? "--constant-pool" : "--workspace-pool") + " name=" + name +
        (size ? ",size=" + std::to_string(size) : "") + ",align=" + std::to_string(alignment));
  }

  void choose_memory() {
    if (!choose_.chance(25)) return;
    v_.wished = true;
    static const std::vector<int32_t> sizes = {64, 256, 640, 1500, 4000}, alignments = {16, 32, 64};
    const int pools = choose_.in(1, 3);
    for (int i = 1; i < pools; ++i)
      add_pool("fast" + std::to_string(i), false, choose_.of(sizes), choose_.of(alignments));
    add_pool("slow", false, 0, choose_.of(alignments));
    if (choose_.chance(40)) add_pool("tcm", true, choose_.of(sizes), 16), add_pool("rom", true, 0, 32);
    if (!choose_.chance(30)) return;
    nookc::Wish wish;
    wish.subject = "#" + std::to_string(choose_.in(0, static_cast<int32_t>(graph_.tensors.size()) - 1));
    wish.pool = choose_.of(v_.options.pools).name;
    if (choose_.chance(50)) wish.offset = 64 * choose_.in(0, 8);
    wish.text = wish.subject + "=" + wish.pool + (wish.offset < 0 ? "" : "@" + std::to_string(wish.offset));
    v_.options.wishes.push_back(wish);
    say("--place " + wish.text);
  }

  void choose_program() {
    v_.checked = choose_.chance(20);
    v_.by_value = choose_.chance(25);
    if (choose_.chance(15)) v_.emit.events = true;
    if (v_.checked) say("(NOOK_CHECKED=1)");
    if (v_.emit.events) say("(events)");
    if (v_.by_value) say("(by value)");
  }

  // Usually the fast solver: a plan's validity does not depend on its height.
  void choose_solver() {
    static const std::vector<std::string> solvers = {"exact", "greedy_by_size", "greedy_by_conflicts",
                                                     "hill_climb"};
    v_.options.solver = choose_.chance(30) ? choose_.of(solvers) : solvers[1];
    v_.options.effort.work = 20000;
    say("--solver " + v_.options.solver);
  }

  // Assigns some operators to one or two other units, which may not reach every pool.
  void choose_units() {
    if (v_.options.stream_input || !graph_.regions.empty() || !choose_.chance(25)) return;
    v_.wished = true;  // an operator may have been removed, or a pool be out of reach
    static const std::vector<std::string> names = {"npu", "dma"};
    const int32_t count = static_cast<int32_t>(graph_.nodes.size()), units = choose_.in(1, 2);
    for (int32_t from = 0, i = 0; i < units && from < count; ++i) {
      const int32_t first = choose_.in(from, count - 1), last = choose_.in(first, count - 1);
      const std::string text =
          names[static_cast<size_t>(i)] + "=op:" + std::to_string(first) + "-" + std::to_string(last);
      v_.options.units.push_back(*nookc::parse_unit(text));
      say("--unit " + text);
      from = last + 1;
    }
    for (nookc::MemoryPool& pool : v_.options.pools)
      for (const nookc::UnitWish& wish : v_.options.units) {
        const int kind = choose_.in(0, 3);
        if (kind < 3) pool.readers.push_back(wish.unit);
        if (kind < 2) pool.writers.push_back(wish.unit);
        if (kind < 3) say("(" + wish.unit + (kind < 2 ? " writes " : " reads ") + pool.name + ")");
      }
  }

  void choose_pointers() {
    if (!choose_.chance(20)) return;
    const bool rom = !v_.options.pools.empty() && v_.options.pools.back().constant && choose_.chance(50);
    v_.options.constants_by_pointer = {rom ? "rom" : "*"};
    say(rom ? "--constants-by-pointer=rom" : "--constants-by-pointer");
  }

  // Random weights are small, so that smaller ones than by the command go into storage too.
  void choose_storage() {
    const bool waits =
        std::ranges::any_of(graph_.nodes, [](const nookc::Node& node) { return nookc::may_wait(node); });
    if (v_.options.stream_input || !v_.options.units.empty() || !v_.options.constants_by_pointer.empty() ||
        !graph_.regions.empty() || waits || !choose_.chance(25))
      return;
    static const std::vector<int64_t> bytes = {1024, 256, 64, 4096}, least = {16, 1, 100};
    v_.stored = true;
    v_.options.staging.bytes = choose_.of(bytes), v_.options.staging.least = choose_.of(least);
    say("--weights-from storage --staging " + std::to_string(v_.options.staging.bytes) + " (from " +
        std::to_string(v_.options.staging.least) + " bytes on)");
  }

  // Random graphs may have no operator that is large enough to be divided.
  void choose_cores() {
    if (!v_.options.units.empty() || v_.stored || v_.emit.events || !graph_.regions.empty() ||
        !choose_.chance(25))
      return;
    v_.options.cores = 2, say("--cores 2");
  }

  Choices& choose_;
  const nookc::Graph& graph_;
  Variant v_;
};

}  // namespace

Variant plain() {
  Variant v;
  v.emit.name = kName;
  v.options.target = nookc::find_target("host");
  for (const std::string_view pass : nookc::pass_names()) v.options.disabled_passes.emplace(pass);
  v.options.rows = v.options.overlap = false;
  v.options.level = nookc::Level::kSize;
  v.options.solver = "greedy_by_size";
  v.text = "--no-passes --no-rows --no-overlap -O size";
  return v;
}

Variant random_variant(Choices& choices, const nookc::Graph& graph) { return Varying(choices, graph).run(); }

}  // namespace generated
