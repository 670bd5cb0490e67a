#include "nookc/core/nearest.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

namespace nookc {
namespace {

constexpr size_t kLongest = 64;  // letters of a name that are compared

std::string plain(const std::string& text) {
  std::string letters;
  for (const char c : text.substr(0, kLongest))
    if (c != '-' && c != '_') letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return letters;
}

// The edit distance: letters to insert, remove, change or swap with their neighbour.
size_t distance(const std::string& a, const std::string& b) {
  std::vector<size_t> before, last(b.size() + 1), now(b.size() + 1);
  std::iota(last.begin(), last.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (size_t k = 1; k <= b.size(); ++k) {
      now[k] = std::min({last[k] + 1, now[k - 1] + 1, last[k - 1] + (a[i - 1] != b[k - 1] ? 1 : 0)});
      if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
        now[k] = std::min(now[k], before[k - 2] + 1);
    }
    before = std::exchange(last, now);
  }
  return last[b.size()];
}

}  // namespace

std::vector<std::string> nearest(const std::string& given, const std::vector<std::string>& names,
                                 size_t most) {
  const std::string want = plain(given);
  std::vector<std::pair<size_t, std::string>> found;
  for (const std::string& name : names) {
    const std::string have = plain(name);
    const bool part = want.size() > 2 && (have.find(want) != std::string::npos ||
                                          (have.size() > 2 && want.find(have) != std::string::npos));
    const size_t far = distance(want, have);
    if (far <= 1 + std::min(want.size(), have.size()) / 4) {
      found.emplace_back(far, name);
    } else if (part) {
      found.emplace_back(kLongest + far, name);
    }
  }
  std::ranges::stable_sort(found, {}, &std::pair<size_t, std::string>::first);
  std::vector<std::string> best;
  for (size_t i = 0; i < std::min(most, found.size()); ++i) best.push_back(found[i].second);
  return best;
}

std::string did_you_mean(const std::string& given, const std::vector<std::string>& names) {
  const std::vector<std::string> best = nearest(given, names);
  std::string text;
  for (size_t i = 0; i < best.size(); ++i)
    text += (i == 0 ? "; did you mean '" : i + 1 == best.size() ? " or '" : ", '") + best[i] + "'";
  return text.empty() ? text : text + "?";
}

}  // namespace nookc
