// What the audio framework's base class does with its components, and everything that it may do to them: it
// asks for sizes before it gives a pointer, lends all components of a worker thread one scratch, which it
// moves and fills with garbage between any two calls, aligns nothing to more than 8, and caps sizes. There is
// no Xtensa here; this is what the tests have in its place.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "integrations/xaf/xaf.h"

namespace test {

// Memory at a multiple of 8 and at no multiple of 16, between guards.
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

  // The first three stages; `configure` sends the parameters. Null where the component or the framework
  // refuses: error() says what.
  Component* add(xaf::Entry entry, const std::vector<std::pair<int32_t, const void*>>& parameters);

  // One frame, buffers of the caller, without a copy. False: an error, or a rule that was broken.
  bool frame(Component& c, void* input, size_t input_bytes, void* output, size_t* made);

  const std::string& error() const { return error_; }

 private:
  bool call(Component& c, int32_t command, int32_t index, void* value, const char* what);
  bool memory(Component& c);
  void* lend();
  bool fail(const std::string& what);

  std::vector<std::unique_ptr<Component>> components_;
  Odd scratch_;  // larger than what it lends: there is room to move
  uint32_t turn_ = 0;
  std::string error_;
};

}  // namespace test
