// The decisions of a generator, which come from a seed or repeat a record. A generator that depends only on
// choices and accepts every answer can be shrunk without any knowledge of its results: by erasing and
// lowering numbers of the record (shrink.h).
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace generated {

class Choices {
 public:
  explicit Choices(uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 0x632BE59BD9B4E019u) {}
  // After the end of the record, without a seed, every choice is the first.
  explicit Choices(std::vector<uint32_t> record) : recorded_(true), record_(std::move(record)) {}

  // In [lo, hi], where lo is the simplest.
  int32_t in(int32_t lo, int32_t hi);
  // False is simpler.
  bool chance(int percent) { return in(0, 99) >= 100 - percent; }
  template <class T>
  const T& of(const std::vector<T>& all) {
    return all[static_cast<size_t>(in(0, static_cast<int32_t>(all.size()) - 1))];
  }

  // Choices that belong together, such as an operator's, so that they can be removed together.
  struct Group {
    size_t first, end;
  };
  size_t begin() const { return made_.size(); }
  void end(size_t first) { groups_.push_back({first, made_.size()}); }

  // The choices so far: another Choices initialized with them gives the same answers.
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
