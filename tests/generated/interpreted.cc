#include "tests/generated/interpreted.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>

#include "nook/interp/interpreter.h"
#include "nook/ops/contract/control_flow.h"
#include "nook/ops/contract/entries.h"
#include "nookc/back/interpreter_export/row_chain_metadata.h"
#include "tests/generated/guarded.h"

namespace generated {
namespace {

// All memory of one interpreter, each part exactly as large as requested.
class Interpreting {
 public:
  Interpreting(const nook::Model& model, Setup setup, uint32_t turn)
      : model_(model),
        turn_(turn),
        in_arena_(setup == Setup::kInArena),
        prepacked_(setup == Setup::kPrepacked) {
    const bool rows = by_rows(setup), packs = setup == Setup::kPacked || setup == Setup::kPackedRows ||
                                              prepacked_ || (in_arena_ && turn % 3 != 0);
    if (packs) options_.packer = &nook_pack_weights;
    if (rows) options_.rows = &nook_row_chains;
    if (setup == Setup::kInScratch) options_.inputs_in_scratch = ~0u, options_.outputs_in_scratch = movable();
    options_.variables = &nook_resource_variables;
    options_.keep_scales = static_cast<int>(turn % 2);
    options_.control = &nook_control_flow;
    resolver_ = packs || rows ? nook::resolver(nook::kEntries<nook::Kernels::kRows>)
                              : nook::resolver(nook::all_ops());
    working_bytes_ = rows                            ? nook::row_bytes(model)
                     : packs                         ? nook::packing_bytes(model)
                     : nook::has_control_flow(model) ? nook::control_bytes(model)
                                                     : nook::working_bytes(model);
  }

  // `spoils`: overwrites the state before each inference.
  std::vector<Outcome> run(const std::vector<Values>& runs, bool spoils = false) {
    Guarded& working = add("the working memory", working_bytes_, 16);
    nook::MemoryRequirements need{};
    nook::InterpreterFault fault{};
    if (nook::memory_requirements(model_, resolver_, options_, span(working), &need, &fault) !=
        nook::Code::kOk)
      return {{{}, false, refusal(fault)}};
    std::optional<nook::Interpreter> made = in_arena_ ? make_in_arena() : make(need);
    if (!made) return {{{}, false, "the query in the bytes that it named is another"}};
    nook::Interpreter& net = *made;
    if (!net.ok()) return {{{}, false, refusal(net.fault())}};
    std::vector<Outcome> all = run_each(net, runs, need, spoils);
    if (need.state_bytes == 0 || spoils || !all.back().wrong.empty()) return all;
    net.reset();
    const std::vector<Outcome> afresh = run_each(net, runs, need, spoils);
    for (size_t i = 0; i < afresh.size(); ++i)
      // waits: no result yet.
      if (all[i].wrong.empty() && !all[i].waits && afresh[i].outputs != all[i].outputs)
        all[i].wrong = "after a reset, other outputs than after the construction";
    return all;
  }

 private:
  std::vector<Outcome> run_each(nook::Interpreter& net, const std::vector<Values>& runs,
                                const nook::MemoryRequirements& need, bool spoils) {
    std::vector<Outcome> all;
    uint32_t draw = turn_;
    for (const Values& values : runs) {
      if (scratch_) std::memset(scratch_->data(), static_cast<int>(0x5A + all.size()), scratch_->bytes());
      for (uint32_t i = 0; i < net.input_count(); ++i)
        if (values[i].size() == need.inputs[i].bytes && !values[i].empty())
          std::memcpy(net.input(i), values[i].data(), values[i].size());
      if (spoils) spoil(net.state().data(), net.state().size(), draw);
      Outcome& o = all.emplace_back();
      o.waits = net.invoke() == NOOK_NOT_READY;
      if (!saves(net)) o.wrong = "save() and restore() do not do their work";
      for (uint32_t i = 0; i < net.output_count(); ++i) {
        const auto* const first = static_cast<const uint8_t*>(net.output(i));
        o.outputs.emplace_back(first, first + need.outputs[i].bytes);
      }
      for (const Guarded& g : buffers_)
        if (o.wrong.empty()) o.wrong = g.damage();
      if (!o.wrong.empty()) break;
    }
    return all;
  }

  // Whether a saved state is restored, and one with another head is refused and changes nothing.
  bool saves(nook::Interpreter& net) const {
    const nook::Span<uint8_t> state = net.state();
    if (state.size() == 0) return net.saved_bytes() == 0;
    const std::vector<uint8_t> now(state.begin(), state.end());
    std::vector<uint8_t> saved(net.saved_bytes());
    if (saved.size() != now.size() + 16 ||
        net.save({saved.data(), saved.size() - 1}) != nook::Code::kNoMemory ||
        net.save({saved.data(), saved.size()}) != nook::Code::kOk)
      return false;
    saved[turn_ % 16] ^= 0x10;
    std::fill(state.begin(), state.end(), uint8_t{0x6C});
    const bool refused =
        net.restore({saved.data(), saved.size()}) == nook::Code::kBadModel && state[0] == 0x6C;
    saved[turn_ % 16] ^= 0x10;
    return refused && net.restore({saved.data(), saved.size()}) == nook::Code::kOk &&
           std::equal(now.begin(), now.end(), state.begin());
  }

  // In exactly the queried sizes, each part separately.
  std::optional<nook::Interpreter> make(const nook::MemoryRequirements& need) {
    std::vector<nook_const_buffer> in;
    std::vector<nook_buffer> out;
    for (uint32_t i = 0; i < need.input_count; ++i) {
      Guarded& g = add("input", need.inputs[i].bytes, need.inputs[i].alignment);
      in.push_back({g.data(), g.bytes()});
    }
    for (uint32_t i = 0; i < need.output_count; ++i) {
      Guarded& g = add("output", need.outputs[i].bytes, need.outputs[i].alignment);
      out.push_back({g.data(), g.bytes()});
    }
    const nook_requirement p = need.persistent, s = need.scratch, c = need.constants;
    Guarded &persistent = add("the persistent memory", p.bytes, p.alignment),
            &constants = add("the constants", c.bytes, c.alignment),
            &working = add("working", need.working.bytes, 1);
    scratch_ = &add("the scratch", s.bytes, s.alignment);
    nook::MemoryRequirements again{};
    if (nook::memory_requirements(model_, resolver_, options_, span(working), &again) != nook::Code::kOk ||
        again.working.bytes != need.working.bytes || again.persistent.bytes != p.bytes ||
        again.scratch.bytes != s.bytes || again.constants.bytes != c.bytes)
      return {};
    const auto construct = [&] {
      return nook::Interpreter(model_, resolver_,
                               {{in.data(), in.size()},
                                {out.data(), out.size()},
                                span(persistent),
                                span(*scratch_),
                                span(working),
                                span(constants)},
                               options_);
    };
    nook::Interpreter net = construct();
    if (!prepacked_ || !net.ok()) return net;
    options_.packer = &nook_packed_weights;
    return construct();
  }

  // In a single buffer. A model that is too large for a query on the stack first reports the need of the
  // query.
  std::optional<nook::Interpreter> make_in_arena() {
    size_t used = 0, bytes = 1;
    for (int round = 0; round < 3; ++round) {
      Guarded& arena = add("the arena", bytes, 16);
      nook::Interpreter net = nook::Interpreter::in_arena(model_, resolver_, span(arena), &used, options_);
      if (net.ok() && used > bytes) return {};
      if (net.ok() || net.fault().role != NOOK_ROLE_ARENA || net.fault().need <= bytes) return net;
      bytes = net.fault().need;
    }
    return {};
  }

  // Outputs that are nothing else: no input, constant, variable or other output.
  uint32_t movable() const {
    const nook::SubgraphView graph = model_.subgraph(0);
    std::set<int32_t> made;
    for (uint32_t i = 0; i < graph.operator_count(); ++i)
      for (uint32_t k = 0; k < graph.op(i).outputs().size(); ++k) {
        const int32_t t = graph.op(i).outputs()[k];
        if (!graph.tensor(static_cast<uint32_t>(t)).variable()) made.insert(t);
      }
    uint32_t all = 0;
    for (uint32_t i = 0; i < graph.outputs().size(); ++i)
      if (made.erase(graph.outputs()[i])) all |= 1u << i;
    for (uint32_t i = 0; i < graph.outputs().size(); ++i)  // another output is the same tensor
      for (uint32_t k = 0; k < i; ++k)
        if (graph.outputs()[i] == graph.outputs()[k]) all &= ~(1u << i | 1u << k);
    return all;
  }

  static nook::Span<uint8_t> span(Guarded& g) { return {g.data(), g.bytes()}; }

  static std::string refusal(const nook::InterpreterFault& fault) {
    char text[300];
    nook_describe_fault(&fault, text, sizeof text);
    return kInterpreterRefuses + std::string(text);
  }

  Guarded& add(const char* name, size_t bytes, size_t alignment) {
    return buffers_.emplace_back(name, bytes, alignment ? alignment : 1,
                                 static_cast<uint8_t>(turn_ * 59 + bytes));
  }

  const nook::Model& model_;
  const uint32_t turn_;
  const bool in_arena_, prepacked_;
  Guarded* scratch_ = nullptr;
  nook::InterpreterOptions options_;
  nook::Resolver resolver_{};
  size_t working_bytes_ = 0;
  std::deque<Guarded> buffers_;
};

}  // namespace

std::vector<Outcome> interpret(const std::string& tflite, const std::vector<Values>& runs, Setup setup,
                               uint32_t turn) {
  const auto model = nook::Model::open({reinterpret_cast<const uint8_t*>(tflite.data()), tflite.size()});
  if (!model) return {{{}, false, "the interpreter can't open the model"}};
  return Interpreting(*model, setup, turn).run(runs);
}

std::string spoil_state(const std::string& tflite, const std::vector<Values>& runs, Setup setup,
                        uint32_t turn) {
  const auto model = nook::Model::open({reinterpret_cast<const uint8_t*>(tflite.data()), tflite.size()});
  if (!model) return "the interpreter can't open the model";
  return Interpreting(*model, setup, turn).run(runs, true).back().wrong;
}

void spoil(uint8_t* state, size_t bytes, uint32_t& draw) {
  constexpr uint32_t kWords[] = {0,          1,          2,          UINT32_MAX, INT32_MAX,
                                 0x80000000, 0x7F800000, 0x7FC00000, 0xFF7FFFFF, 100000};
  for (size_t at = 0; at < bytes; at += sizeof(uint32_t)) {
    draw = draw * 1664525u + 1013904223u;
    const uint32_t word = draw >> 28 < std::size(kWords) ? kWords[draw >> 28] : draw;
    std::memcpy(state + at, &word, std::min(sizeof word, bytes - at));
  }
}

std::string with_rows(const std::string& tflite) {
  const auto bytes = std::as_bytes(std::span(tflite.data(), tflite.size()));
  Variant v = plain();
  v.options.rows = true, v.options.strips = v.options.parts_of_rows = false,
  v.options.level = nookc::Level::kBalanced;
  const auto program = nookc::compile(bytes, "rows.tflite", v.options);
  if (!program || program->chains.empty()) return {};
  const auto model = nook::Model::open({reinterpret_cast<const uint8_t*>(tflite.data()), tflite.size()});
  const auto operators = static_cast<int32_t>(model->subgraph(0).operator_count());
  auto embedded = nookc::embed_row_chains(bytes, "rows.tflite", nookc::row_chain_words(*program, operators));
  return embedded ? *std::move(embedded) : std::string();
}

}  // namespace generated
