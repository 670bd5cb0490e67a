#include "nookc/back/emit/saved_state.h"

#include <span>

#include "nookc/back/emit/c_text.h"
#include "nookc/core/sha256.h"
#include "nookc/middle/lower/padded.h"

namespace nookc {
namespace {

constexpr std::string_view
    kSave = "nook_status $_save(const $_memory* memory, void* state, size_t bytes)",
    kRestore = "nook_status $_restore(const $_memory* memory, const void* state, size_t bytes)";

// "nkst": the first word of a saved state; the interpreter's states begin with another one.
constexpr const char* kMagic = "0x74736b6eu";

// A C number of the first 32 bits of a hash.
std::string number(const std::string& hash) { return "0x" + hash.substr(0, 8) + "u"; }

// A number of the places of all state. Another plan of the same model has another one.
std::string plan_number(const Program& program) {
  std::string places;
  for (const Kept& kept : program.kept)
    places += kept.name + "," + std::to_string(kept.pool) + "," + std::to_string(kept.offset) + "," +
              std::to_string(kept.bytes) + "," + std::to_string(kept.first_at) + ";";
  return number(sha256(std::as_bytes(std::span(places.data(), places.size()))));
}

// The bytes after the head: all pools of persistent memory.
std::string copies(const Interface& face, bool saves) {
  std::string text, at = "16";
  for (const InterfacePool& p : face.persistent) {
    const std::string own = "memory->" + p.member, bytes = p.macro + "_BYTES";
    text += saves ? "  memcpy((uint8_t*)state + " + at + ", " + own + ", " + bytes + ");\n"
                  : "  memcpy(" + own + ", (const uint8_t*)state + " + at + ", " + bytes + ");\n";
    at += " + " + bytes;
  }
  return text;
}

}  // namespace

std::string clear_state(const EmitContext& c, size_t pool,
                        const std::function<std::string(int32_t offset)>& address) {
  const InterfacePool& memory = c.face.persistent[pool];
  std::string own;
  int64_t bytes = 0;
  for (const Kept& kept : c.program.kept) {
    if (c.face.scratch[static_cast<size_t>(kept.pool)].pool != memory.pool) continue;
    own += "  memset(" + address(kept.offset) + ", 0, " + std::to_string(kept.bytes) + "); /* " +
           c_comment(kept.name) + " */\n";
    bytes += padded(kept.bytes);
  }
  return bytes < memory.bytes ? own : "  memset(" + address(0) + ", 0, " + memory.macro + "_BYTES);\n";
}

std::string saved_state_declarations(const EmitContext& c) {
  if (c.face.persistent.empty()) return "";
  std::string bytes = "16";
  for (const InterfacePool& p : c.face.persistent) bytes += " + " + p.macro + "_BYTES";
  return "\n#define " + c.face.prefix + "STATE_BYTES (" + bytes + ")\n" +
         named(c.face,
               "/* Copies the state between two runs, after a head of 16 bytes that says to which model and "
               "plan\n"
               " * it belongs. NOOK_NO_MEMORY: `bytes` are fewer. NOOK_BAD_MODEL: it is a state of another "
               "model\n"
               " * or plan; nothing was restored. Others as reset. */\n") +
         named(c.face, kSave) + ";\n" + named(c.face, kRestore) + ";\n";
}

std::string saved_state_functions(const EmitContext& c) {
  if (c.face.persistent.empty()) return "";
  const std::string size = c.face.prefix + "STATE_BYTES";
  std::string checks =
      "  if (!memory || !state) return NOOK_NULL;\n  if (bytes < " + size + ") return NOOK_NO_MEMORY;\n";
  for (const InterfacePool& p : c.face.persistent) checks += refuse_pool(p, "memory->");
  const std::string head = named(c.face, "$_state_head");
  return "\n/* The model, the places of its state, and the bytes. */\nstatic const uint32_t " + head +
         "[4] = {" + kMagic + ", " + number(c.program.model_sha256) + ", " + plan_number(c.program) + ", " +
         size + "};\n\n" + named(c.face, kSave) + " {\n" + checks + "  memcpy(state, " + head + ", 16);\n" +
         copies(c.face, true) + "  return NOOK_OK;\n}\n\n" + named(c.face, kRestore) + " {\n" + checks +
         "  uint32_t head[4];\n  memcpy(head, state, 16);\n  for (int i = 0; i < 4; ++i)\n    if (head[i] "
         "!= " +
         head + "[i]) return NOOK_BAD_MODEL;\n" + copies(c.face, false) + "  return NOOK_OK;\n}\n";
}

}  // namespace nookc
