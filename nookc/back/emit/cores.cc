#include "nookc/back/emit/cores.h"

#include <algorithm>

#include "nookc/back/emit/locals.h"
#include "nookc/middle/lower/core_actions.h"
#include "nookc/middle/lower/row_stage.h"

namespace nookc {
namespace {

constexpr std::string_view kSecondSignature = "void $_core1(const $_memory* memory)";

bool any_outside(const std::vector<InterfaceTensor>& tensors) {
  return std::ranges::any_of(tensors, [](const InterfaceTensor& t) { return !t.in_scratch; });
}

// "$" is replaced by the model's name.
std::string each_side(const EmitContext& c, std::string_view inputs, std::string_view outputs) {
  const bool streams = row_stream(c.program) != nullptr;  // the first core alone reads its rows
  return (any_outside(c.face.inputs) && !streams ? named(c.face, inputs) : "") +
         (any_outside(c.face.outputs) ? named(c.face, outputs) : "");
}

bool hands_over(const EmitContext& c) { return c.program.handover.kind == Location::Kind::kScratch; }

std::string handover_pointer(const EmitContext& c, const char* constant, const PlaceText& place) {
  return named(c.face, std::string("(") + constant + "$_handover*)") + place(c.program.handover);
}

bool may_end(const EmitContext& c) {
  bool may = false;
  for (size_t i = 0; i < c.program.calls.size(); ++i) may |= ends_for_both(c.program, i);
  return may;
}

std::string actions(const EmitContext& c, size_t core, size_t from, const CallText& call,
                    const std::string& leave) {
  using Kind = CoreAction::Kind;
  const std::vector<CoreAction> all = core_actions(c.program)[core];
  std::string text;
  for (size_t i = from; i < all.size(); ++i)
    text += all[i].kind == Kind::kCall     ? call(all[i].call)
            : all[i].kind == Kind::kSignal ? "  nook_signal(" + std::to_string(1 - core) + ");\n"
            : all[i].kind == Kind::kWait   ? "  nook_wait(" + std::to_string(core) + ");\n"
                                           : leave;
  return text;
}

}  // namespace

std::string first_core(const EmitContext& c, const CallText& call, const PlaceText& place) {
  // A stream's rows come before. A call that may end the run leaves by itself.
  const std::string text = actions(c, 0, row_stream(c.program) ? 1 : 0, call, "");
  if (!hands_over(c)) return text;
  return named(c.face, "  $_handover* const given = ") + handover_pointer(c, "", place) + ";\n" +
         each_side(c, "  given->inputs = *inputs;\n", "  given->outputs = *outputs;\n") +
         (may_end(c) ? "  given->ended = 0;\n" : "") + text;
}

std::string leave_both() { return "    given->ended = 1;\n    nook_signal(1);\n    nook_wait(0);\n"; }

std::string second_core(const EmitContext& c, const CallText& call, const PlaceText& place) {
  const std::string leave = may_end(c) ? "  if ((" + handover_pointer(c, "const ", place) +
                                             ")->ended) {\n    nook_signal(0);\n    return;\n  }\n"
                                       : "";
  return actions(c, 1, 1, call, leave);
}

std::string second_core_body(const EmitContext& c, const Code& statements, const PlaceText& place) {
  std::string given;
  const bool reads = !statements.uses.inputs.empty() || !statements.uses.outputs.empty();
  if (reads && hands_over(c))
    given = named(c.face, "  const $_handover given = *") + handover_pointer(c, "const ", place) + ";\n" +
            (statements.uses.inputs.empty()
                 ? ""
                 : named(c.face, "  const $_inputs_ref* const inputs = &given.inputs;\n")) +
            (statements.uses.outputs.empty()
                 ? ""
                 : named(c.face, "  const $_outputs_ref* const outputs = &given.outputs;\n"));
  return "  nook_wait(1);\n" + given + buffer_locals(c.face, statements.uses) + statements.text + "}\n";
}

std::string handover_type(const EmitContext& c) {
  if (!hands_over(c)) return "";
  return std::string("\n/* The buffers of a run, for the second core") +
         (may_end(c) ? ", and whether it has ended early" : "") + ". */\n" +
         named(c.face, "typedef struct $_handover {\n") +
         each_side(c, "  $_inputs_ref inputs;\n", "  $_outputs_ref outputs;\n") +
         (may_end(c) ? "  int32_t ended;\n" : "") +
         named(c.face, "} $_handover;\nNOOK_STATIC_ASSERT(sizeof($_handover) <= ") +
         std::to_string(handover_bytes(c.program)) + named(c.face, ", $_handover_fits);\n");
}

std::string second_core_head(const EmitContext& c) { return "\n" + named(c.face, kSecondSignature) + " {\n"; }

std::string core_declarations(const EmitContext& c) {
  if (c.program.cores < 2) return "";
  return named(
             c.face,
             "\n/* The second core's share of one run: call it in a loop there, with the same memory. It "
             "waits until\n"
             " * $_run() or $_run_ref() signals on the first core, and returns when its share is done. Each\n"
             " * core needs a stack of its own. */\n") +
         named(c.face, kSecondSignature) + ";\n";
}

}  // namespace nookc
