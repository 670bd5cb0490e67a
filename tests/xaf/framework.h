// The audio framework's base class as seen by its components, with everything that it may do to them: it asks
// for sizes before it passes a pointer, lends all components of a worker thread one scratch, which it moves
// and fills with garbage between any two calls, aligns nothing to more than 8, and limits sizes. There is no
// Xtensa here, so the tests use this instead.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "integrations/xaf/xaf.h"

namespace test {

// Memory at a multiple of 8 but not of 16, between guards.
class Odd {
 public:
  explicit Odd(size_t bytes);
  uint8_t* data() const { return data_; }
  size_t bytes() const { return bytes_; }
  bool whole() const;
  void poison(uint8_t with) const;

 private:
  size_t bytes_;
  std::unique_ptr<uint8_t[]> memory_;
  uint8_t* data_;
};

class Framework {
 public:
  static constexpr size_t kScratchBytes = 56 << 10;

  struct Component {
    xaf::Entry entry;
    std::unique_ptr<Odd> object, persist;
    size_t input = 0, output = 0, scratch = 0;
    int32_t input_table = -1, output_table = -1, scratch_table = -1;
  };

  Framework();

  // The first three stages; `configure` sends the parameters. Null if the component or the framework refuses:
  // error() returns the reason.
  Component* add(xaf::Entry entry, const std::vector<std::pair<int32_t, const void*>>& parameters);

  // One frame with the caller's buffers, without a copy. False: an error, or a violated rule.
  bool frame(Component& c, void* input, size_t input_bytes, void* output, size_t* made);

  const std::string& error() const { return error_; }

 private:
  bool call(Component& c, int32_t command, int32_t index, void* value, const char* what);
  bool memory(Component& c);
  void* lend();
  bool fail(const std::string& what);

  std::vector<std::unique_ptr<Component>> components_;
  Odd scratch_;  // larger than the lent scratch, so that it can move
  uint32_t turn_ = 0;
  std::string error_;
};

}  // namespace test
