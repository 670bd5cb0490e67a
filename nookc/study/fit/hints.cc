#include "nookc/study/fit/hints.h"

#include <algorithm>
#include <optional>

#include "nookc/core/text.h"
#include "nookc/front/borders/borders.h"
#include "nookc/middle/rows/stages.h"
#include "nookc/middle/rows/strips.h"
#include "nookc/study/fit/replan.h"
#include "nookc/study/fit/state_hint.h"
#include "nookc/study/fit/ways.h"

namespace nookc {
namespace {

constexpr int64_t kLeast = 1024;  // bytes; smaller savings are not worth a line

constexpr int32_t kMostRows = 1 << 16;  // more rows of an image are not counted one by one

// At least a fifth.
bool much(int64_t before, int64_t after) {
  return before - after >= kLeast && 5 * (before - after) >= before;
}

// The bytes of the inputs and outputs in a rewired file.
int64_t border_bytes(const Wires& wires) {
  int64_t bytes = 0;
  for (const std::vector<int32_t>* side : {&wires.inputs, &wires.outputs})
    for (const int32_t t : *side)
      if (t >= 0) bytes += nook::bytes_of(wires.typed(t).type, wires.shape(t).elements());
  return bytes;
}

bool streams(const Program& program) {
  return !program.chains.empty() && program.chains[0].stream.tensor != TensorId::kNone;
}

class Hints {
 public:
  explicit Hints(const CompiledModel& compiled) : program_(compiled.program), now_(needs_of(program_)) {
    const auto model =
        nook::Model::open({reinterpret_cast<const uint8_t*>(compiled.bytes.data()), compiled.bytes.size()});
    if (model && model->subgraph_count() > 0) model_ = *model;
  }

  // Suggests the better of two options, or both; on equal results, the fewest. A conversion may have kept
  // operators from running row by row, so if it is large and its own bytes save little, the model is compiled
  // again.
  void borders(const ModelBytes& model, const Request& request, Thorough thorough) {
    if (!model_ || streams(program_)) return;
    Border best;
    for (const auto& [wish, option] : {std::pair(StripWish{true, false}, "--io int8"),
                                       {StripWish{false, true}, "--io-layout nhwc"},
                                       {StripWish{true, true}, "--io int8 --io-layout nhwc"}}) {
      const std::optional<Border> found = border(wish, option);
      if (found && (best.option.empty() || found->ram < best.ram)) best = *found;
    }
    if (best.option.empty() || !much(now_.ram(), now_.ram() - best.converted)) return;
    std::optional<CompiledModel> without;
    if (thorough == Thorough::kYes || !much(now_.ram(), best.ram))
      without = compiled_without(model, request, best.wish);
    if (without) best.ram = std::min(best.ram, needs_of(without->program).ram());
    add(best.option, best.ram);
    if (without && thorough == Thorough::kYes) after_borders(*without, request, best.option);
  }

  void scratch() {
    const std::vector<nook::Buffer> in = as_buffers(program_, true), out = as_buffers(program_, false);
    if (streams(program_) || !much(now_.ram(), now_.ram() - now_.tensors)) return;
    std::vector<nook::Buffer> more = in;
    more.insert(more.end(), out.begin(), out.end());
    if (const std::optional<int64_t> scratch = scratch_with(program_, {{}, more}))
      add(std::string(in.empty() ? "" : "--input-in-scratch") + (in.empty() || out.empty() ? "" : " ") +
              (out.empty() ? "" : "--output-in-scratch"),
          *scratch + now_.kept);
  }

  // Suggests streaming the input: the chain that reads it whole can take its rows as they arrive.
  void stream(const ModelBytes& model, const Request& request, Thorough thorough) {
    if (!may_stream(request)) return;
    std::optional<int64_t> ram;
    if (const std::optional<int64_t> ring = ring_bytes()) {
      std::vector<nook::Buffer> more = as_buffers(program_, false);
      const int32_t step = program_.calls[0].step;
      more.push_back({static_cast<int32_t>(*ring), nook::kBufferAlignment, step, step});
      if (const std::optional<int64_t> scratch = scratch_with(program_, {{}, more}))
        ram = *scratch + now_.kept;
    } else if (thorough == Thorough::kYes) {
      Request other = request;
      other.stream_input = true, other.outputs_in_scratch = "*";
      const Result<CompiledModel> compiled = compile_model(model, other, {});
      if (compiled) ram = needs_of(compiled->program).ram();
    }
    if (ram) add("--stream-input --output-in-scratch", *ram);
  }

  // Suggests to keep the states of a network that is one step of a stream.
  void states() {
    const std::string options = state_options(program_.graph);
    if (!options.empty())
      found_.push_back({options, -1,
                        "hint: " + printable(options) +
                            ": the network keeps its state, which the application need not pass"});
  }

  // Suggests -O flash: weights that are packed for fast kernels take more than in the model.
  void flash(const Request& request) {
    if (request.level == "flash" || request.level == "size" || program_.passes.empty()) return;
    if (request.budget.any()) return;  // which weighs the flash already
    const int64_t packed = program_.constant_bytes();
    const int64_t plain = program_.passes.back().after.constant_bytes + program_.argument_bytes();
    if (much(packed, plain))
      found_.push_back({"-O flash", -1,
                        "hint: -O flash: about " + decimal(plain) +
                            " bytes of flash for constants instead of " + decimal(packed)});
  }

  // Suggests another level to users of levels that ignore memory.
  void balanced(const ModelBytes& model, const Request& request) {
    if (request.level != "time" && request.level != "size") return;
    Request other = request;
    other.level = "balanced";
    const Result<CompiledModel> compiled = compile_model(model, other, {});
    if (compiled) add("-O balanced", needs_of(compiled->program).ram());
  }

  std::vector<Hint> take() { return std::move(found_); }

 private:
  struct Border {
    StripWish wish;
    std::string option;
    int64_t ram = 0;        // upper bound
    int64_t converted = 0;  // bytes that removed conversions read or wrote
  };

  std::optional<Border> border(const StripWish& wish, const std::string& option) const {
    Wires wires = read_wires(*model_);
    const int64_t before = border_bytes(wires);
    Stated stated;
    strip(wires, wish, &stated);
    if (!wires.changed) return {};
    const Replan change{converted(wires), {}};
    const std::optional<int64_t> scratch = scratch_with(program_, change);
    if (!scratch) return {};
    const int64_t less = before - border_bytes(wires);
    Border made{wish, option, *scratch + now_.kept + now_.tensors - less, less};
    for (const size_t gone : change.without) made.converted += program_.buffers[gone].buffer.size;
    return made;
  }

  // Suggests the best place for the inputs and outputs of the model without its conversions, with the option
  // that removes these: that choice often saves more.
  void after_borders(const CompiledModel& without, const Request& request, const std::string& option) {
    Hints more(without);
    more.stream({without.bytes, without.program.graph.file, {}}, request, Thorough::kYes);
    if (request.inputs_in_scratch.empty() && request.outputs_in_scratch.empty()) more.scratch();
    const std::vector<Hint> found = more.take();
    const auto least = std::ranges::min_element(found, {}, &Hint::ram_bytes);
    if (least != found.end()) add(option + " " + least->option, least->ram_bytes);
  }

  static std::optional<CompiledModel> compiled_without(const ModelBytes& model, const Request& request,
                                                       const StripWish& wish) {
    Stated stated;
    Result<std::vector<std::byte>> changed = change_borders(model.bytes, model.file, wish, &stated);
    if (!changed) return {};
    Result<CompiledModel> compiled = compile_model({*std::move(changed), model.file, {}}, request, {});
    return compiled ? std::optional<CompiledModel>(*std::move(compiled)) : std::nullopt;
  }

  // The scratch buffers that removed operators read or wrote.
  std::set<size_t> converted(const Wires& wires) const {
    std::set<size_t> gone;
    const auto drop = [&](TensorId t) {
      const auto planned = std::ranges::find(program_.buffers, t, &Planned::tensor);
      if (planned != program_.buffers.end())
        gone.insert(static_cast<size_t>(planned - program_.buffers.begin()));
    };
    for (const Call& call : program_.calls) {
      const int32_t source = program_.graph.nodes[index(call.node)].source;
      if (source < 0 || static_cast<size_t>(source) >= wires.ops.size()) continue;
      if (!wires.ops[static_cast<size_t>(source)].gone) continue;
      drop(call.out_tensors[0]);
      if (program_.graph.is_output(call.out_tensors[0])) drop(call.in_tensors[0]);
    }
    return gone;
  }

  bool may_stream(const Request& request) const {
    const Graph& graph = program_.graph;
    if (request.stream_input || request.no_rows || !request.kept_inputs.empty() || !program_.units.empty())
      return false;
    if (graph.inputs.size() != 1 || !graph.regions.empty() || program_.input_in_scratch[0]) return false;
    const nook::Shape& shape = graph[graph.inputs[0]].shape;
    const bool image = shape.rank == 4 && shape.dim[0] == 1 && shape.dim[1] > 1;
    return (image || pixels_in_line(graph[graph.inputs[0]]) > 0) &&
           much(now_.ram(), now_.ram() - graph[graph.inputs[0]].bytes());
  }

  // The rows that the first chain holds if they arrive one at a time; nothing if it does not read the input
  // by rows.
  std::optional<int64_t> ring_bytes() const {
    if (program_.chains.empty() || program_.chains[0].stages[0].call != 0) return {};
    const RowChain& chain = program_.chains[0];
    if (chain.strips) return {};
    const RowStream stream = stream_of(program_.graph);
    std::optional<int64_t> held;
    size_t readers = 0, in_chain = 0;
    for (const Call& call : program_.calls)
      readers += static_cast<size_t>(std::ranges::count_if(
          call.in, [](const Location& in) { return in.kind == Location::Kind::kInput; }));
    for (const RowStage& stage : chain.stages)
      for (const RowRead& read : stage.reads) {
        if (read.tensor != stream.tensor) continue;
        if (!reads_rows_of(stream, read)) return {};
        if (stage.height > kMostRows) return {};
        ++in_chain, held = 0;
        for (int32_t y = 0; y < stage.height; ++y)
          held = std::max<int64_t>(*held, read.until(y) - read.first(y));
      }
    if (readers != 1 || in_chain != 1 || *held >= stream.height) return {};
    return *held * stream.row_bytes + 4 * (static_cast<int64_t>(chain.stages.size()) + 1);
  }

  void add(const std::string& option, int64_t ram) {
    if (!much(now_.ram(), ram)) return;
    found_.push_back(
        {option, ram,
         "hint: " + option + ": " + decimal(ram) + " bytes of RAM in all instead of " + decimal(now_.ram())});
  }

  const Program& program_;
  Needs now_;
  std::optional<nook::Model> model_;
  std::vector<Hint> found_;
};

}  // namespace

std::vector<Hint> hints_for(const CompiledModel& compiled, const Request& request, Thorough thorough) {
  const ModelBytes model{compiled.bytes, compiled.program.graph.file, {}};
  Hints hints(compiled);
  hints.borders(model, request, thorough);
  if (thorough == Thorough::kNo) hints.scratch();
  hints.stream(model, request, thorough);
  hints.flash(request);
  hints.states();
  if (thorough == Thorough::kYes) hints.balanced(model, request);
  return hints.take();
}

std::vector<Hint> border_hints(const CompiledModel& compiled, const Request& request) {
  Hints hints(compiled);
  hints.borders({compiled.bytes, compiled.program.graph.file, {}}, request, Thorough::kNo);
  return hints.take();
}

}  // namespace nookc
