#pragma once
#include <functional>
#include <string>

#include "nookc/middle/lower/program.h"

namespace nookc {

// The branches and loops around the calls of a program, as C.
class MarkText {
 public:
  using Place = std::function<std::string(const Location&)>;
  using Done = std::function<std::string(const CallMark&)>;
  // `done` prints the report of complete results.
  MarkText(const Program& program, Place place, Done done)
      : p_(program), place_(std::move(place)), done_(std::move(done)) {}

  // The code before the first call that is printed.
  std::string begin() const;
  // The code before a call; must be requested for every call in order, and for the end.
  std::string before(size_t call);
  // Indents lines of code by the current depth.
  std::string indented(const std::string& lines) const;

 private:
  std::string text(const CallMark& mark);
  std::string turn() const;

  const Program& p_;
  Place place_;
  Done done_;
  size_t next_ = 0, depth_ = 0;
};

}  // namespace nookc
