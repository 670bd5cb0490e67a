#include "tests/generated/plants.h"

#include <map>
#include <regex>

#include "nookc/middle/lower/row_stage.h"
#include "nookc/middle/lower/storage.h"
#include "nookc/middle/lower/unit_calls.h"

namespace generated {
namespace {

using nookc::Location;
using nookc::Program;

// Replaces `find` in the sources. False: it does not occur.
bool replace(nookc::Files& files, const std::string& find, const std::string& by) {
  const std::regex pattern(find);
  bool any = false;
  for (nookc::File& file : files) {
    if (!file.path.ends_with(".c")) continue;
    std::string text = std::regex_replace(file.content, pattern, by);
    any |= text != file.content;
    file.content = std::move(text);
  }
  return any;
}

// A filter of one row waits for as many rows as it has produced, although its input image ends earlier.
bool forget_height(nookc::Files& files) {
  return replace(files, R"(>= nook_rows_for\((made\[\d+\]), 1, 1, 1, \d+\))", "> $1");
}

// forget_height() for all filters.
bool forget_all_heights(nookc::Files& files) {
  return replace(files, R"(nook_rows_for\((made\[\d+\]), (-?\d+), (-?\d+), (\d+), \d+\))",
                 "($1 * $2 + $3) / $4");
}

bool forget_header(nookc::Files& files) {
  const bool gone = replace(files, "#include \"nook/core/rows.h\"\n", "");
  for (const nookc::File& file : files)  // an operator's header would include it
    if (file.path.ends_with(".c") && file.content.find("nook/ops/") != std::string::npos)
      for (const char* op : {"conv2d", "pool2d"})
        if (file.content.find(std::string(op) + ".h\"") != std::string::npos) return false;
  return gone;
}

// All readers of an image from outside a chain use the row length of the first reader.
bool one_shape_for_all(nookc::Files& files) {
  static const std::regex rows(R"(const nook_rows rows\d+ = \{(.*), (\d+), (\d+)\};)");
  bool any = false;
  for (nookc::File& file : files) {
    std::map<std::string, std::string> first;  // the constants of an address
    std::string text;
    auto at = file.content.cbegin();
    for (std::sregex_iterator i(file.content.begin(), file.content.end(), rows), end; i != end; ++i) {
      const std::string numbers = (*i)[2].str() + ", " + (*i)[3].str();
      const auto [known, fresh] = first.try_emplace((*i)[1].str(), numbers);
      text.append(at, (*i)[2].first);
      text += known->second;
      any |= known->second != numbers;
      at = (*i)[3].second;
    }
    file.content = text.append(at, file.content.cend());
  }
  return any;
}

bool forget_to_begin(nookc::Files& files) { return replace(files, R"(made\[i\] = 0;)", ";"); }

bool push_beyond_ring(nookc::Files& files) { return replace(files, R"(\+\+ % (\d+) \*)", "++ % ($1 + 1) *"); }

// A ring holds one row fewer than its readers need.
bool shorten_ring(Program& program) {
  for (nookc::RowChain& chain : program.chains)
    for (nookc::RowStage& stage : chain.stages)
      if (stage.into < 0 && stage.held > 1 && stage.held < stage.height) {
        --stage.held;
        return true;
      }
  return false;
}

bool shorten_stream(Program& program) {
  for (nookc::RowChain& chain : program.chains)
    if (chain.stream.held > 1) {
      --chain.stream.held;
      return true;
    }
  return false;
}

// Moves everything at bytes [offset, offset + bytes) of a pool down by `by` bytes.
void move(Program& program, const nookc::Planned& buffer, int32_t by) {
  const auto inside = [&](const Location& at) {
    return at.kind == Location::Kind::kScratch && at.index == buffer.pool && at.offset >= buffer.offset &&
           at.offset < buffer.offset + buffer.buffer.size;
  };
  const auto shift = [&](Location& at) {
    if (inside(at)) at.offset -= by;
  };
  // Only uses during the buffer's live range are moved; another tensor may have had the same address before.
  for (nookc::Call& call : program.calls) {
    if (call.step < buffer.buffer.first || call.step > buffer.buffer.last) continue;
    for (Location& at : call.in) shift(at);
    for (Location& at : call.out) shift(at);
  }
}

// An input lies one row closer above the output that overwrites it than the kernels allow.
bool shorten_separation(Program& program) {
  for (const nook::Separation& s : program.separations) {
    const nookc::Planned &upper = program.buffers[static_cast<size_t>(s.upper)],
                         &lower = program.buffers[static_cast<size_t>(s.lower)];
    const int32_t by = 16;
    if (upper.tensor == nookc::TensorId::kNone || upper.pool != lower.pool || s.bytes <= 0) continue;
    if (upper.offset - lower.offset >= s.bytes + by || upper.offset - lower.offset < s.bytes) continue;
    if (upper.offset < by || program.graph.is_input(upper.tensor)) continue;
    move(program, upper, by);
    return true;
  }
  return false;
}

// Two tensors that live at the same time share bytes.
bool overlap(Program& program) {
  for (const nookc::Planned& a : program.buffers)
    for (const nookc::Planned& b : program.buffers) {
      const bool tensors = a.tensor != nookc::TensorId::kNone && b.tensor != nookc::TensorId::kNone;
      const bool together = a.buffer.first < b.buffer.last && b.buffer.first < a.buffer.last;
      if (!tensors || !together || a.pool != b.pool || a.offset + a.buffer.size > b.offset) continue;
      const int32_t by = b.offset - a.offset - a.buffer.size + 16;
      if (b.offset < by || program.graph.is_input(b.tensor) || program.graph.is_output(b.tensor)) continue;
      move(program, b, by);
      return true;
    }
  return false;
}

const nookc::Planned* buffer_of(const Program& program, nookc::TensorId t, const nookc::Storage& storage) {
  for (const nookc::Planned& b : program.buffers)
    if (b.tensor != nookc::TensorId::kNone && b.tensor == storage.root[index(t)]) return &b;
  return nullptr;
}

// Places a device's output over its input although the input is no longer live.
bool device_over_its_input(Program& program) {
  const nookc::Storage storage = share_storage(program.graph);
  for (const nookc::UnitCall& call : unit_calls(program))
    for (const nookc::TensorId in : call.in)
      for (const nookc::TensorId out : call.out) {
        const nookc::Planned *const x = buffer_of(program, in, storage), *const y =
                                                                             buffer_of(program, out, storage);
        if (!x || !y || x == y || x->pool != y->pool || y->buffer.size > x->buffer.size) continue;
        const int32_t by = y->offset - x->offset;
        move(program, *y, by);
        for (size_t i = 0; i < program.location.size(); ++i)
          if (storage.root[i] == y->tensor) program.location[i].offset -= by;
        return true;
      }
  return false;
}

// Gives two constants of an image the same offset: one has the bytes of the other.
bool share_image(nookc::Program& program) {
  nookc::Constant* first = nullptr;
  for (nookc::Constant& c : program.constants) {
    if (!program.constant_pools[static_cast<size_t>(c.pool)].pool.by_pointer || c.bytes->empty()) continue;
    if (first && first->pool == c.pool && first->bytes->size() >= c.bytes->size()) {
      c.offset = first->offset;
      return true;
    }
    first = &c;
  }
  return false;
}

// The newest rows of a window stay where they are.
bool forget_to_move(Program& program) {
  for (nookc::Call& call : program.calls) {
    const bool kept = op_row(call).renames && call.in[0].kind == Location::Kind::kKept &&
                      call.out[0].kind == Location::Kind::kKept;
    if (!kept || call.in[0] == call.out[0]) continue;
    call.in[0] = call.out[0];
    return true;
  }
  return false;
}

// New rows of a window begin a byte too early, over those that its variable remembers.
bool write_over_window(Program& program) {
  const nookc::Storage storage = share_storage(program.graph);
  for (nookc::Call& call : program.calls) {
    const nookc::TensorId t = call.out_tensors[0];
    const nookc::KeptWindow* const window = program.graph.window_of(storage.root[index(t)]);
    if (!window || t == window->variable || storage.offset[index(t)] == 0) continue;
    --call.out[0].offset;
    return true;
  }
  return false;
}

bool forget_to_open(nookc::Files& files) {
  return replace(files, R"(nook_run_on\(device, &call\))",
                 "nook_device_result(device->call(device->context, &call))");
}

}  // namespace

std::vector<Plant> plants() {
  return {{"a filter of one row forgets where its image ends", nullptr, forget_height},
          {"all filters forget where their image ends", nullptr, forget_all_heights},
          {"an image in two shapes has rows of one length", nullptr, one_shape_for_all},
          {"the header of rows is not included", nullptr, forget_header},
          {"begin leaves the counters of a stream as they are", nullptr, forget_to_begin},
          {"push_rows writes past the ring", nullptr, push_beyond_ring},
          {"a ring is a row short", shorten_ring, nullptr},
          {"the ring of a stream is a row short", shorten_stream, nullptr},
          {"an output is closer below its input than the kernel allows", shorten_separation, nullptr},
          {"two tensors that live together share bytes", overlap, nullptr},
          {"a device writes where it reads", device_over_its_input, nullptr},
          {"a device is not opened", nullptr, forget_to_open},
          {"two constants of an image share bytes", share_image, nullptr},
          {"the newest rows of a window are not moved", forget_to_move, nullptr},
          {"new rows of a window are written over others", write_over_window, nullptr}};
}

}  // namespace generated
