#include "nookc/back/emit/byte_array.h"

#include "nook/core/tensor.h"
#include "nookc/back/emit/c_text.h"

namespace nookc {

std::string byte_array(std::span<const std::byte> bytes, const std::string& symbol,
                       const std::string& section) {
  Wrapped text;
  for (const std::byte b : bytes) text.add(std::to_string(static_cast<int>(b)));
  return "#include \"nook/nook.h\"\n\nextern const unsigned char " + symbol + "[];\nconst unsigned char " +
         symbol + "[] NOOK_ALIGNED(" + std::to_string(nook::kBufferAlignment) + ")" +
         (section.empty() ? "" : " NOOK_SECTION(\"" + section + "\")") + " = {\n" + text.str() + "};\n";
}

}  // namespace nookc
