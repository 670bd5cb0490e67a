// A sound image for this machine, whose code is never run, and everything that an application may read of an
// open image.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "nook/image/core.h"
#include "nook/image/image.h"
#include "nookc/core/sha256.h"

namespace test {

using Bytes = std::vector<uint8_t>;

template <class T>
uint32_t append(Bytes& bytes, const T& value) {
  const size_t at = bytes.size();
  bytes.resize(at + sizeof value);
  std::memcpy(bytes.data() + at, &value, sizeof value);
  return static_cast<uint32_t>(at);
}

// Replaces the digest by the digest of the bytes before it, where the image says that it ends.
inline void digest(Bytes& image) {
  uint32_t bytes = 0;
  if (image.size() < sizeof(nook_image_header)) return;
  std::memcpy(&bytes, image.data() + offsetof(nook_image_header, bytes), 4);
  if (bytes > image.size() || bytes < NOOK_IMAGE_DIGEST) return;
  const std::string hex = nookc::sha256(std::as_bytes(std::span(image.data(), bytes - NOOK_IMAGE_DIGEST)));
  for (size_t i = 0; i < NOOK_IMAGE_DIGEST; ++i)
    image[bytes - NOOK_IMAGE_DIGEST + i] =
        static_cast<uint8_t>(std::stoul(hex.substr(2 * i, 2), nullptr, 16));
}

inline Bytes sample_image() {
  nook_image_header h = {};
  std::memcpy(h.magic, "NOOKIMG", 8);
  Bytes facts(sizeof h);
  const uint32_t shape = append(facts, std::array<int32_t, 4>{1, 8, 8, 1});
  const uint32_t texts = static_cast<uint32_t>(sizeof h + 16 + 2 * sizeof(nook_image_tensor) +
                                               3 * sizeof(nook_image_pool) + 2 * sizeof(nook_image_need));
  h.inputs = append(facts, nook_image_tensor{texts, 10, 4, shape, 64, 1, 1, 0.5f, 3, -1, -1});
  h.outputs = append(facts, nook_image_tensor{texts + 2, 10, 2, shape, 8, 1, 0, 0, 0, 0, 16});
  h.pools = append(facts, nook_image_pool{texts + 4, NOOK_IMAGE_SCRATCH, 1024, 16});
  append(facts, nook_image_pool{texts + 4, NOOK_IMAGE_PERSISTENT, 32, 16});
  append(facts, nook_image_pool{texts + 4, NOOK_IMAGE_CONSTANT, 4096, 16});
  h.needs = append(facts, nook_image_need{texts + 4, {1, 2}});
  append(facts, nook_image_need{texts + 2, {3, 4}});
  h.need_count = 2;
  h.name = texts, h.target = texts + 2, h.tool_version = texts + 4;
  h.input_count = h.output_count = 1, h.pool_count = 3;
  for (const char c : std::string("x\0y\0pool\0", 9)) facts.push_back(static_cast<uint8_t>(c));
  h.facts_bytes = static_cast<uint32_t>(facts.size() - sizeof h);
  facts.resize((facts.size() + 15) / 16 * 16);
  h.code = static_cast<uint32_t>(facts.size());
  for (int i = 0; i < 128; ++i) facts.push_back(static_cast<uint8_t>(i * 37));
  h.run = h.code, h.check = h.code + 16, h.reset = h.code + 32;
  h.begin = h.code + 48, h.push_rows = h.code + 64, h.finish = h.code + 126;
  h.abi = NOOK_IMAGE_ABI, h.header_bytes = sizeof h, h.features = NOOK_IMAGE_FEATURES;
  h.rows = 8, h.row_bytes = 8, h.stack_bytes = 512, h.rollback_counter = 5;
  facts.resize(facts.size() + NOOK_IMAGE_TRAILER);
  h.bytes = static_cast<uint32_t>(facts.size());
  std::memcpy(facts.data(), &h, sizeof h);
  digest(facts);
  return facts;
}

// A block of exactly these bytes at an aligned address, so that sanitizers see every access outside.
class Exact {
 public:
  explicit Exact(const Bytes& image) : size_(image.size()) {
    if (posix_memalign(&block_, NOOK_IMAGE_ALIGN, image.empty() ? 1 : image.size()) != 0) abort();
    if (!image.empty()) std::memcpy(block_, image.data(), image.size());
  }
  ~Exact() { free(block_); }
  Exact(const Exact&) = delete;
  Exact& operator=(const Exact&) = delete;
  const uint8_t* data() const { return static_cast<const uint8_t*>(block_); }
  size_t size() const { return size_; }

 private:
  void* block_ = nullptr;
  size_t size_;
};

inline void sample_kernel() {}

// Binds the kernels of sample_image(). Whether a name that is missing is inside.
inline bool binds_inside(const nook_image& image) {
  static constexpr nook_image_kernel kTable[] = {{"pool", {1, 2}, sample_kernel},
                                                 {"y", {3, 4}, sample_kernel}};
  const nook_image_header& h = *image.header;
  std::vector<nook_image_code> room(3);
  const char* missing = nullptr;
  const nook_image_status status = nook_image_bind(&image, kTable, 2, room.data(), 3, &missing);
  if (status == NOOK_IMAGE_NO_KERNEL)
    return std::strlen(missing) < h.bytes - static_cast<size_t>(missing - reinterpret_cast<const char*>(&h));
  if (status != NOOK_IMAGE_OK) return status == NOOK_IMAGE_MALFORMED || status == NOOK_IMAGE_NO_ROOM;
  for (uint32_t i = 0; i < h.need_count; ++i)
    if (room[i] != sample_kernel) return false;
  return true;
}

// Reads every text, shape, tensor, pool and kernel. Whether all of them and the functions are in the image.
inline bool all_inside(const nook_image& image, const Exact& block) {
  const nook_image_header& h = *image.header;
  const uint8_t* const from = block.data();
  bool inside = reinterpret_cast<const uint8_t*>(&h) == from && h.bytes <= block.size();
  const auto text = [&](uint32_t at) { inside &= std::strlen(nook_image_text(&image, at)) < h.bytes - at; };
  const auto function = [&](auto f) {
    const uintptr_t at = reinterpret_cast<uintptr_t>(f) - reinterpret_cast<uintptr_t>(from);
    inside &= !f || (at >= h.code && at < h.bytes);
  };
  volatile uint32_t sum = 0;  // reads every number
  const nook_image_tensor* t;
  const auto tensor = [&] {
    text(t->name);
    const int32_t* const shape = static_cast<const int32_t*>(nook_image_at(&image, t->shape));
    for (int32_t i = 0; i < t->rank; ++i) sum = sum + static_cast<uint32_t>(shape[i]);
    inside &= t->scratch_pool < static_cast<int32_t>(h.pool_count) && t->bytes >= 0;
  };
  for (uint32_t i = 0; (t = nook_image_input(&image, i)) != nullptr; ++i) tensor();
  for (uint32_t i = 0; (t = nook_image_output(&image, i)) != nullptr; ++i) tensor();
  for (uint32_t i = 0; const nook_image_pool* const p = nook_image_pool_at(&image, i); ++i) {
    text(p->name);
    inside &= p->role >= 0 && p->role <= NOOK_IMAGE_CONSTANT && p->bytes >= 0 && p->alignment > 0;
  }
  text(h.name), text(h.target), text(h.tool_version);
  const nook_model& m = image.model;
  function(m.run), function(m.check), function(m.reset), function(m.begin), function(m.push_rows),
      function(m.finish);
  return inside && m.run && m.check && m.reset && binds_inside(image);
}

}  // namespace test
