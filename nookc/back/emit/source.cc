#include <algorithm>
#include <map>
#include <set>

#include "nookc/back/emit/c_text.h"
#include "nookc/back/emit/kernel_call.h"
#include "nookc/back/emit/mark_text.h"
#include "nookc/back/emit/params.h"
#include "nookc/back/emit/parts.h"
#include "nookc/back/emit/row_loops.h"
#include "nookc/back/emit/stream.h"
#include "nookc/back/emit/unit_source.h"
#include "nookc/core/identifier.h"
#include "nookc/middle/lower/row_stage.h"
#include "nookc/target/target.h"

namespace nookc {
namespace {

class Source {
 public:
  explicit Source(const EmitContext& c) : c_(c), p_(c.program), face_(c.face) {
    for (const Node& node : p_.graph.nodes)
      for (TensorId t : node.out) makers_.emplace(t, &node);
  }

  std::string str() {
    std::string params, calls;
    bool math = false;
    for (size_t i = 0; i < p_.calls.size(); ++i) {
      const std::string text = "\n/* " + c_comment(operator_label(p_, p_.calls[i])) + " */\n" +
                               print_params(p_.calls[i], op(i), face_.prefix, &math);
      params += of_cpu_code(face_, unit_of(p_, p_.calls[i]), text);
    }
    const std::vector<UnitCall> units = unit_calls(p_);
    auto unit = units.begin();
    MarkText marks(
        p_, [this](const Location& at) { return place(at); },
        [this](const CallMark& mark) { return c_.options.events ? results(mark) : std::string(); });
    if (!p_.marks.empty()) {
      for (size_t i = 0; i < p_.calls.size(); ++i) {
        calls += marks.before(i);  // keeps track of the position among the calls
        calls += marks.indented(call(i));
      }
      calls += marks.before(p_.calls.size());
    }
    for (size_t i = 0; i < p_.calls.size() && p_.marks.empty(); ++i) {
      const RowChain* const chain = row_chain(p_, i);
      if (unit != units.end() && unit->first == i)
        calls += call_on_unit(face_, *unit, static_cast<size_t>(unit - units.begin())), i = unit++->last;
      else if (!chain)
        calls += call(i);
      else if (chain->stages[0].call == static_cast<int32_t>(i))
        calls += call_of(*chain);
    }
    std::string chains;
    for (const RowChain& chain : p_.chains) {
      chains += chain_function(chain);
      if (chain.stream.tensor != TensorId::kNone) chains += stream_functions(c_, chain, chain_name(chain));
    }
    for (size_t i = 0; i < units.size(); ++i) chains += unit_functions(units[i], i);
    std::string text =
        head(c_, "The calls of " + face_.name + ": its kernels in order, with constant arguments.");
    if (c_.options.check_core) text += core_check(*p_.target);
    text += "#include \"" + face_.name + ".h\"\n\n";
    if (math) text += "#include <math.h>\n\n";
    if (row_stream(p_) || !face_.persistent.empty()) text += "#include <string.h>\n\n";
    text += "#include \"" + face_.name + "_constants.h\"\n";
    if (!p_.chains.empty()) text += "#include \"nook/core/rows.h\"\n";
    const std::string again = reset();
    return text + include_kernels(p_) + unit_macros(face_) + params + pool_macros(calls + chains + again) +
           chains + run_ref(calls) + run() + finish(calls) + again;
  }

 private:
  static std::string op(size_t i) { return "op" + std::to_string(i); }
  const std::string& name() const { return face_.name; }

  // A tensor as an argument: a local variable of run_ref(), a constant or an address in the scratch.
  std::string place(const Location& at) const {
    switch (at.kind) {
      case Location::Kind::kNone:
        return "NULL";
      case Location::Kind::kConstant:
        return constant(static_cast<size_t>(at.index));
      case Location::Kind::kScratch:
        return in_pool(at.index, at.offset);
      case Location::Kind::kInput:
        return part("const ", "in_" + face_.inputs[static_cast<size_t>(at.index)].identifier, at.offset);
      case Location::Kind::kOutput:
        return part("", "out_" + face_.outputs[static_cast<size_t>(at.index)].identifier, at.offset);
      case Location::Kind::kKept:
        return kept_macro(kept_pool(at.index)) + "(" + std::to_string(at.offset) + ")";
    }
    return "NULL";
  }

  // An address in the application's buffer; locals() relies on the spaces.
  static std::string part(const std::string& constant, const std::string& buffer, int32_t offset) {
    if (offset == 0) return buffer;
    return "(" + constant + "void*)((" + constant + "char*) " + buffer + " + " + std::to_string(offset) + ")";
  }

  // "KWS_AT_SRAM", the macro for an address in a scratch pool.
  std::string pool_macro(size_t pool) const { return face_.prefix + "AT_" + upper(face_.scratch[pool].pool); }
  std::string in_pool(int32_t pool, int32_t offset) const {
    return pool_macro(static_cast<size_t>(pool)) + "(" + std::to_string(offset) + ")";
  }

  // "KWS_PERSISTENT_AT_SRAM", the macro for state.
  std::string kept_macro(const InterfacePool& pool) const {
    return face_.prefix + "PERSISTENT_AT_" + upper(pool.pool);
  }
  // The persistent memory that the program uses in a pool.
  const InterfacePool& kept_pool(int32_t pool) const {
    return *std::ranges::find(face_.persistent, face_.scratch[static_cast<size_t>(pool)].pool,
                              &InterfacePool::pool);
  }
  bool uses_kept(const std::string& calls, const InterfacePool& pool) const {
    return calls.find(kept_macro(pool) + "(") != std::string::npos;
  }

  // "KWS_CONSTANT_AT_FLASH", the macro for constants passed by pointer.
  std::string image_macro(size_t pool) const {
    return face_.prefix + "CONSTANT_AT_" + upper(face_.constant[pool].pool);
  }
  bool uses_image(const std::string& calls, size_t pool) const {
    return face_.constant[pool].by_pointer && calls.find(image_macro(pool) + "(") != std::string::npos;
  }

  // "rows3": the function of the chain that begins with call 3.
  std::string chain_name(const RowChain& chain) const {
    return name() + "_rows" + std::to_string(chain.stages[0].call);
  }

  std::string call_of(const RowChain& chain) const {
    std::string before, after;
    if (c_.options.events)
      for (const RowStage& stage : chain.stages) {
        before += views(p_.calls[static_cast<size_t>(stage.call)].views_before);
        if (is_whole(stage)) after += views(p_.calls[static_cast<size_t>(stage.call)].views);
      }
    if (chain.stream.tensor != TensorId::kNone) return before + stream_whole(c_, chain) + after;
    const std::string made = "made" + std::to_string(chain.stages[0].call);
    return before + "  int32_t " + made + "[" + std::to_string(chain.stages.size()) + "] = {0};\n  " +
           chain_name(chain) + "(memory, inputs, outputs, " + made + ");\n" + after;
  }

  // The function that calls a device, and the one that runs its operators on the cpu instead.
  std::string unit_functions(const UnitCall& unit, size_t number) const {
    std::string calls;
    for (size_t i = unit.first; i <= unit.last; ++i) calls += call(i);
    const std::string body =
        unit_arguments(p_, unit, number, face_, [this](TensorId t) { return place(p_.location[index(t)]); });
    return unit_on_cpu(p_, unit, number, face_, locals(calls) + calls) + unit_head(face_, number) +
           locals(body) + body;
  }

  std::string chain_function(const RowChain& chain) const {
    RowNames names;
    names.place = [this](const Location& at) { return place(at); };
    names.params = op;
    names.scratch = [this](const Call& call) { return scratch(call); };
    if (c_.options.events)
      names.event = [this](const Call& call, bool begin, const std::string& row, const std::string& bytes,
                           const std::string& data) {
        const Node& node = p_.graph.nodes[index(call.node)];
        const std::string own =
            "    " + report(begin ? "BEGIN" : "END", node, call.out_tensors[0], row, bytes, data);
        return begin ? own : own + views_of_row(call, row, bytes, data);
      };
    const std::string body = row_loop(p_, chain, names);
    return "\n/* Row by row: " +
           c_comment(operator_label(p_, p_.calls[static_cast<size_t>(chain.stages.front().call)])) + " to " +
           c_comment(operator_label(p_, p_.calls[static_cast<size_t>(chain.stages.back().call)])) +
           ". The last operator that has the\n * rows it reads makes its next one. */\nstatic void " +
           chain_name(chain) + named(face_, kChainArguments) + locals(body) + body + "}\n";
  }

  // Aliases of an image that is never whole are reported row by row.
  std::string views_of_row(const Call& call, const std::string& row, const std::string& bytes,
                           const std::string& data) const {
    if (is_whole(*row_stage(p_, static_cast<size_t>(&call - p_.calls.data())))) return "";
    std::string text;
    for (TensorId t : call.views)
      text += "    " + report("BEGIN", *maker(t), t, row, "0", "NULL") + "    " +
              report("END", *maker(t), t, row, bytes, data);
    return text;
  }

  // Whether a stage's whole output exists after its chain has run.
  static bool is_whole(const RowStage& s) {
    return s.sum_bytes > 0 || (s.into < 0 && s.held == s.height && s.turns == s.height);
  }

  // The operator that produces `t`.
  const Node* maker(TensorId t) const { return makers_.at(t); }

  // The calls that remain after the last row has arrived: all calls outside of the stream's chain.
  std::string finish(const std::string& calls) const {
    if (!row_stream(p_)) return "";
    const RowChain& chain = p_.chains[0];
    const std::string rest = calls.substr(call_of(chain).size());
    std::string text = "\n" + named(face_, kFinishRefSignature) + " {\n" + stream_complete(c_, chain);
    if (rest.find("inputs, outputs") != std::string::npos)
      text += named(face_, "  const $_inputs_ref* const inputs = NULL;\n");
    std::string lines = locals(rest);
    for (const char* unused : {"  (void)inputs;\n", "  (void)memory;\n"})
      if (const size_t at = lines.find(unused); at != std::string::npos)
        lines.erase(at, std::string(unused).size());
    text += lines + rest + "  return NOOK_OK;\n}\n\n" + named(face_, kFinishSignature) + " {\n";
    const std::string out = members(face_.outputs, "output");
    if (out.empty())
      return text + "  (void)output;\n" + named(face_, "  return $_finish_ref(memory, NULL);\n}\n");
    return text + "  if (!output) return NOOK_NULL;\n" + named(face_, "  const $_outputs_ref outputs = {") +
           out + named(face_, "};\n  return $_finish_ref(memory, &outputs);\n}\n");
  }

  static constexpr std::string_view kChainArguments =
      "(const $_memory* memory, const $_inputs_ref* inputs,\n"
      "                      const $_outputs_ref* outputs, int32_t* made) {\n";

  // The scratch of a kernel, or its running sums if it reads its input row by row.
  std::string scratch(const Call& call) const {
    const RowStage* const stage = row_stage(p_, static_cast<size_t>(&call - p_.calls.data()));
    return call.op.scratch > 0 || (stage && stage->sum_bytes > 0)
               ? in_pool(call.scratch_pool, call.scratch_offset)
               : "NULL";
  }

  // Packed weights have the kernel's layout but not its element type.
  std::string constant(size_t i) const {
    const size_t pool = static_cast<size_t>(p_.constants[i].pool);
    if (face_.constant[pool].by_pointer)
      return image_macro(pool) + "(" + std::to_string(p_.constants[i].offset) + ")";
    return (p_.constants[i].packed ? "(const void*)" : "") + constant_symbol(c_, i);
  }

  std::string call(size_t i) const {
    const Call& call = p_.calls[i];
    const std::string tensors = tensor_arguments(
        call, [&](size_t k) { return place(call.in[k]); }, [&](size_t k) { return place(call.out[k]); });
    const nook::FormRow& form = form_of(call);
    const std::string state = form.keeps_state ? place(call.state) + ", " : "";
    std::string line = (form.may_wait ? "  const int waits" + std::to_string(i) + " = " : "  ") +
                       std::string(call.op.symbol) + "(&" + op(i) + ", " + tensors + ", " + state +
                       scratch(call) + ");\n";
    const std::string ends = form.may_wait ? leave(i) : "";
    if (!c_.options.events) return line + ends;
    return views(call.views_before) + begin(call) + line + end(call) + views(call.views) + ends;
  }

  // Returns without a result; outputs that are variable tensors show their current values.
  std::string leave(size_t at) const {
    std::string copies;
    for (size_t i = at + 1; i < p_.calls.size(); ++i) {
      const Call& call = p_.calls[i];
      const bool copy = p_.graph.nodes[index(call.node)].source < 0 &&
                        std::ranges::count(p_.graph.outputs, call.out_tensors[0]) > 0 &&
                        call.in[0].kind == Location::Kind::kKept;
      if (copy) copies += this->call(i);
    }
    return "  if (waits" + std::to_string(at) + ") {\n" + copies + "    return NOOK_NOT_READY;\n  }\n";
  }

  // Sets all state to its initial values.
  std::string reset() const {
    if (face_.persistent.empty()) return "";
    std::string checks = "  if (!memory) return NOOK_NULL;\n", body;
    for (const InterfacePool& p : face_.persistent) {
      checks += refuse_pool(p, "memory->");
      body += "  memset(" + kept_macro(p) + "(0), 0, " + p.macro + "_BYTES);\n";
    }
    for (const Kept& kept : p_.kept) {
      const std::string at = place({Location::Kind::kKept, kept.pool, kept.offset});
      if (kept.first >= 0)
        body += "  memcpy(" + at + ", " + place({Location::Kind::kConstant, kept.first, 0}) + ", " +
                std::to_string(kept.bytes) + "); /* " + c_comment(kept.name) + " */\n";
      else if (kept.fill != 0)
        body += "  memset(" + at + ", " + std::to_string(int{kept.fill}) + ", " + std::to_string(kept.bytes) +
                "); /* " + c_comment(kept.name) + ": its zero point */\n";
    }
    return "\n" + named(face_, kResetSignature) + " {\n" + checks + memory_locals(body) + body +
           "  return NOOK_OK;\n}\n";
  }

  std::string event(const char* kind, const Node& node, TensorId t, const Location& at) const {
    const Tensor& tensor = p_.graph[t];
    const bool with_data = std::string_view(kind) == "END";
    return report(kind, node, t, "-1", std::to_string(with_data ? tensor.bytes() : 0),
                  with_data ? place(at) : "NULL");
  }

  std::string report(const char* kind, const Node& node, TensorId t, const std::string& row,
                     const std::string& bytes, const std::string& data) const {
    return "  " + name() + "_report(memory, NOOK_EVENT_" + kind + ", " + std::to_string(node.source) + ", " +
           std::to_string(p_.graph[t].source) + ", " + row + ", " + bytes + ", " + data + ");\n";
  }

  std::string begin(const Call& call) const {
    return event("BEGIN", p_.graph.nodes[index(call.node)], call.out_tensors[0], {});
  }

  std::string end(const Call& call) const {
    std::string text;
    for (size_t k = 0; k < call.out.size(); ++k)
      text += event("END", p_.graph.nodes[index(call.node)], call.out_tensors[k], call.out[k]);
    return text;
  }

  // Code that reports the results of an IF or WHILE.
  std::string results(const CallMark& mark) const {
    Node node;
    node.source = mark.source;
    std::string text;
    for (TensorId t : mark.results) {
      const Location& at = p_.location[index(t)];
      if (at.kind != Location::Kind::kNone) text += event("BEGIN", node, t, {}) + event("END", node, t, at);
    }
    return text;
  }

  // Code that reports views.
  std::string views(const std::vector<TensorId>& tensors) const {
    std::string text;
    for (TensorId t : tensors) {
      const Location& at = p_.location[index(t)];
      if (at.kind == Location::Kind::kNone) continue;
      text += event("BEGIN", *maker(t), t, {}) + event("END", *maker(t), t, at);
    }
    return text;
  }

  // The words of generated code: a variable is preceded by a blank or brace and followed by a comma, bracket
  // or plus sign.
  static std::set<std::string_view> words(std::string_view text) {
    std::set<std::string_view> all;
    for (size_t at = text.find_first_of(" {"); at != std::string_view::npos;
         at = text.find_first_of(" {", at + 1)) {
      const size_t end = text.find_first_of(" {,)}", at + 1);
      if (end == std::string_view::npos) break;
      const bool ends = text[end] == ' ' ? text.substr(end).starts_with(" +") : text[end] != '{';
      if (ends) all.insert(text.substr(at + 1, end - at - 1));
    }
    return all;
  }

  // Declares the buffers that the calls use as local variables; their types differ between kernels.
  std::string locals(const std::string& calls) const {
    std::string text;
    const std::set<std::string_view> all = words(calls);
    const auto used = [&](const std::string& symbol) { return all.contains(symbol); };
    bool inputs = false, outputs = false;
    for (const InterfaceTensor& t : face_.inputs) {
      if (t.in_scratch || !used("in_" + t.identifier)) continue;
      text += "  const void* const in_" + t.identifier + " = inputs->" + t.identifier + ";\n";
      inputs = true;
    }
    for (const InterfaceTensor& t : face_.outputs) {
      if (t.in_scratch || !used("out_" + t.identifier)) continue;
      text += "  void* const out_" + t.identifier + " = outputs->" + t.identifier + ";\n";
      outputs = true;
    }
    const std::string pools = memory_locals(calls);
    text += pools;
    const bool chains = calls.find("(memory, inputs, outputs, ") != std::string::npos;
    if (pools.empty() && !chains && !c_.options.events) text += "  (void)memory;\n";
    if (!inputs && !chains) text += "  (void)inputs;\n";
    if (!outputs && !chains) text += "  (void)outputs;\n";
    return text;
  }

  // The members of the memory struct that the calls use.
  std::string memory_locals(const std::string& calls) const {
    std::string text;
    const auto local = [&](const char* type, const std::string& member) {
      text += std::string("  ") + type + " const " + member + " = memory->" + member + ";\n";
    };
    for (size_t i = 0; i < face_.scratch.size(); ++i)
      if (uses_pool(calls, i)) local("char*", face_.scratch[i].member);
    for (const InterfacePool& p : face_.persistent)
      if (uses_kept(calls, p)) local("char*", p.member);
    for (size_t i = 0; i < face_.constant.size(); ++i)
      if (uses_image(calls, i)) local("const char*", face_.constant[i].member);
    return text;
  }

  bool uses_pool(const std::string& calls, size_t pool) const {
    return calls.find(pool_macro(pool) + "(") != std::string::npos;
  }

  std::string pool_macros(const std::string& calls) const {
    std::string text;
    for (size_t i = 0; i < face_.scratch.size(); ++i)
      if (uses_pool(calls, i))
        text += "\n/* An address in the scratch. */\n#define " + pool_macro(i) + "(offset) ((void*)(" +
                face_.scratch[i].member + " + (offset)))\n";
    for (const InterfacePool& p : face_.persistent)
      if (uses_kept(calls, p))
        text += "\n/* An address in the state between runs. */\n#define " + kept_macro(p) +
                "(offset) ((void*)(" + p.member + " + (offset)))\n";
    for (size_t i = 0; i < face_.constant.size(); ++i)
      if (uses_image(calls, i))
        text += "\n/* An address in the constants that the application passes. */\n#define " +
                image_macro(i) + "(offset) ((const void*)(" + face_.constant[i].member + " + (offset)))\n";
    return text + (c_.options.events ? named(face_, kReport) : "");
  }

  std::string run_ref(const std::string& calls) const {
    const std::string body = locals(calls) + calls + "  return NOOK_OK;\n}\n";
    const std::string head = "\n" + run_ref_signature(face_) + named(face_, kCheckFirst[0]) +
                             (face_.units.empty() ? "" : "devices, ") + named(face_, kCheckFirst[1]);
    return face_.units.empty() ? head + body
                               : calls_with_devices(face_, body) + head + run_with_devices(face_);
  }

  static constexpr std::string_view kReport = R"(
static void $_report(const $_memory* memory, nook_event_kind kind, int32_t node, int32_t tensor,
                     int32_t row, int32_t bytes, const void* data) {
  const nook_event event = {kind, node, tensor, row, bytes, data};
  if (memory->event) memory->event(memory->user, &event);
}
)";

  static constexpr std::string_view kCheckFirst[] = {
      " {\n"
      "#if defined(NOOK_CHECKED) && NOOK_CHECKED\n"
      "  const nook_status status = $_check(memory, inputs, outputs, ",
      "NULL);\n"
      "  if (status != NOOK_OK) return status;\n"
      "#endif\n"};

  // Initialises a struct of pointers from the members of `from`.
  static std::string members(const std::vector<InterfaceTensor>& tensors, const std::string& from) {
    std::string list;
    for (const InterfaceTensor& t : tensors)
      if (!t.in_scratch)
        list += (list.empty() ? "" : ", ") + ("." + t.identifier + " = " + from + "->" + t.identifier);
    return list;
  }

  std::string run() const {
    const std::string in = members(face_.inputs, "input"), out = members(face_.outputs, "output");
    std::string null = in.empty() ? "" : "!input";
    if (!out.empty()) null += (null.empty() ? "" : " || ") + std::string("!output");
    std::string text = "\n" + run_signature(face_) + " {\n";
    if (!null.empty())
      text += "#if defined(NOOK_CHECKED) && NOOK_CHECKED\n  if (" + null + ") return NOOK_NULL;\n#endif\n";
    text += in.empty() ? "  (void)input;\n" : "";
    text += out.empty() ? "  (void)output;\n" : "";
    text += named(face_, "  const $_inputs_ref inputs = {") + (in.empty() ? "0" : in) + "};\n";
    text += named(face_, "  const $_outputs_ref outputs = {") + (out.empty() ? "0" : out) + "};\n";
    return text + named(face_, "  return $_run_ref(memory, &inputs, &outputs") +
           (face_.units.empty() ? "" : ", devices") + ");\n}\n";
  }

  const EmitContext& c_;
  const Program& p_;
  const Interface& face_;
  std::map<TensorId, const Node*> makers_;
};

// The compiler feature that the condition requires, in words.
std::string needs_of(const Target& target) {
  if (nook::has(target.isa, nook::kMve)) return "Helium";
  if (nook::has(target.isa, nook::kDsp))
    return nook::has(target.isa, nook::kFpu) ? "DSP instructions and an FPU" : "DSP instructions";
  if (nook::has(target.isa, nook::kThumb1)) return "no DSP instructions";
  return std::string(target.name);
}

}  // namespace

std::string core_check(const Target& target) {
  if (target.condition.empty()) return {};
  const std::string name(target.name), flags(target.flags);
  return "#if !(" + std::string(target.condition) + ")\n#error \"made for " + name + ": " +
         (flags.empty() ? "" : "compile with " + flags + ", or ") +
         "run nook compile with the --target that you compile for" +
         (find_target(name + "-nofp") ? ", " + name + "-nofp where there is no FPU" : "") +
         " (the code is for a core with " + needs_of(target) +
         ", the compiler makes code for another)\"\n#endif\n\n";
}

std::string emit_source(const EmitContext& c) { return Source(c).str(); }

}  // namespace nookc
