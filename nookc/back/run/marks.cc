#include "nookc/back/run/marks.h"

#include <algorithm>
#include <sstream>

#include "nookc/core/read_file.h"

namespace nookc {
namespace {

// The instructions between two marks; the first mark itself, one instruction of one cycle, is excluded.
Executed between(const Mark& first, const Mark& last) {
  return last.before.beyond(first.before).beyond({1, {1, 1}});
}

}  // namespace

Executed& Executed::operator+=(const Executed& more) {
  instructions += more.instructions;
  cycles.core += more.cycles.core, cycles.flash += more.cycles.flash;
  return *this;
}

Executed Executed::beyond(const Executed& other) const {
  const auto less = [](int64_t a, int64_t b) { return std::max<int64_t>(0, a - b); };
  return {less(instructions, other.instructions),
          {less(cycles.core, other.cycles.core), less(cycles.flash, other.cycles.flash)}};
}

Result<std::vector<Mark>> read_marks(const std::filesystem::path& file) {
  const Result<std::vector<std::byte>> bytes = read_file(file);
  if (!bytes) return bytes.diag();
  std::istringstream lines(std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()));
  std::vector<Mark> marks;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    Mark mark{};
    if (!(words >> word >> mark.number >> mark.before.instructions) || word != "mark") continue;
    words >> mark.before.cycles.core >> mark.before.cycles.flash;
    marks.push_back(mark);
  }
  return marks;
}

std::optional<Executed> last_run(const std::vector<Mark>& marks) {
  for (size_t i = marks.size(); i-- > 1;)
    if (marks[i].number == 1 && marks[i - 1].number == 0) return between(marks[i - 1], marks[i]);
  return std::nullopt;
}

Regions regions_of(const std::vector<Mark>& marks) {
  Regions regions;
  std::optional<Executed> least;
  for (size_t i = 1; i < marks.size(); ++i) {
    const Executed executed = between(marks[i - 1], marks[i]);
    if (marks[i - 1].number == 2 && marks[i].number == 3) regions.executed.push_back(executed);
    if (marks[i - 1].number == 3 && marks[i].number == 2 &&
        (!least || executed.instructions < least->instructions))
      least = executed;
  }
  regions.overhead = least.value_or(Executed{});
  return regions;
}

}  // namespace nookc
