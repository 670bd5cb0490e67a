#include "nookc/back/emit/push.h"

#include <algorithm>

#include "nookc/core/text.h"

namespace nookc {
namespace {

constexpr std::string_view kPush =
    "nook_status $_push(const $_memory* memory, const $_input* frames, $_output* output)";
constexpr std::string_view kMissing = "int32_t $_missing(const $_memory* memory)";

constexpr std::string_view kWindow = R"(
/* A window of @WINDOW_FRAMES frames that moves by @HOP_FRAMES. push takes the next frames
 * and gives the outputs of the window that ends with them, equal in every byte to the whole network's outputs
 * on that window. Call $_reset() first. )";
constexpr std::string_view kWaits = R"(Until the first window is full, push returns
 * NOOK_NOT_READY and writes no output; $_missing() is the number of frames until then. The)";
constexpr std::string_view kPadding =
    R"(The frames before the first push are padding, the real number 0. The)";
constexpr std::string_view kMemory = R"(
 * persistent memory holds the rows that the next window has in common with this one; the scratch is free
 * between two calls. $_run and $_run_ref do the same, under the names that every network has. */
)";

std::string with_prefix(const Interface& face, std::string text) {
  for (size_t at; (at = text.find('@')) != std::string::npos;) text.replace(at, 1, face.prefix);
  return text;
}

const Call* counting_call(const EmitContext& c) {
  const auto call =
      std::ranges::find_if(c.program.calls, [](const Call& each) { return form_of(each).may_wait; });
  return call == c.program.calls.end() ? nullptr : &*call;
}

// An operator's count of runs, as an expression.
std::string runs_so_far(const EmitContext& c, const Call& counting) {
  const Location& at = counting.state;
  const std::string& pool = c.face.scratch[static_cast<size_t>(at.index)].pool;
  const auto kept = std::ranges::find(c.face.persistent, pool, &InterfacePool::pool);
  return "*(const int32_t*)(const void*)((const char*)memory->" + kept->member + " + " + decimal(at.offset) +
         ")";
}

std::string missing_function(const EmitContext& c, const Call& counting) {
  return "\n" + named(c.face, kMissing) + " {\n  const int32_t runs = " + runs_so_far(c, counting) +
         ";\n  return runs < " + decimal(c.program.hop.runs) + " ? " + c.face.prefix +
         "WINDOW_FRAMES - runs * " + c.face.prefix + "HOP_FRAMES : 0;\n}\n";
}

}  // namespace

std::string push_declarations(const EmitContext& c) {
  const HopFacts& hop = c.program.hop;
  if (hop.frames == 0) return "";
  const std::string& prefix = c.face.prefix;
  const bool waits = counting_call(c) != nullptr;
  const std::string comment =
      std::string(kWindow) + std::string(waits ? kWaits : kPadding) + std::string(kMemory);
  return named(c.face, with_prefix(c.face, comment)) + "#define " + prefix + "WINDOW_FRAMES " +
         decimal(hop.window) + "\n#define " + prefix + "HOP_FRAMES " + decimal(hop.frames) + "\n" +
         named(c.face, kPush) + ";\n" + (waits ? named(c.face, kMissing) + ";\n" : "");
}

std::string push_functions(const EmitContext& c) {
  if (c.program.hop.frames == 0) return "";
  const Call* const counting = counting_call(c);
  return "\n" + named(c.face, kPush) + named(c.face, " {\n  return $_run(memory, frames, output);\n}\n") +
         (counting ? missing_function(c, *counting) : "");
}

}  // namespace nookc
