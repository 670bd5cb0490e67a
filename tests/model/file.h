#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "nook/core/span.h"

// A file in memory of exactly its size, so that AddressSanitizer detects the first byte read beyond it.
class File {
 public:
  File() = default;
  File(const void* bytes, size_t size) : bytes_(new uint8_t[size]), size_(size) {
    if (size) memcpy(bytes_.get(), bytes, size);
  }
  // Empty if the file can't be read.
  static File read(const std::string& path) {
    std::unique_ptr<FILE, int (*)(FILE*)> stream(fopen(path.c_str(), "rb"), fclose);
    if (!stream) return {};
    std::string bytes;
    char part[65536];
    for (size_t n; (n = fread(part, 1, sizeof part, stream.get())) > 0;) bytes.append(part, n);
    return File(bytes.data(), bytes.size());
  }

  uint8_t* data() { return bytes_.get(); }
  const uint8_t* data() const { return bytes_.get(); }
  size_t size() const { return size_; }
  nook::Span<const uint8_t> span() const { return {bytes_.get(), size_}; }

 private:
  std::unique_ptr<uint8_t[]> bytes_;
  size_t size_ = 0;
};
