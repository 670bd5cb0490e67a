#include "tests/hop/compare.h"

#include "tests/hop/run_graph.h"
#include "tests/hop/stream.h"

namespace hop {
namespace {

using nookc::Bytes;

int64_t differing(const Bytes& a, const Bytes& b) {
  int64_t count = a.size() == b.size() ? 0 : 1;
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) count += a[i] != b[i];
  return count;
}

}  // namespace

Compared compare(const nookc::Graph& whole, const nookc::Graph& hop, int axis, int32_t frames, int pushes,
                 uint64_t seed, Start start) {
  Compared compared;
  GraphRun by_window(whole), by_hop(hop);
  if (!by_window.sound() || !by_hop.sound()) return {0, 0, "an operator was refused"};
  generated::Choices values(seed);
  std::vector<Stream> streams;
  for (nookc::TensorId t : whole.inputs) {
    streams.emplace_back(whole[t], axis);
    if (start == Start::kPadding) streams.back().append_padding(streams.back().window(), whole[t].zero_point);
  }
  for (int push = 0; push < pushes; ++push) {
    std::vector<Bytes> fresh, windows;
    for (Stream& s : streams) {
      s.append(frames, values);
      fresh.push_back(s.newest(frames));
    }
    const auto have = by_hop.run(fresh);
    const bool full = streams[0].count() >= streams[0].window();
    if (have.has_value() != full) return {0, 0, full ? "no result of a full window" : "a result too early"};
    if (!full) continue;
    for (const Stream& s : streams) windows.push_back(s.newest(s.window()));
    const auto want = by_window.run(windows);
    for (size_t i = 0; i < want->size(); ++i) compared.differing += differing((*have)[i], (*want)[i]);
    ++compared.results;
  }
  return compared;
}

}  // namespace hop
