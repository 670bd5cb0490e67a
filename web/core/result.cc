#include "web/core/result.h"

#include <cstdlib>
#include <cstring>

namespace nookc::web {
namespace {

void put(std::string& to, size_t number) {
  for (int i = 0; i < 4; ++i) to += static_cast<char>(number >> (8 * i) & 255);
}

void put(std::string& to, const std::string& text) {
  put(to, text.size());
  to += text;
}

}  // namespace

uint8_t* pack_result(const std::string& json, const Files& files) {
  std::string all;
  put(all, json);
  put(all, files.size());
  for (const File& file : files) put(all, file.path), put(all, file.content);
  std::string size;
  put(size, all.size());
  auto* const bytes = static_cast<uint8_t*>(std::malloc(size.size() + all.size()));
  if (!bytes) return nullptr;
  std::memcpy(bytes, size.data(), size.size());
  std::memcpy(bytes + size.size(), all.data(), all.size());
  return bytes;
}

}  // namespace nookc::web
