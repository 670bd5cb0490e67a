#include "nookc/back/emit/images.h"

#include <algorithm>
#include <cstring>

#include "nookc/back/emit/c_text.h"
#include "nookc/back/interface/image.h"

namespace nookc {
namespace {

std::string data_source(const EmitContext& c, const InterfacePool& pool, const std::string& image) {
  Bytes bytes(image.size());
  std::memcpy(bytes.data(), image.data(), image.size());
  return head_of_part(c, "The constants of " + c.face.name + " in " + pool.pool + ", the bytes of " +
                             pool.file + ": for programs that carry them.") +
         "#include \"" + c.face.name + ".h\"\n" + include_constants(c) + "\n" + "const unsigned char " +
         pool.symbol + "[" + pool.macro + "_BYTES] NOOK_ALIGNED(" + pool.macro + "_ALIGN)\n    " +
         pool.macro + "_PLACE = {\n" + c_elements(nook::DType::kU8, bytes) + "};\n";
}

constexpr std::string_view kCrc32 = R"(
/* CRC-32 as zip and PNG have it, four bits at a time. */
static uint32_t crc32_of(const void* data, size_t bytes) {
  static const uint32_t nibbles[16] = {@};
  const unsigned char* const from = data;
  uint32_t crc = 0xffffffffu;
  for (size_t i = 0; i < bytes; ++i) {
    crc ^= from[i];
    crc = crc >> 4 ^ nibbles[crc & 15];
    crc = crc >> 4 ^ nibbles[crc & 15];
  }
  return crc ^ 0xffffffffu;
}
)";

}  // namespace

Files emit_images(const EmitContext& c) {
  Files files;
  for (size_t i = 0; i < c.face.constant.size(); ++i) {
    const InterfacePool& pool = c.face.constant[i];
    if (!pool.by_pointer || pool.bytes == 0) continue;
    std::string image = image_of(c.program, i);
    files.push_back({c.face.name + "_" + pool.pool + "_data.c", data_source(c, pool, image)});
    files.push_back({pool.file, std::move(image)});
  }
  return files;
}

std::string emit_check_constants(const EmitContext& c, const std::string& checks) {
  if (pointer_pools(c.face).empty()) return "";
  std::string sums, nibbles;
  for (const InterfacePool* p : pointer_pools(c.face)) {
    if (p->bytes == 0) continue;
    const std::string crc = "crc_" + p->pool;
    sums += "  const uint32_t " + crc + " = crc32_of(memory->" + p->member + ", " + p->macro +
            "_BYTES);\n  if (" + crc + " != " + p->macro +
            "_CRC32)\n    return refuse(fault, NOOK_BAD_CONSTANTS, \"constant\", " + c_string(p->pool) +
            ", \"\",\n        (size_t)" + p->macro + "_CRC32, (size_t)" + crc + ");\n";
  }
  for (const uint32_t n : kCrcNibbles) nibbles += (nibbles.empty() ? "" : ", ") + c_hex(n);
  std::string text;
  if (!sums.empty()) {
    text = kCrc32;
    text.replace(text.find('@'), 1, nibbles);
  }
  text += "\n" + named(c.face, kCheckConstantsSignature) + " {\n" + checks + sums;
  return text + (sums.empty() ? "  (void)memory;\n  (void)fault;\n" : "") + "  return NOOK_OK;\n}\n";
}

}  // namespace nookc
