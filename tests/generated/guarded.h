// Memory as an application would lend it: aligned exactly as required and no more, filled with garbage,
// between guards that must stay unchanged.
#pragma once
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string>

namespace generated {

class Guarded {
 public:
  // `garbage` determines its bytes completely.
  Guarded(std::string name, size_t bytes, size_t alignment, uint8_t garbage)
      : name_(std::move(name)), bytes_(bytes), all_(bytes + 2 * kGuard + 2 * kMostAligned) {
    memory_.reset(new (std::align_val_t{2 * kMostAligned}) uint8_t[all_]);
    start_ = memory_.get() + kGuard + alignment % (2 * kMostAligned);
    for (size_t i = 0; i < all_; ++i) memory_.get()[i] = guard(i);
    for (size_t i = 0; i < bytes; ++i) start_[i] = static_cast<uint8_t>(garbage + 37 * i);
  }

  uint8_t* data() { return start_; }
  size_t bytes() const { return bytes_; }
  const std::string& name() const { return name_; }
  void fill(const void* from) { std::memcpy(start_, from, bytes_); }
  bool holds(const void* what) const { return std::memcmp(start_, what, bytes_) == 0; }

  // Empty, or which byte next to the memory was overwritten.
  std::string damage() const {
    for (size_t i = 0; i < all_; ++i) {
      const uint8_t* const at = memory_.get() + i;
      if ((at < start_ || at >= start_ + bytes_) && *at != guard(i))
        return "byte " + std::to_string(at - start_) + " of " + name_ + ", which has " +
               std::to_string(bytes_) + ", was written";
    }
    return {};
  }

 private:
  static constexpr size_t kGuard = 256, kMostAligned = 128;
  static uint8_t guard(size_t i) { return static_cast<uint8_t>(0xC3 ^ (i * 7)); }

  struct Free {
    void operator()(uint8_t* p) const { operator delete[](p, std::align_val_t{2 * kMostAligned}); }
  };
  std::string name_;
  size_t bytes_, all_;
  std::unique_ptr<uint8_t, Free> memory_;
  uint8_t* start_ = nullptr;
};

}  // namespace generated
