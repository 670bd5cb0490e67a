#include <cassert>
#include <set>
#include <span>

#include "nookc/back/emit/c_text.h"
#include "nookc/back/emit/parts.h"
#include "nookc/core/identifier.h"
#include "nookc/core/sha256.h"

namespace nookc {
namespace {

// "const int8_t kws_c0_conv_weights[1536]"
std::string declaration(const EmitContext& c, size_t i) {
  const Constant& constant = c.program.constants[i];
  const size_t element = static_cast<size_t>(std::max(1, nook::size_of(constant.type)));
  return "const " + c_type(constant.type) + " " + constant_symbol(c, i) + "[" +
         std::to_string(constant.bytes->size() / element) + "]";
}

// The macro that puts an array into a pool: "KWS_CONSTANT_FLASH_PLACE".
std::string attribute(const InterfacePool& pool) { return pool.macro + "_PLACE"; }

// C has no empty arrays, and arrays of another network are in its files.
bool is_here(const EmitContext& c, size_t i) {
  return !c.program.constants[i].bytes->empty() && !c.options.elsewhere.contains(i);
}

std::string digest_macro(const EmitContext& c) { return c.face.prefix + "CONSTANTS_DIGEST"; }

// Includes the headers that declare constants of other networks.
std::string other_headers(const EmitContext& c) {
  std::set<std::string> headers;
  for (const auto& [i, other] : c.options.elsewhere) headers.insert(other.header);
  std::string text;
  for (const std::string& header : headers) text += "#include \"" + header + "\"\n";
  return text;
}

}  // namespace

std::string constant_symbol(const EmitContext& c, size_t i) {
  if (const auto other = c.options.elsewhere.find(i); other != c.options.elsewhere.end())
    return other->second.symbol;
  return c.face.name + "_c" + std::to_string(i) + "_" + identifier(c.program.constants[i].name, "unnamed");
}

std::string digest_of_constants(const EmitContext& c) {
  std::string all;
  for (size_t i = 0; i < c.program.constants.size(); ++i) {
    const Constant& constant = c.program.constants[i];
    if (!is_here(c, i)) continue;
    all +=
        declaration(c, i) + " " + std::to_string(constant.alignment) + "\n" + sha256(*constant.bytes) + "\n";
  }
  return "0x" + sha256(std::as_bytes(std::span(all))).substr(0, 8);
}

std::string include_constants(const EmitContext& c) {
  assert(!c.constants_digest.empty());
  const std::string header = c.face.name + "_constants.h";
  return "#include \"" + header + "\"\n#if " + digest_macro(c) + " != " + c.constants_digest +
         "\n#error \"this file and " + header +
         " are of different builds: run nook compile again, each form of a model into a folder of its own\"\n"
         "#endif\n";
}

std::string emit_constants_header(const EmitContext& c) {
  const std::string guard = c.face.prefix + "CONSTANTS_H_";
  std::string text = head_of_part(c, "The constants of " + c.face.name + ".");
  text += "#ifndef " + guard + "\n#define " + guard +
          "\n\n#include <stdint.h>\n\n#include \"nook/nook.h\"\n" + other_headers(c) + "\n";
  for (const InterfacePool& p : c.face.constant) {
    const std::string section = p.macro + "_SECTION";
    text += "/* The section of the constants in " + p.pool + ", as a string: -D" + section +
            "='\".flash2\"'. */\n";
    if (!p.section.empty())
      text += "#ifndef " + section + "\n#define " + section + " " + c_string(p.section) + "\n#endif\n";
    text += "#ifdef " + section + "\n#define " + attribute(p) + " NOOK_SECTION(" + section +
            ")\n#else\n#define " + attribute(p) + "\n#endif\n";
  }
  const std::string common = c.face.prefix + "CONSTANT";
  text += "/* The section of the kernels' tables and arguments. */\n#define " + common + " " +
          attribute(c.face.constant[static_cast<size_t>(c.program.arguments_pool)]) + "\n";
  text +=
      "/* Arguments of kernels hold addresses, which position-independent programs write at their start. "
      "*/\n";
  text += "#ifdef __PIC__\n#define " + c.face.prefix + "ARGUMENTS\n#else\n#define " + c.face.prefix +
          "ARGUMENTS " + common + "\n#endif\n\n";
  text += "/* Says which constants these are: the files that read them compare it. */\n#define " +
          digest_macro(c) + " " + c.constants_digest + "\n\n";
  for (size_t i = 0; i < c.program.constants.size(); ++i)
    if (is_here(c, i)) text += "extern " + declaration(c, i) + ";\n";
  return text + "\n#endif\n";
}

File emit_constants_source(const EmitContext& c) {
  std::string body;
  bool math = false;
  for (size_t i = 0; i < c.program.constants.size(); ++i) {
    const Constant& constant = c.program.constants[i];
    if (!is_here(c, i)) continue;
    math |= needs_math(constant.type, *constant.bytes);
    body += "\n/* " + c_comment(constant.name) + ", " +
            (constant.packed ? std::string("as its kernel wants it") : c_shape(constant.shape)) + " */\n";
    body += declaration(c, i) + " NOOK_ALIGNED(" + std::to_string(constant.alignment) + ") " +
            attribute(c.face.constant[static_cast<size_t>(constant.pool)]) + " = {\n" +
            c_elements(constant.type, *constant.bytes) + "};\n";
  }
  std::string text = head_of_part(c, "The constants of " + c.face.name + ".");
  if (math) text += "#include <math.h>\n\n";
  text += include_constants(c) + body;
  return {c.face.name + "_constants.c", std::move(text), math};
}

}  // namespace nookc
