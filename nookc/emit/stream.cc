#include "nookc/emit/stream.h"

#include "nookc/emit/identifier.h"
#include "nookc/lower/row_stage.h"

namespace nookc {
namespace {

std::string number(int64_t n) { return std::to_string(n); }

// A place in the scratch; begin and push_rows have no locals for pools.
std::string place(const EmitContext& c, const Location& at) {
  return "((char*)memory->" + c.face.scratch[static_cast<size_t>(at.index)].member + " + " +
         number(at.offset) + ")";
}

std::string counts(const EmitContext& c, const RowChain& chain) {
  return "  int32_t* const made = (int32_t*)(void*)" + place(c, chain.stream.made) + ";\n";
}

// Once for each input, so that no row is written outside of the scratch.
std::string check_memory(const EmitContext& c) {
  std::string text = "  if (!memory) return NOOK_NULL;\n";
  for (const InterfacePool& p : c.face.scratch) {
    if (p.bytes == 0) continue;
    const std::string at = "memory->" + p.member;
    text += "  if (!" + at + ") return NOOK_NULL;\n  if ((uintptr_t)" + at + " % " + p.macro +
            "_ALIGN != 0) return NOOK_MISALIGNED;\n  if (" + at + "_bytes != 0 && " + at + "_bytes < " +
            p.macro + "_BYTES) return NOOK_NO_MEMORY;\n";
  }
  return text;
}

// The counter of the rows that were delivered.
std::string delivered(const RowChain& chain) {
  return "made[" + number(static_cast<int64_t>(chain.stages.size())) + "]";
}

constexpr std::string_view kDeclarations = R"(
/* The same with an input that comes row by row, as from a camera or a microphone, so that it is never in
 * memory as a whole: begin, push_rows until all @ROWS rows are there, in their order and
 * as many at a time as you like, finish. `rows` are @ROW_BYTES bytes each, borrowed for
 * the call; the outputs are complete after finish. Between begin and finish the scratch is the model's and
 * must stay as it is, where it is.
 * NOOK_NULL: memory or rows are missing. NOOK_MISALIGNED, NOOK_NO_MEMORY: of begin, as of a checked run.
 * NOOK_BAD_STATE: more rows than the input has (none of them is taken), or finish before the last one. */
)";

}  // namespace

std::string stream_declarations(const EmitContext& c) {
  const RowStream* const stream = row_stream(c.program);
  if (!stream) return "";
  const std::string macro = c.face.inputs[0].macro;
  std::string text(kDeclarations);
  for (size_t at; (at = text.find('@')) != std::string::npos;) text.replace(at, 1, macro + "_");
  text += "#define " + macro + "_ROWS " + number(stream->height) + "\n#define " + macro + "_ROW_BYTES " +
          number(stream->row_bytes) + "\n";
  return text + named(c.face, kBeginSignature) + ";\n" + named(c.face, kPushSignature) + ";\n" +
         named(c.face, kFinishSignature) + ";\n";
}

std::string stream_functions(const EmitContext& c, const RowChain& chain, const std::string& chain_function) {
  const RowStream& stream = chain.stream;
  const std::string macro = c.face.inputs[0].macro,
                    all = number(static_cast<int64_t>(chain.stages.size()) + 1);
  std::string text = "\n" + named(c.face, kBeginSignature) + " {\n" + check_memory(c) + counts(c, chain) +
                     "  for (int32_t i = 0; i < " + all + "; ++i) made[i] = 0;\n  return NOOK_OK;\n}\n";
  text += "\n" + named(c.face, kPushSignature) +
          " {\n  if (!memory || (!rows && count > 0)) return NOOK_NULL;\n" + counts(c, chain) +
          "  if (count < 0 || count > " + macro + "_ROWS - " + delivered(chain) +
          ") return NOOK_BAD_STATE;\n" +
          "  for (const char* row = rows; count > 0; --count, row += " + macro + "_ROW_BYTES) {\n" +
          "    memcpy(" + place(c, stream.ring) + " + " + delivered(chain) + "++ % " + number(stream.held) +
          " * " + macro + "_ROW_BYTES, row, " + macro + "_ROW_BYTES);\n    " + chain_function +
          "(memory, NULL, NULL, made);\n  }\n  return NOOK_OK;\n}\n";
  return text;
}

std::string stream_whole(const EmitContext& c, const RowChain&) {
  return named(c.face, "  $_begin(memory);\n  $_push_rows(memory, ") + "in_" + c.face.inputs[0].identifier +
         ", " + c.face.inputs[0].macro + "_ROWS);\n";
}

std::string stream_complete(const EmitContext& c, const RowChain& chain) {
  return "  if (!memory || !output) return NOOK_NULL;\n  if (((const int32_t*)(const void*)" +
         place(c, chain.stream.made) + ")[" + number(static_cast<int64_t>(chain.stages.size())) +
         "] != " + c.face.inputs[0].macro + "_ROWS) return NOOK_BAD_STATE;\n";
}

}  // namespace nookc
