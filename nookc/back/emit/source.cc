#include <algorithm>
#include <map>
#include <utility>

#include "nookc/back/emit/c_text.h"
#include "nookc/back/emit/cores.h"
#include "nookc/back/emit/kernel_call.h"
#include "nookc/back/emit/locals.h"
#include "nookc/back/emit/mark_text.h"
#include "nookc/back/emit/params.h"
#include "nookc/back/emit/parts.h"
#include "nookc/back/emit/push.h"
#include "nookc/back/emit/row_loops.h"
#include "nookc/back/emit/run_function.h"
#include "nookc/back/emit/saved_state.h"
#include "nookc/back/emit/stored.h"
#include "nookc/back/emit/stream.h"
#include "nookc/back/emit/strip_loops.h"
#include "nookc/back/emit/unit_source.h"
#include "nookc/back/emit/uses.h"
#include "nookc/core/identifier.h"
#include "nookc/graph/ethos_u.h"
#include "nookc/middle/lower/core_actions.h"
#include "nookc/middle/lower/row_stage.h"

namespace nookc {
namespace {

constexpr std::string_view kChainArguments =
    "(const $_memory* memory, const $_inputs_ref* inputs,\n"
    "                      const $_outputs_ref* outputs, int32_t* made) {\n";

constexpr std::string_view kReport = R"(
static void $_report(const $_memory* memory, nook_event_kind kind, int32_t node, int32_t tensor,
                     int32_t row, int32_t bytes, const void* data) {
  const nook_event event = {kind, node, tensor, row, bytes, data};
  if (memory->event) memory->event(memory->user, &event);
}
)";

constexpr std::string_view kCheckFirst[] = {
    " {\n"
    "#if defined(NOOK_CHECKED) && NOOK_CHECKED\n"
    "  const nook_status status = $_check(memory, inputs, outputs, ",
    "NULL);\n"
    "  if (status != NOOK_OK) return status;\n"
    "#endif\n"};

struct Source {
  const EmitContext& c;
  const Program& p;
  const Interface& face;
  std::map<TensorId, const Node*> makers;
  Uses uses;  // names used by the code that is being written
};

// Writes code and notes the names that it uses.
template <class Write>
Code noted(Source& d, const Write& write) {
  const Uses outer = std::exchange(d.uses, {});
  std::string text = write();
  return {std::move(text), std::exchange(d.uses, outer)};
}

std::string call(Source& d, size_t i);

std::string op(size_t i) { return "op" + std::to_string(i); }

// An address in the application's buffer.
std::string part(const std::string& constant, const std::string& buffer, int32_t offset) {
  if (offset == 0) return buffer;
  return "(" + constant + "void*)((" + constant + "char*) " + buffer + " + " + std::to_string(offset) + ")";
}

// "KWS_AT_SRAM", the macro for an address in a scratch pool.
std::string pool_macro(Source& d, size_t pool) {
  return d.face.prefix + "AT_" + upper(d.face.scratch[pool].pool);
}

std::string in_pool(Source& d, int32_t pool, int32_t offset) {
  d.uses.scratch.insert(static_cast<size_t>(pool));
  return pool_macro(d, static_cast<size_t>(pool)) + "(" + std::to_string(offset) + ")";
}

// "KWS_PERSISTENT_AT_SRAM", the macro for state.
std::string kept_macro(Source& d, const InterfacePool& pool) {
  return d.face.prefix + "PERSISTENT_AT_" + upper(pool.pool);
}

// The persistent memory that the program uses in a pool.
size_t kept_pool(Source& d, int32_t pool) {
  const auto at = std::ranges::find(d.face.persistent, d.face.scratch[static_cast<size_t>(pool)].pool,
                                    &InterfacePool::pool);
  return static_cast<size_t>(at - d.face.persistent.begin());
}

// An address in a pool of persistent memory.
std::string in_kept(Source& d, size_t pool, int32_t offset) {
  d.uses.persistent.insert(pool);
  return kept_macro(d, d.face.persistent[pool]) + "(" + std::to_string(offset) + ")";
}

// The application's buffer of an input.
std::string input(Source& d, size_t i) {
  d.uses.inputs.insert(i);
  return "in_" + d.face.inputs[i].identifier;
}

// "KWS_CONSTANT_AT_FLASH", the macro for constants passed by pointer.
std::string image_macro(Source& d, size_t pool) {
  return d.face.prefix + "CONSTANT_AT_" + upper(d.face.constant[pool].pool);
}

// Packed weights have the kernel's layout but not its element type.
std::string constant(Source& d, size_t i) {
  const size_t pool = static_cast<size_t>(d.p.constants[i].pool);
  if (d.face.constant[pool].by_pointer) {
    d.uses.images.insert(pool);
    return image_macro(d, pool) + "(" + std::to_string(d.p.constants[i].offset) + ")";
  }
  return (d.p.constants[i].packed ? "(const void*)" : "") + constant_symbol(d.c, i);
}

// A tensor as an argument: a local variable of run_ref(), a constant or an address in the scratch.
std::string place(Source& d, const Location& at) {
  switch (at.kind) {
    case Location::Kind::kNone:
      return "NULL";
    case Location::Kind::kConstant:
      return constant(d, static_cast<size_t>(at.index));
    case Location::Kind::kScratch:
      return in_pool(d, at.index, at.offset);
    case Location::Kind::kInput:
      return part("const ", input(d, static_cast<size_t>(at.index)), at.offset);
    case Location::Kind::kOutput:
      d.uses.outputs.insert(static_cast<size_t>(at.index));
      return part("", "out_" + d.face.outputs[static_cast<size_t>(at.index)].identifier, at.offset);
    case Location::Kind::kKept:
      return in_kept(d, kept_pool(d, at.index), at.offset);
    case Location::Kind::kStored:
      return in_pool(d, d.p.stored.pool, d.p.stored.chunks[static_cast<size_t>(at.index)].at + at.offset);
  }
  return "NULL";
}

const std::string& name(Source& d) { return d.face.name; }

// "rows3": the function of the chain that begins with call 3.
std::string chain_name(Source& d, const RowChain& chain) {
  return name(d) + "_rows" + std::to_string(chain.stages[0].call);
}

// Whether a stage's whole output exists after its chain has run.
bool is_whole(const RowStage& s) {
  return s.sum_bytes > 0 || (s.into < 0 && s.held == s.height && s.turns == s.height);
}

std::string report(Source& d, const char* kind, const Node& node, TensorId t, const std::string& row,
                   const std::string& bytes, const std::string& data) {
  return "  " + name(d) + "_report(memory, NOOK_EVENT_" + kind + ", " + std::to_string(node.source) + ", " +
         std::to_string(d.p.graph[t].source) + ", " + row + ", " + bytes + ", " + data + ");\n";
}

std::string event(Source& d, const char* kind, const Node& node, TensorId t, const Location& at) {
  const Tensor& tensor = d.p.graph[t];
  const bool with_data = std::string_view(kind) == "END";
  return report(d, kind, node, t, "-1", std::to_string(with_data ? tensor.bytes() : 0),
                with_data ? place(d, at) : "NULL");
}

// Code that reports views.
std::string views(Source& d, const std::vector<TensorId>& tensors) {
  std::string text;
  for (TensorId t : tensors) {
    const Location& at = d.p.location[index(t)];
    if (at.kind == Location::Kind::kNone) continue;
    text += event(d, "BEGIN", *d.makers.at(t), t, {}) + event(d, "END", *d.makers.at(t), t, at);
  }
  return text;
}

std::string call_of(Source& d, const RowChain& chain) {
  std::string before, after;
  if (d.c.options.events)
    for (const RowStage& stage : chain.stages) {
      before += views(d, d.p.calls[static_cast<size_t>(stage.call)].views_before);
      if (is_whole(stage)) after += views(d, d.p.calls[static_cast<size_t>(stage.call)].views);
    }
  if (chain.stream.tensor != TensorId::kNone) return before + stream_whole(d.c, chain, input(d, 0)) + after;
  d.uses.passes_on = true;
  const std::string made = "made" + std::to_string(chain.stages[0].call);
  return before + "  int32_t " + made + "[" + std::to_string(chain.stages.size()) + "] = {0};\n  " +
         chain_name(d, chain) + "(memory, inputs, outputs, " + made + ");\n" + after;
}

// The scratch of a kernel, or its running sums if it reads its input row by row.
std::string scratch(Source& d, const Call& call) {
  const RowStage* const stage = row_stage(d.p, static_cast<size_t>(&call - d.p.calls.data()));
  return call.op.scratch > 0 || (stage && stage->sum_bytes > 0)
             ? in_pool(d, call.scratch_pool, call.scratch_offset)
             : "NULL";
}

// Returns without a result; outputs that are variable tensors show their current values.
std::string leave(Source& d, size_t at) {
  std::string copies;
  for (size_t i = at + 1; i < d.p.calls.size(); ++i) {
    const Call& then = d.p.calls[i];
    const bool copy = d.p.graph.nodes[index(then.node)].source < 0 &&
                      std::ranges::count(d.p.graph.outputs, then.out_tensors[0]) > 0 &&
                      then.in[0].kind == Location::Kind::kKept;
    if (copy) copies += call(d, i);
  }
  return "  if (waits" + std::to_string(at) + ") {\n" + copies +
         (ends_for_both(d.p, at) ? leave_both() : "") + "    return NOOK_NOT_READY;\n  }\n";
}

std::string begin(Source& d, const Call& call) {
  return event(d, "BEGIN", d.p.graph.nodes[index(call.node)], call.out_tensors[0], {});
}

std::string end(Source& d, const Call& call) {
  std::string text;
  for (size_t k = 0; k < call.out.size(); ++k)
    text += event(d, "END", d.p.graph.nodes[index(call.node)], call.out_tensors[k], call.out[k]);
  return text;
}

std::string call(Source& d, size_t i) {
  const Call& call = d.p.calls[i];
  const std::string tensors = tensor_arguments(
      call, [&](size_t k) { return place(d, call.in[k]); }, [&](size_t k) { return place(d, call.out[k]); });
  const nook::FormRow& form = form_of(call);
  const std::string state = form.keeps_state ? place(d, call.state) + ", " : "";
  std::string line =
      before_stored(d.c, i) + (form.may_wait ? "  const int waits" + std::to_string(i) + " = " : "  ") +
      std::string(call.op.symbol) + "(&" + op(i) + ", " + tensors + ", " + state + scratch(d, call) + ");\n";
  const std::string ends = after_stored(d.c, i) + (form.may_wait ? leave(d, i) : "");
  if (d.c.options.image && !form.may_wait) line = "  {\n  " + line + "  }\n";  // ends the copied arguments
  if (!d.c.options.events) return line + ends;
  return views(d, call.views_before) + begin(d, call) + line + end(d, call) + views(d, call.views) + ends;
}

// The function that calls a device, and the one that runs its operators on the cpu instead.
Code unit_functions(Source& d, const UnitCall& unit, size_t number) {
  Code calls = noted(d, [&] {
    std::string text;
    for (size_t i = unit.first; i <= unit.last && !unit.commands; ++i) text += call(d, i);
    return text;
  });
  const Code body = noted(d, [&] {
    return unit_arguments(d.p, unit, number, d.face, [&](const Location& at) { return place(d, at); });
  });
  Code code{unit_on_cpu(d.p, unit, number, d.face, locals(d.c, calls.uses) + calls.text) +
                unit_head(d.face, number) + locals(d.c, body.uses) + body.text,
            std::move(calls.uses)};
  code.uses.add(body.uses);
  return code;
}

// Aliases of an image that is never whole are reported row by row.
std::string views_of_row(Source& d, const Call& call, const std::string& row, const std::string& bytes,
                         const std::string& data) {
  if (is_whole(*row_stage(d.p, static_cast<size_t>(&call - d.p.calls.data())))) return "";
  std::string text;
  for (TensorId t : call.views)
    text += "    " + report(d, "BEGIN", *d.makers.at(t), t, row, "0", "NULL") + "    " +
            report(d, "END", *d.makers.at(t), t, row, bytes, data);
  return text;
}

Code chain_function(Source& d, const RowChain& chain) {
  RowNames names;
  names.place = [&d](const Location& at) { return place(d, at); };
  names.params = op;
  names.scratch = [&d](const Call& call) { return scratch(d, call); };
  if (d.c.options.events)
    names.event = [&d](const Call& call, bool begin, const std::string& row, const std::string& bytes,
                       const std::string& data) {
      const Node& node = d.p.graph.nodes[index(call.node)];
      const std::string own =
          "    " + report(d, begin ? "BEGIN" : "END", node, call.out_tensors[0], row, bytes, data);
      return begin ? own : own + views_of_row(d, call, row, bytes, data);
    };
  const auto loop = chain.strips ? strip_loop : row_loop;
  Code body = noted(d, [&] { return loop(d.p, chain, names); });
  body.text = chain_comment(d.p, chain) + "static void " + chain_name(d, chain) +
              named(d.face, kChainArguments) + locals(d.c, body.uses) + body.text + "}\n";
  return body;
}

// The calls that remain after the last row has arrived: all calls outside of the stream's chain.
std::string finish(Source& d, const Code& rest) {
  if (!row_stream(d.p)) return "";
  const RowChain& chain = d.p.chains[0];
  std::string text = "\n" + named(d.face, kFinishRefSignature) + " {\n" + stream_complete(d.c, chain);
  if (rest.uses.passes_on) text += named(d.face, "  const $_inputs_ref* const inputs = NULL;\n");
  text += locals(d.c, rest.uses, Parameters::kOutputs) + rest.text + "  return NOOK_OK;\n}\n\n" +
          named(d.face, kFinishSignature) + " {\n";
  const std::string out = members(d.face.outputs, "output");
  if (out.empty())
    return text + "  (void)output;\n" + named(d.face, "  return $_finish_ref(memory, NULL);\n}\n");
  return text + "  if (!output) return NOOK_NULL;\n" + named(d.face, "  const $_outputs_ref outputs = {") +
         out + named(d.face, "};\n  return $_finish_ref(memory, &outputs);\n}\n");
}

std::string initial_state(Source& d) {
  std::string body;
  for (size_t i = 0; i < d.face.persistent.size(); ++i)
    body += clear_state(d.c, i, [&](int32_t offset) { return in_kept(d, i, offset); });
  for (const Kept& kept : d.p.kept) {
    const std::string at = place(d, {Location::Kind::kKept, kept.pool, kept.offset + kept.first_at});
    const std::string note = "); /* " + c_comment(kept.name);
    if (kept.first >= 0)
      body += "  memcpy(" + at + ", " + place(d, {Location::Kind::kConstant, kept.first, 0}) + ", " +
              std::to_string(d.p.constants[static_cast<size_t>(kept.first)].bytes->size()) + note + " */\n";
    else if (kept.fill != 0)
      body += "  memset(" + at + ", " + std::to_string(int{kept.fill}) + ", " +
              std::to_string(kept.bytes - kept.first_at) + note + ": its zero point */\n";
  }
  return body;
}

// Sets all state to its initial values.
Code reset(Source& d) {
  if (d.face.persistent.empty()) return {};
  std::string checks = "  if (!memory) return NOOK_NULL;\n";
  for (const InterfacePool& p : d.face.persistent) checks += refuse_pool(p, "memory->");
  Code body = noted(d, [&] { return initial_state(d); });
  body.text = "\n" + named(d.face, kResetSignature) + " {\n" + checks + memory_locals(d.face, body.uses) +
              body.text + "  return NOOK_OK;\n}\n";
  return body;
}

// Code that reports the results of an IF or WHILE.
std::string results(Source& d, const CallMark& mark) {
  Node node;
  node.source = mark.source;
  std::string text;
  for (TensorId t : mark.results) {
    const Location& at = d.p.location[index(t)];
    if (at.kind != Location::Kind::kNone)
      text += event(d, "BEGIN", node, t, {}) + event(d, "END", node, t, at);
  }
  return text;
}

std::string pool_macros(Source& d, const Uses& uses) {
  std::string text;
  for (const size_t i : uses.scratch)
    text += "\n/* An address in the scratch. */\n#define " + pool_macro(d, i) + "(offset) ((void*)(" +
            d.face.scratch[i].member + " + (offset)))\n";
  for (const size_t i : uses.persistent)
    text += "\n/* An address in the state between runs. */\n#define " + kept_macro(d, d.face.persistent[i]) +
            "(offset) ((void*)(" + d.face.persistent[i].member + " + (offset)))\n";
  for (const size_t i : uses.images)
    text += "\n/* An address in the constants that the application passes. */\n#define " + image_macro(d, i) +
            "(offset) ((const void*)(" + d.face.constant[i].member + " + (offset)))\n";
  return text + (d.c.options.events ? named(d.face, kReport) : "");
}

std::string run_ref(Source& d, const Code& calls) {
  const std::string body = locals(d.c, calls.uses) + calls.text + "  return NOOK_OK;\n}\n";
  const std::string head = "\n" + run_ref_signature(d.face) + named(d.face, kCheckFirst[0]) +
                           (d.face.units.empty() ? "" : "devices, ") + named(d.face, kCheckFirst[1]);
  return d.face.units.empty() ? head + body
                              : calls_with_devices(d.face, body) + head + run_with_devices(d.face);
}

// The calls of run(), of all operators.
Code calls_of(Source& d, const std::vector<UnitCall>& units, size_t from) {
  return noted(d, [&] {
    std::string calls;
    auto unit = units.begin();
    for (size_t i = from; i < d.p.calls.size(); ++i) {
      const RowChain* const chain = row_chain(d.p, i);
      if (unit != units.end() && unit->first == i) {
        calls += call_on_unit(d.face, *unit, static_cast<size_t>(unit - units.begin())), i = unit++->last;
        d.uses.passes_on = true;
      } else if (!chain) {
        calls += call(d, i);
      } else if (chain->stages[0].call == static_cast<int32_t>(i)) {
        calls += call_of(d, *chain);
      }
    }
    return calls;
  });
}

// The calls of the first of two cores, and the function of the second.
Code first_of_two(Source& d) {
  const auto run = [&](size_t i) {
    const RowChain* const chain = row_chain(d.p, i);
    return chain ? call_of(d, *chain) : call(d, i);
  };
  return noted(d, [&] { return first_core(d.c, run, [&](const Location& at) { return place(d, at); }); });
}

Code second_of_two(Source& d) {
  if (d.p.cores < 2) return {};
  const auto at = [&](const Location& where) { return place(d, where); };
  const Code statements = noted(d, [&] {
    return second_core(
        d.c, [&](size_t i) { return call(d, i); }, at);
  });
  Code all = noted(d, [&] { return second_core_body(d.c, statements, at); });
  all.uses.add(statements.uses);
  all.text = second_core_head(d.c) + memory_locals(d.face, all.uses) + all.text;
  return all;
}

// The calls from number `from` on, between the marks of control flow.
Code marked_calls(Source& d, size_t from) {
  return noted(d, [&] {
    MarkText marks(
        d.p, [&](const Location& at) { return place(d, at); },
        [&](const CallMark& mark) { return d.c.options.events ? results(d, mark) : std::string(); });
    std::string calls = marks.begin();
    for (size_t i = from; i < d.p.calls.size(); ++i) {
      const RowChain* const chain = row_chain(d.p, i);
      calls += marks.before(i);  // keeps track of the position among the calls
      if (!chain)
        calls += marks.indented(call(d, i));
      else if (chain->stages[0].call == static_cast<int32_t>(i))
        calls += marks.indented(call_of(d, *chain));
    }
    return calls + marks.before(d.p.calls.size());
  });
}

// The arguments of all kernels. `math`: they need <math.h>.
std::string all_params(Source& d, bool& math) {
  std::string params;
  for (size_t i = 0; i < d.p.calls.size(); ++i) {
    if (d.p.calls[i].code == EthosU::kCode) continue;  // no kernel runs it
    const std::string text = "\n/* " + c_comment(operator_label(d.p, d.p.calls[i])) + " */\n" +
                             print_params(d.p.calls[i], op(i), d.face.prefix, &math, linkage_of(d.c.options));
    params += of_cpu_code(d.face, unit_of(d.p, d.p.calls[i]), text);
  }
  return params;
}

// The functions that run() calls: a chain's, a stream's, a unit's.
Code called_functions(Source& d, const std::vector<UnitCall>& units) {
  Code functions;
  for (const RowChain& chain : d.p.chains) {
    functions += chain_function(d, chain);
    if (chain.stream.tensor != TensorId::kNone)
      functions.text += stream_functions(d.c, chain, chain_name(d, chain));
  }
  for (size_t i = 0; i < units.size(); ++i) functions += unit_functions(d, units[i], i);
  return functions;
}

std::string includes(const Source& d, bool math) {
  std::string text = "#include \"" + d.face.name + ".h\"\n\n";
  if (math) text += "#include <math.h>\n\n";
  if (row_stream(d.p) || !d.face.persistent.empty()) text += "#include <string.h>\n\n";
  text += include_constants(d.c);
  text += chain_headers(d.p);
  return text + include_kernels(d.p);
}

}  // namespace

File emit_source(const EmitContext& c) {
  Source d{c, c.program, c.face, {}, {}};
  for (const Node& node : d.p.graph.nodes)
    for (TensorId t : node.out) d.makers.emplace(t, &node);
  bool math = false;
  const std::string params = all_params(d, math);
  const std::vector<UnitCall> units = unit_calls(d.p);
  // A stream's chain runs first; finish() makes the calls after it.
  const auto all_from = [&](size_t from) {
    return d.p.marks.empty() ? calls_of(d, units, from) : marked_calls(d, from);
  };
  Code calls, rest;
  if (row_stream(d.p)) {
    const RowChain& chain = d.p.chains[0];
    calls = noted(d, [&] { return call_of(d, chain); });
    rest = d.p.cores > 1 ? first_of_two(d) : all_from(static_cast<size_t>(chain.stages.back().call) + 1);
    calls += rest;
  } else {
    calls = d.p.cores > 1 ? first_of_two(d) : all_from(0);
  }
  const Code functions = called_functions(d, units), again = reset(d), second = second_of_two(d);
  Uses all = calls.uses;
  all.add(functions.uses), all.add(again.uses), all.add(second.uses);
  std::string text =
      head(c, "The calls of " + d.face.name + ": its kernels in order, with constant arguments.") +
      (c.options.check_core ? core_check(*d.p.target) : "") + includes(d, math) + unit_macros(d.face, units) +
      params + stored_functions(c) + pool_macros(d, all) + functions.text + handover_type(c) +
      run_ref(d, calls) + second.text + run_function(d.face) + finish(d, rest) + again.text +
      saved_state_functions(c) + push_functions(c);
  return {d.face.name + ".c", std::move(text), math};
}

}  // namespace nookc
