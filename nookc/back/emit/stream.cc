#include "nookc/back/emit/stream.h"

#include <algorithm>

#include "nookc/back/emit/strip_loops.h"
#include "nookc/core/identifier.h"
#include "nookc/core/text.h"
#include "nookc/middle/lower/row_stage.h"

namespace nookc {
namespace {

// An address in the scratch; begin and push_rows have no local variables for pools.
std::string scratch_at(const EmitContext& c, const Location& at) {
  return "((char*)memory->" + c.face.scratch[static_cast<size_t>(at.index)].member + " + " +
         decimal(at.offset) + ")";
}

// Added to the count of delivered rows between calls, to mark that begin has set the counts. finish and run
// subtract it.
constexpr std::string_view kBegun = "0x6e6f6f6b";  // "nook"

std::string counts(const EmitContext& c, const RowChain& chain) {
  return "(int32_t*)(void*)" + scratch_at(c, chain.stream.made);
}

// The count of delivered rows.
std::string delivered(const RowChain& chain) {
  return "made[" + decimal(static_cast<int64_t>(chain.stages.size())) + "]";
}

// Checks the memory in each call, so that nothing outside the scratch is read or written.
std::string check_memory(const EmitContext& c) {
  std::string text = named(c.face, "\nstatic nook_status $_lent(const $_memory* memory) {\n");
  text += "  if (!memory) return NOOK_NULL;\n";
  for (const InterfacePool* pool : lent_pools(c.face)) text += refuse_pool(*pool, "memory->");
  return text + "  return NOOK_OK;\n}\n";
}

// Checks the counters of a stream that has begun. The scratch may hold anything, so they are used only if
// each is a count that a stream can have; then no row outside the scratch is read or written.
std::string check_counts(const EmitContext& c, const RowChain& chain) {
  std::string most;
  for (const RowStage& stage : chain.stages) most += (most.empty() ? "" : ", ") + decimal(stage.turns);
  std::string text = named(c.face, R"(
/* The rows that were made so far. What stands in the scratch without begin is no stream. */
static nook_status $_begun(const $_memory* memory, int32_t** counts) {
)");
  text += "  static const int32_t most[] = {" + most + "};\n";
  text += named(c.face, "  const nook_status status = $_lent(memory);\n");
  text += "  if (status != NOOK_OK) return status;\n  int32_t* const made = " + counts(c, chain) + ";\n";
  text += "  if ((uint32_t)" + delivered(chain) + " - " + std::string(kBegun) + "u > " +
          c.face.inputs[0].macro + "_ROWS) return NOOK_BAD_STATE;\n";
  text += "  for (int32_t i = 0; i < " + decimal(static_cast<int64_t>(chain.stages.size())) +
          "; ++i)\n    if (made[i] < 0 || made[i] > most[i]) return NOOK_BAD_STATE;\n";
  return text + "  *counts = made;\n  return NOOK_OK;\n}\n";
}

// Whether another stage of the chain reads the rows of a stage.
bool is_read(const RowChain& chain, const RowStage& maker) {
  return std::ranges::any_of(chain.stages, [&](const RowStage& s) {
    return std::ranges::find(s.reads, maker.out, &RowRead::tensor) != s.reads.end();
  });
}

// Checks that the chain made all rows that calls after it read. A line that only the chain reads need not be
// complete: its last rows may be rounded up to a strip.
std::string check_end(const EmitContext& c, const RowChain& chain) {
  std::string all;
  for (size_t i = 0; i < chain.stages.size(); ++i)
    if (is_whole_line(chain, chain.stages[i].out) || !is_read(chain, chain.stages[i]))
      all += (all.empty() ? "" : " &&\n         ") + ("made[" + decimal(static_cast<int64_t>(i)) + "] == ") +
             decimal(chain.stages[i].turns);
  return named(c.face,
               "\n/* Whether all rows are made that are read after the last one was delivered. */\n"
               "static int $_made_all(const int32_t* made) {\n  return ") +
         all + ";\n}\n";
}

// In a checked build: checks that `buffer` of `bytes` does not overlap the scratch or, if it is written, the
// constants.
std::string check_overlap(const EmitContext& c, const std::string& buffer, const std::string& bytes,
                          bool constants) {
  std::string any;
  for (const InterfacePool* p : lent_pools(c.face)) {
    if (p->by_pointer && !constants) continue;
    any += any.empty() ? "" : " ||\n      ";
    any +=
        "nook_share_bytes(" + buffer + ", " + bytes + ", memory->" + p->member + ", " + p->macro + "_BYTES)";
  }
  return "#if defined(NOOK_CHECKED) && NOOK_CHECKED\n  if (" + any + ")\n    return NOOK_OVERLAP;\n#endif\n";
}

// Takes one row after the other.
std::string push_rows(const EmitContext& c, const RowChain& chain, const std::string& chain_function) {
  const std::string bytes = c.face.inputs[0].macro + "_ROW_BYTES";
  return "  for (const char* row = rows; count > 0; --count, row += " + bytes + ") {\n    memcpy(" +
         scratch_at(c, chain.stream.ring) + " + " + delivered(chain) + "++ % " + decimal(chain.stream.held) +
         " * " + bytes + ", row, " + bytes + ");\n    " + chain_function +
         "(memory, NULL, NULL, made);\n  }\n";
}

// Takes as many pixels at a time as there is room for. Counters that no stream can have leave no room.
std::string push_strips(const EmitContext& c, const RowChain& chain, const std::string& chain_function) {
  const std::string bytes = c.face.inputs[0].macro + "_ROW_BYTES", rows = delivered(chain);
  const std::string line = scratch_at(c, chain.stream.ring), start = line_start(chain, chain.stream.tensor);
  std::string text = "  for (const char* row = rows; count > 0;) {\n    const int32_t kept = " + rows +
                     " - (" + start + "), room = " + decimal(chain.stream.held) + " - kept;\n";
  text += "    const int32_t taken = count < room ? count : room;\n";
  text += "    if (taken <= 0) return NOOK_BAD_STATE;\n    memcpy(" + line + " + kept * " + bytes +
          ", row, (size_t)taken * " + bytes + ");\n";
  text += "    count -= taken, row += taken * " + bytes + ", " + rows + " += taken;\n";
  if (line_of(chain, chain.stream.tensor).skips)
    text += "    nook_strip_move(" + line + ", (" + start + " - (" + rows + " - taken - kept)) * " + bytes +
            ", (" + rows + " - (" + start + ")) * " + bytes + ");\n";
  return text + "    " + chain_function + "(memory, NULL, NULL, made);\n  }\n";
}

constexpr std::string_view kDeclarations = R"(
/* The same with an input that comes row by row, as from a camera or a microphone, so that it is never in
 * memory as a whole: begin, push_rows until all @ROWS rows are there, in their order and
 * as many at a time as you like, finish. `rows` are @ROW_BYTES bytes each, borrowed for
 * the call; the outputs are complete after finish, or finish_ref with buffers that exist already. Between
 * begin and finish the scratch is the model's and must stay as it is, where it is. begin starts anew at any
 * time; a run between begin and finish ends the stream. A call that is refused changes nothing.
 * NOOK_NULL, NOOK_MISALIGNED, NOOK_NO_MEMORY: memory, rows or output, as of a checked run.
 * NOOK_BAD_STATE: rows or finish before begin or after finish, more rows than the input has (none of them is
 * taken), a negative count, finish before the last row, or counts in the scratch that say that not all rows
 * of the outputs were computed. */
)";

}  // namespace

std::string stream_declarations(const EmitContext& c) {
  const RowStream* const stream = row_stream(c.program);
  if (!stream) return "";
  const std::string macro = c.face.inputs[0].macro;
  std::string text(kDeclarations);
  for (size_t at; (at = text.find('@')) != std::string::npos;) text.replace(at, 1, macro + "_");
  text += "#define " + macro + "_ROWS " + decimal(stream->height) + "\n#define " + macro + "_ROW_BYTES " +
          decimal(stream->row_bytes) + "\n";
  return text + named(c.face, kBeginSignature) + ";\n" + named(c.face, kPushSignature) + ";\n" +
         named(c.face, kFinishSignature) + ";\n" + named(c.face, kFinishRefSignature) + ";\n";
}

std::string stream_functions(const EmitContext& c, const RowChain& chain, const std::string& chain_function) {
  const std::string macro = c.face.inputs[0].macro, begun(kBegun), rows = delivered(chain);
  std::string text = check_memory(c) + check_counts(c, chain) + check_end(c, chain);
  text += "\n" + named(c.face, kBeginSignature) +
          named(c.face, " {\n  const nook_status status = $_lent(memory);\n") +
          "  if (status != NOOK_OK) return status;\n  int32_t* const made = " + counts(c, chain) +
          ";\n  for (int32_t i = 0; i < " + decimal(static_cast<int64_t>(chain.stages.size())) +
          "; ++i) made[i] = 0;\n  " + rows + " = " + begun + ";\n  return NOOK_OK;\n}\n";
  text += "\n" + named(c.face, kPushSignature) +
          " {\n  if (!rows && count > 0) return NOOK_NULL;\n  int32_t* made;\n" +
          named(c.face, "  const nook_status status = $_begun(memory, &made);\n") +
          "  if (status != NOOK_OK) return status;\n  if (count < 0 || count > " + macro + "_ROWS - (" +
          rows + " - " + begun + ")) return NOOK_BAD_STATE;\n" +
          check_overlap(c, "rows", "(size_t)count * " + macro + "_ROW_BYTES", false) + "  " + rows +
          " -= " + begun + ";\n" +
          (chain.strips ? push_strips(c, chain, chain_function) : push_rows(c, chain, chain_function)) +
          "  " + rows + " += " + begun + ";\n  return NOOK_OK;\n}\n";
  return text;
}

std::string stream_whole(const EmitContext& c, const RowChain& chain, const std::string& input) {
  return named(c.face, "  nook_status streamed = $_begin(memory);\n") +
         named(c.face, "  if (streamed == NOOK_OK) streamed = $_push_rows(memory, ") + input + ", " +
         c.face.inputs[0].macro + "_ROWS);\n" + named(c.face, "  if (streamed == NOOK_OK && !$_made_all(") +
         counts(c, chain) +
         ")) streamed = NOOK_BAD_STATE;\n  if (streamed != NOOK_OK) return streamed;\n  (" +
         counts(c, chain) + ")[" + decimal(static_cast<int64_t>(chain.stages.size())) + "] = 0;\n";
}

std::string stream_complete(const EmitContext& c, const RowChain& chain) {
  std::string text, overlaps;
  for (const InterfaceTensor& t : c.face.outputs) {
    if (t.in_scratch) continue;
    const std::string at = "outputs->" + t.identifier;
    if (text.empty()) text = "  if (!outputs) return NOOK_NULL;\n";
    text += "  if (!" + at + ") return NOOK_NULL;\n  if ((uintptr_t)" + at + " % " + t.macro +
            "_ALIGN != 0) return NOOK_MISALIGNED;\n";
    overlaps += check_overlap(c, at, t.macro + "_BYTES", true);
  }
  if (text.empty()) text = "  (void)outputs;\n";
  text += "  int32_t* made;\n";
  text += named(c.face, "  const nook_status status = $_begun(memory, &made);\n");
  text += "  if (status != NOOK_OK) return status;\n  if (" + delivered(chain) + " - " + std::string(kBegun) +
          " != " + c.face.inputs[0].macro + "_ROWS || " +
          named(c.face, "!$_made_all(made)) return NOOK_BAD_STATE;\n");
  return text + overlaps + "  " + delivered(chain) + " = 0;\n";
}

}  // namespace nookc
