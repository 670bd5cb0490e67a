#include "nookc/back/emit/stored.h"

#include <algorithm>

#include "nookc/back/emit/c_text.h"
#include "nookc/back/emit/parts.h"
#include "nookc/back/interface/image.h"
#include "nookc/back/interface/weight_file.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

constexpr std::string_view kOpenSignature =
    "nook_status $_open_weights(const $_memory* memory, nook_fault* fault)";
constexpr std::string_view kCheckSignature =
    "nook_status $_check_weights(const $_memory* memory, nook_fault* fault)";

const InterfacePool& staging(const EmitContext& c) {
  return c.face.scratch[static_cast<size_t>(c.program.stored.pool)];
}

Bytes bytes_of(const std::string& text) {
  Bytes bytes(text.size());
  std::ranges::transform(text, bytes.begin(), [](char byte) { return static_cast<std::byte>(byte); });
  return bytes;
}

constexpr std::string_view kDeclarations = R"(
/* Whether the storage holds @, the weights of this model: compares the first
 * $$_WEIGHTS_HEADER_BYTES bytes of the file, among them the digest of the rest. Call it once after start. It
 * overwrites the staging. NOOK_OK; NOOK_BAD_CONSTANTS: another file, and fault->operator_ says where it
 * differs: "magic", "version", "sizes", "digest"; NOOK_DEVICE_FAILED: a read failed; NOOK_NULL,
 * NOOK_MISALIGNED or NOOK_NO_MEMORY: the staging or a function is missing or wrong. */
)";
constexpr std::string_view kCheckDeclaration = R"(
/* Likewise, and reads every byte: NOOK_BAD_CONSTANTS with the operator_ "content" and both CRC-32s if one has
 * changed. */
)";

constexpr std::string_view kWordAt = R"(
static uint32_t word_at(const unsigned char* bytes) {
  return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}
)";

constexpr std::string_view kRead = R"(
static int fill(const nook_storage* from, uint32_t offset, uint32_t bytes, void* to) {
  return from->begin(from->user, offset, bytes, to) || from->wait(from->user);
}

static uint32_t add_to_crc(uint32_t crc, const unsigned char* from, uint32_t bytes) {
  for (uint32_t i = 0; i < bytes; ++i) {
    crc ^= from[i];
    crc = crc >> 4 ^ nibbles[crc & 15];
    crc = crc >> 4 ^ nibbles[crc & 15];
  }
  return crc;
}
)";

// "@" is the file, "`" the staging, "#" its member, "%" its macros, "^" the prefix.
constexpr std::string_view kOpen = R"( {
  if (!memory || !memory->#)
    return refuse_weights(fault, NOOK_NULL, "scratch", `, "", %_BYTES, 0);
  if ((uintptr_t)memory-># % %_ALIGN != 0)
    return refuse_weights(fault, NOOK_MISALIGNED, "scratch", `, "", %_ALIGN,
                  (size_t)((uintptr_t)memory-># % %_ALIGN));
  if (memory->#_bytes != 0 && memory->#_bytes < %_BYTES)
    return refuse_weights(fault, NOOK_NO_MEMORY, "scratch", `, "", %_BYTES,
                  memory->#_bytes);
  const nook_storage* const from = memory->storage;
  if (~)
    return refuse_weights(fault, NOOK_NULL, "storage", @, "", sizeof *from, 0);
  if (fill(from, 0, ^WEIGHTS_HEADER_BYTES, memory->#))
    return refuse_weights(fault, NOOK_DEVICE_FAILED, "storage", @, "", ^WEIGHTS_HEADER_BYTES, 0);
  const unsigned char* const have = memory->#;
  for (uint32_t i = 0; i < ^WEIGHTS_HEADER_BYTES; i += 4) {
    if (word_at(header + i) == word_at(have + i)) continue;
    return refuse_weights(fault, NOOK_BAD_CONSTANTS, "constant", @,
                  i < 8    ? "magic"
                  : i < 12 ? "version"
                  : i < 24 ? "sizes"
                           : "digest",
                  word_at(header + i), word_at(have + i));
  }
  return NOOK_OK;
}
)";

constexpr std::string_view kCheckAll = R"( {
  const nook_status status = $_open_weights(memory, fault);
  if (status != NOOK_OK) return status;
  uint32_t crc = 0xffffffffu;
  const uint32_t most = %_BYTES;
  for (uint32_t at = ^WEIGHTS_HEADER_BYTES; at < ^WEIGHTS_FILE_BYTES;) {
    const uint32_t left = ^WEIGHTS_FILE_BYTES - at, bytes = left < most ? left : most;
    if (fill(memory->storage, at, bytes, memory->#))
      return refuse_weights(fault, NOOK_DEVICE_FAILED, "storage", @, "", bytes, 0);
    crc = add_to_crc(crc, memory->#, bytes);
    at += bytes;
  }
  crc ^= 0xffffffffu;
  if (crc != word_at(header + 24))
    return refuse_weights(fault, NOOK_BAD_CONSTANTS, "constant", @, "content",
                  word_at(header + 24), crc);
  return NOOK_OK;
}
)";

// A pattern with the names of this model.
std::string filled(const EmitContext& c, std::string_view pattern) {
  std::string text;
  for (size_t i = 0; i < pattern.size(); ++i) {
    const char each = pattern[i];
    const bool macro = each == '%' && pattern.substr(i, 2) == "%_";
    text += each == '$'   ? c.face.name
            : each == '@' ? c_string(weight_file_name(c.face))
            : each == '`' ? c_string(staging(c).pool)
            : each == '#' ? staging(c).member
            : macro       ? staging(c).macro
            : each == '^' && i + 1 < pattern.size() && pattern[i + 1] == 'W' ? c.face.prefix
            : each == '~'                                                    ? storage_missing()
                                                                             : std::string(1, each);
  }
  return text;
}

std::string storage_source(const EmitContext& c, const std::string& file) {
  std::string nibbles;
  for (const uint32_t n : kCrcNibbles) nibbles += (nibbles.empty() ? "" : ", ") + c_hex(n);
  const std::string constant = c.face.prefix + "CONSTANT";
  return head_of_part(c, "Compares the weights in storage with " + c.face.name + ".") + "#include \"" +
         c.face.name + ".h\"\n" + include_constants(c) + "\nstatic const unsigned char header[" +
         c.face.prefix + "WEIGHTS_HEADER_BYTES] " + constant + " = {\n" +
         c_elements(nook::DType::kU8, bytes_of(file.substr(0, kWeightFileHeader))) +
         "};\n\n/* CRC-32 as in zip and PNG, four bits at a time. */\nstatic const uint32_t nibbles[16] " +
         constant + " = {" + nibbles + "};\n" + refuse_function("refuse_weights") + std::string(kWordAt) +
         std::string(kRead) + "\n" + named(c.face, kOpenSignature) + filled(c, kOpen) + "\n" +
         named(c.face, kCheckSignature) + filled(c, kCheckAll);
}

// The chunk that a call needs; -1: none.
int32_t chunk_of(const StoredWeights& stored, size_t call) {
  const auto at = std::ranges::find(stored.chunks, static_cast<int32_t>(call), &WeightChunk::call);
  return at == stored.chunks.end() ? -1 : static_cast<int32_t>(at - stored.chunks.begin());
}

std::string begin(const EmitContext& c, size_t chunk) {
  return c.face.name + "_fetch(memory, " + decimal(static_cast<int64_t>(chunk)) + ")";
}

std::string or_fail(const std::string& condition) {
  return "  if (" + condition + ") return NOOK_DEVICE_FAILED;\n";
}

}  // namespace

std::string storage_missing() {
  return "!memory->storage || !memory->storage->begin || !memory->storage->wait";
}

Files emit_stored(const EmitContext& c) {
  if (c.program.stored.empty()) return {};
  std::string file = weight_file(c.program.stored);
  std::string source = storage_source(c, file);
  return {{c.face.name + "_storage.c", std::move(source)}, {weight_file_name(c.face), std::move(file)}};
}

std::string stored_macros(const EmitContext& c) {
  const StoredWeights& stored = c.program.stored;
  if (stored.empty()) return "";
  const std::string start = "#define " + c.face.prefix + "WEIGHTS_";
  return "\n/* The weights in storage: the file and its bytes, and the reads of a run. */\n" + start +
         "FILE " + c_string(weight_file_name(c.face)) + "\n" + start + "FILE_BYTES " +
         decimal(kWeightFileHeader + stored.bytes()) + "\n" + start + "HEADER_BYTES " +
         decimal(kWeightFileHeader) + "\n" + start + "READS " +
         decimal(static_cast<int64_t>(stored.chunks.size())) + "\n";
}

std::string stored_declarations(const EmitContext& c) {
  if (c.program.stored.empty()) return "";
  std::string text(kDeclarations);
  text.replace(text.find('@'), 1, weight_file_name(c.face));
  text.replace(text.find("$$_"), 3, c.face.prefix);
  return text + named(c.face, kOpenSignature) + ";\n" + std::string(kCheckDeclaration) +
         named(c.face, kCheckSignature) + ";\n";
}

std::string stored_functions(const EmitContext& c) {
  const StoredWeights& stored = c.program.stored;
  if (stored.empty()) return "";
  Wrapped rows;
  for (size_t i = 0; i < stored.chunks.size(); ++i)
    rows.add("{" + decimal(offset_in_file(stored, i)) + ", " + decimal(stored.chunks[i].size()) + ", " +
             decimal(stored.chunks[i].at) + "}");
  return "\n/* The parts of " + weight_file_name(c.face) +
         ": where each begins, its bytes, and its place in the staging. */\nstatic const struct {\n  "
         "uint32_t "
         "offset, bytes, at;\n} parts[" +
         decimal(static_cast<int64_t>(stored.chunks.size())) + "] " + c.face.prefix + "CONSTANT = {\n" +
         rows.str() + "};\n" +
         named(c.face, "\nstatic int $_fetch(const $_memory* memory, int32_t part) {\n") +
         "  return memory->storage->begin(memory->storage->user, parts[part].offset, parts[part].bytes,\n"
         "                                (char*)memory->" +
         staging(c).member + " + parts[part].at);\n}\n" +
         named(c.face,
               "\nstatic int $_arrive(const $_memory* memory) {\n"
               "  return memory->storage->wait(memory->storage->user);\n}\n");
}

std::string before_stored(const EmitContext& c, size_t call) {
  const StoredWeights& stored = c.program.stored;
  if (stored.empty()) return "";
  const std::string first = call == 0 ? or_fail(begin(c, 0)) : "";
  const int32_t chunk = chunk_of(stored, call);
  if (chunk < 0) return first;
  const auto next = static_cast<size_t>(chunk) + 1;
  const bool ahead = next < stored.chunks.size() && stored.chunks[next].ahead;
  return first + or_fail(named(c.face, "$_arrive(memory)") + (ahead ? " || " + begin(c, next) : ""));
}

std::string after_stored(const EmitContext& c, size_t call) {
  const StoredWeights& stored = c.program.stored;
  const auto next = static_cast<size_t>(chunk_of(stored, call) + 1);
  return next > 0 && next < stored.chunks.size() && !stored.chunks[next].ahead ? or_fail(begin(c, next)) : "";
}

}  // namespace nookc
