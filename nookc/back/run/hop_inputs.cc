#include "nookc/back/run/hop_inputs.h"

#include <algorithm>

#include "nookc/back/run/session.h"
#include "nookc/core/files.h"
#include "nookc/core/read_file.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;

// The frames of one input: [outer][frames][bytes].
struct Frames {
  size_t outer = 1, bytes = 1;

  size_t of(size_t frames) const { return outer * frames * bytes; }
};

Frames frames_of(const Program& program, TensorId t) {
  const Tensor& tensor = program.graph[t];
  Frames frames;
  for (int d = 0; d < program.hop.axis; ++d) frames.outer *= static_cast<size_t>(tensor.shape.dim[d]);
  frames.bytes = static_cast<size_t>(tensor.bytes()) / frames.outer / static_cast<size_t>(program.hop.frames);
  return frames;
}

// The bytes of `count` of all frames, from `first` on; frames before the first one are zeros.
std::string part(const std::vector<std::byte>& all, const Frames& frames, int64_t first, int64_t count) {
  const auto have = static_cast<int64_t>(all.size() / frames.outer / frames.bytes);
  std::string text;
  for (size_t outer = 0; outer < frames.outer; ++outer)
    for (int64_t f = first; f < first + count; ++f) {
      const size_t at =
          (outer * static_cast<size_t>(have) + static_cast<size_t>(std::max<int64_t>(0, f))) * frames.bytes;
      for (size_t i = 0; i < frames.bytes; ++i) text += f < 0 ? '\0' : static_cast<char>(all[at + i]);
    }
  return text;
}

Diag wrong_size(const fs::path& file, const std::string& need, size_t have) {
  return {Exit::kInputOutput, "N4008", file.string(),
          "need " + need + ", have " + std::to_string(have) + " bytes", "write the frames one after another"};
}

// How many hops a file has, and how many frames come before its own.
using Cut = Result<std::pair<int, int64_t>> (*)(const Program&, const Frames&, const fs::path&, size_t bytes);

Result<std::pair<int, int64_t>> any_hops(const Program& program, const Frames& frames, const fs::path& file,
                                         size_t bytes) {
  const size_t hop = frames.of(static_cast<size_t>(program.hop.frames));
  if (bytes > 0 && bytes % hop == 0) return std::pair(static_cast<int>(bytes / hop), int64_t{0});
  return wrong_size(file, "a multiple of " + std::to_string(hop) + " bytes, one hop", bytes);
}

Result<std::pair<int, int64_t>> one_window(const Program& program, const Frames& frames, const fs::path& file,
                                           size_t bytes) {
  const HopFacts& hop = program.hop;
  if (bytes == frames.of(static_cast<size_t>(hop.window)))
    return std::pair(hop.full(), int64_t{hop.full()} * hop.frames - hop.window);
  return wrong_size(file, std::to_string(frames.of(static_cast<size_t>(hop.window))) + " bytes, one window",
                    bytes);
}

// Adds the hops of one input of one run, from hop `first` on; returns their number.
Result<int> cut_file(const Program& program, const fs::path& file, size_t input, int first, Cut cut,
                     Files& files) {
  const Result<std::vector<std::byte>> bytes = read_file(file);
  if (!bytes) return bytes.diag();
  const Frames frames = frames_of(program, program.graph.inputs[input]);
  const auto hops = cut(program, frames, file, bytes->size());
  if (!hops) return hops.diag();
  const int64_t step = program.hop.frames;
  for (int h = 0; h < hops->first; ++h)
    files.push_back({input_file(first + h, input), part(*bytes, frames, h * step - hops->second, step)});
  return hops->first;
}

Result<int> cut_all(const Program& program, const fs::path& from, const fs::path& to, Cut cut) {
  Files files;
  int hops = 0;
  std::error_code error;
  for (int run = 0; fs::exists(from / input_file(run, 0), error); ++run) {
    int of_run = -1;
    for (size_t i = 0; i < program.graph.inputs.size(); ++i) {
      const fs::path file = from / input_file(run, i);
      const Result<int> more = cut_file(program, file, i, hops, cut, files);
      if (!more) return more.diag();
      if (of_run >= 0 && *more != of_run)
        return Diag{
            Exit::kInputOutput, "N4008", file.string(),
            "need " + std::to_string(of_run) + " hops, as the first input has, have " + std::to_string(*more),
            "give all inputs the same number of frames"};
      of_run = *more;
    }
    hops += of_run;
  }
  if (hops == 0)
    return Diag{Exit::kInputOutput, "N4008", from.string(), "need run0_input0.bin, have no such file",
                "the frames of a recording, one after another"};
  if (const Status written = write_files(to, files); !written) return written.diag();
  return hops;
}

}  // namespace

Result<int> cut_into_hops(const Program& program, const fs::path& from, const fs::path& to) {
  return cut_all(program, from, to, any_hops);
}

Result<int> cut_windows(const Program& program, const fs::path& from, const fs::path& to) {
  return cut_all(program, from, to, one_window);
}

}  // namespace nookc
