#include <algorithm>

#include "nookc/core/text.h"
#include "nookc/front/export/elsewhere.h"
#include "nookc/front/export/op_versions.h"

namespace nookc {
namespace {

using nook::DType, nook::OpCode;

constexpr size_t kMostLines = 8;
constexpr Release kUsual = {2, 9}, kUnknown = {INT32_MAX, 0};
constexpr Release kOfFourBits = {2, 11};  // the first with kernels that read int4

std::string to_string(StopsAt at) {
  return at == StopsAt::kZero        ? "there is a 0 in"
         : at == StopsAt::kBelowZero ? "a value is below 0 in"
                                     : "a box has no area by";
}

// At most kMostLines lines, then how many more there are.
class Notes {
 public:
  explicit Notes(std::string more) : more_(std::move(more)) {}
  void add(std::string line) {
    if (++count_ <= kMostLines) lines_.push_back(std::move(line));
  }
  std::vector<std::string> lines() const {
    std::vector<std::string> all = lines_;
    if (count_ > kMostLines) all.push_back("and " + std::to_string(count_ - kMostLines) + more_);
    return all;
  }

 private:
  std::string more_;
  std::vector<std::string> lines_;
  size_t count_ = 0;
};

struct RuntimeRow {
  OpCode code;
  int32_t version;
  Release release;
};
constexpr RuntimeRow kRuntimes[] = {
#define NOOK_RUNTIME(type, version, major, minor) {OpCode::k##type, version, {major, minor}},
#include "nookc/front/export/runtime_versions.inc"
#undef NOOK_RUNTIME
};

}  // namespace

Release release_of(const Graph& graph, const Node& node) {
  const int32_t version = version_of(graph, node);
  const auto row = std::ranges::find_if(
      kRuntimes, [&](const RuntimeRow& r) { return r.code == op_code(node) && r.version == version; });
  const bool known = row != std::end(kRuntimes);
  const Release of_version = known ? row->release : version > 1 ? kUnknown : Release{};
  // A FULLY_CONNECTED that keeps its dimensions or has no bias, and a grouped convolution, are written in
  // versions that are older than weights of 4 bits.
  const bool four_bits = std::ranges::any_of(
      node.in, [&](TensorId t) { return t != TensorId::kNone && graph[t].type == DType::kS4; });
  return four_bits ? std::max(of_version, kOfFourBits) : of_version;
}

std::vector<std::string> notes_on_tflite(const Graph& graph) {
  Notes refused{" more that it can't run"}, stopped{" more at which it may stop"};
  Release least;
  for (const Node& node : graph.nodes) {
    if (node.erased()) continue;
    const Release release = release_of(graph, node);
    std::string why = why_not_in_tflite(graph, node);
    if (why.empty() && release == kUnknown)
      why = "no release has its version " + std::to_string(version_of(graph, node));
    const std::string name = op_name(node) + " '" + printable(first_name(graph[node.out[0]].name)) + "'";
    if (!why.empty()) {
      refused.add("TensorFlow Lite 2.9 can't run " + name + ": " + why);
      continue;
    }
    least = std::max(least, release);
    if (const Stop stop = stop_in_tflite(graph, node); stop.at != StopsAt::kNoValue)
      stopped.add("TensorFlow Lite stops at " + name + " if " + to_string(stop.at) + " '" +
                  printable(first_name(graph[node.in[stop.operand]].name)) + "'");
  }
  std::vector<std::string> lines = refused.lines();
  if (lines.empty() && least > kUsual)
    lines.push_back("TensorFlow Lite runs it from release " + std::to_string(least.major) + "." +
                    std::to_string(least.minor) + " on");
  for (std::string& line : stopped.lines()) lines.push_back(std::move(line));
  return lines;
}

}  // namespace nookc
