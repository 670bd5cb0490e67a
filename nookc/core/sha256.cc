#include "nookc/core/sha256.h"

#include <openssl/sha.h>

namespace nookc {

std::string sha256(std::span<const std::byte> bytes) {
  unsigned char digest[SHA256_DIGEST_LENGTH];
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest);
  static constexpr char kHex[] = "0123456789abcdef";
  std::string text;
  for (const unsigned char c : digest) text += kHex[c >> 4], text += kHex[c & 15];
  return text;
}

}  // namespace nookc
