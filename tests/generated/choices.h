// The decisions of a generator, which a seed makes or a record repeats. A generator that asks for nothing but
// choices and takes every answer can be made smaller without knowing what it makes: erase and lower numbers
// of the record (shrink.h).
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace generated {

class Choices {
 public:
  explicit Choices(uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 0x632BE59BD9B4E019u) {}
  // Behind the end of the record, and where the seed is not asked, every choice is the first.
  explicit Choices(std::vector<uint32_t> record) : recorded_(true), record_(std::move(record)) {}

  // In [lo, hi], where lo is the simplest.
  int32_t in(int32_t lo, int32_t hi);
  // False is simpler.
  bool chance(int percent) { return in(0, 99) >= 100 - percent; }
  template <class T>
  const T& of(const std::vector<T>& all) {
    return all[static_cast<size_t>(in(0, static_cast<int32_t>(all.size()) - 1))];
  }

  // Choices that go together, like those of one operator, so that they can be left out together.
  struct Group {
    size_t first, end;
  };
  size_t begin() const { return made_.size(); }
  void end(size_t first) { groups_.push_back({first, made_.size()}); }

  // What was chosen so far: another Choices with it answers alike.
  const std::vector<uint32_t>& made() const { return made_; }
  const std::vector<Group>& groups() const { return groups_; }

 private:
  uint64_t state_ = 0;
  bool recorded_ = false;
  std::vector<uint32_t> record_, made_;
  std::vector<Group> groups_;
};

// "3.0.17", for a command line. Empty text: no choices.
std::string to_text(const std::vector<uint32_t>& choices);
std::vector<uint32_t> choices_of(const std::string& text);

}  // namespace generated
