// Runs a placed program on memory that holds no numbers but records for each byte which byte of which tensor
// it holds. When a row is computed, and its address, come from the same functions as in generated code
// (nookc/middle/lower/row_stage.h). The requirements do not: the rows that a kernel reads come from its
// Params, their length from its tensors, and the origin of a byte from the operators that move bytes, one by
// one.
#pragma once
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "nookc/middle/lower/prepare_node.h"
#include "nookc/middle/lower/program.h"
#include "nookc/middle/lower/row_stage.h"

namespace test {

// Per byte of every tensor: the index of the original byte before operators that may move nothing (RESHAPE,
// CONCATENATION, SPLIT ...).
class Origins {
 public:
  explicit Origins(const nookc::Graph& graph) : of_(graph.tensors.size()) {
    uint32_t next = 0;
    for (size_t t = 0; t < of_.size(); ++t) {
      of_[t].resize(static_cast<size_t>(graph.tensors[t].bytes()));
      for (uint32_t& number : of_[t]) number = next++;
    }
    for (const nookc::Node& node : graph.nodes)
      if (only_moves(op_row(node))) move(graph, node);
  }

  const std::vector<uint32_t>& of(nookc::TensorId t) const { return of_[index(t)]; }

 private:
  static bool only_moves(const nook::OpRow& row) {
    return row.renames || std::ranges::any_of(row.forms, [](const nook::FormRow& f) { return f.pieces; });
  }

  // The reference kernel moves the indices, one byte of each at a time.
  void move(const nookc::Graph& graph, const nookc::Node& node) {
    std::vector<uint64_t> memory(4096);
    nook::Arena arena({reinterpret_cast<uint8_t*>(memory.data()), memory.size() * 8});
    nook::PrepareContext context{arena, nook::kRef, false, {}};
    const auto op = nookc::prepare_node(graph, node, context);
    if (!op) return;
    for (nookc::TensorId t : node.out) std::ranges::fill(of_[index(t)], 0u);
    for (int shift = 0; shift < 32; shift += 8) {
      std::vector<std::vector<uint8_t>> planes;
      std::vector<const void*> in;
      for (nookc::TensorId t : node.in) {
        auto& plane = planes.emplace_back();
        for (uint32_t number : of_[index(t)]) plane.push_back(static_cast<uint8_t>(number >> shift));
      }
      for (const auto& plane : planes) in.push_back(plane.data());
      std::vector<std::vector<uint8_t>> moved;
      std::vector<void*> out;
      for (nookc::TensorId t : node.out) moved.emplace_back(of_[index(t)].size());
      for (auto& bytes : moved) out.push_back(bytes.data());
      op->invoke(op->params, {in.data(), out.data(), nullptr});
      for (size_t k = 0; k < moved.size(); ++k) {
        std::vector<uint32_t>& to = of_[index(node.out[k])];
        for (size_t i = 0; i < to.size(); ++i) to[i] |= uint32_t{moved[k][i]} << shift;
      }
    }
  }

  std::vector<std::vector<uint32_t>> of_;
};

class TaggedMemory {
 public:
  explicit TaggedMemory(const nookc::Program& program) : p_(program), origins_(program.graph) {
    for (const nookc::PoolUse& use : p_.scratch_pools)
      pools_.emplace_back(static_cast<size_t>(use.bytes), kGarbage);
    for (nookc::TensorId t : p_.graph.inputs) inputs_.emplace_back(bytes(t), kGarbage);
    for (nookc::TensorId t : p_.graph.outputs) outputs_.emplace_back(bytes(t), kGarbage);
    for (nookc::TensorId t : p_.graph.inputs) write(p_.location[index(t)], 0, t, 0, p_.graph[t].bytes());
    if (const nookc::RowStream* stream = nookc::row_stream(p_))  // it arrives row by row instead
      std::ranges::fill(inputs_[0], kGarbage), check_stream(*stream);
  }

  // Empty: every byte that was read is the one written for it, the outputs are present at the end, and inputs
  // in the application's buffers are unchanged.
  std::string run() {
    for (size_t i = 0; i < p_.calls.size() && wrong_.empty();) {
      const nookc::RowChain* const chain = chain_at(i);
      if (chain) {
        run_chain(*chain);
        i += chain->stages.size();
      } else {
        run_call(p_.calls[i++]);
      }
    }
    for (nookc::TensorId t : p_.graph.outputs)
      read(p_.location[index(t)], 0, t, 0, p_.graph[t].bytes(), "the application");
    for (size_t i = 0; i < p_.graph.inputs.size() && !nookc::row_stream(p_); ++i)
      if (const nookc::TensorId t = p_.graph.inputs[i]; !p_.input_in_scratch[i])
        read(p_.location[index(t)], 0, t, 0, p_.graph[t].bytes(), "the application, whose input it is,");
    return wrong_;
  }

 private:
  static constexpr int64_t kGarbage = -1, kSums = -1000;  // sums count down from there

  const nookc::RowChain* chain_at(size_t call) const {
    for (const nookc::RowChain& chain : p_.chains)
      if (chain.stages[0].call == static_cast<int32_t>(call)) return &chain;
    return nullptr;
  }

  size_t bytes(nookc::TensorId t) const { return static_cast<size_t>(p_.graph[t].bytes()); }

  // The memory that a location is in; null: it has none.
  std::vector<int64_t>* memory(const nookc::Location& at) {
    const size_t i = static_cast<size_t>(at.index);
    switch (at.kind) {
      case nookc::Location::Kind::kScratch:
        return &pools_[i];
      case nookc::Location::Kind::kInput:
        return &inputs_[i];
      case nookc::Location::Kind::kOutput:
        return &outputs_[i];
      default:
        return nullptr;
    }
  }

  // Writes `bytes` of a tensor, from its byte `from` on, at `offset` from a location.
  void write(const nookc::Location& at, int64_t offset, nookc::TensorId t, int64_t from, int64_t bytes) {
    for (int64_t i = 0; i < bytes; ++i) put(at, offset + i, number(t, from + i));
  }

  void read(const nookc::Location& at, int64_t offset, nookc::TensorId t, int64_t from, int64_t bytes,
            const std::string& who) {
    for (int64_t i = 0; i < bytes && wrong_.empty(); ++i) {
      expect(at, offset + i, number(t, from + i), "a read");
      if (!wrong_.empty())
        wrong_ =
            who + " reads byte " + std::to_string(from + i) + " of '" + p_.graph[t].name + "': " + wrong_;
    }
  }

  int64_t number(nookc::TensorId t, int64_t byte) const { return origins_.of(t)[static_cast<size_t>(byte)]; }

  void put(const nookc::Location& at, int64_t offset, int64_t tag) {
    std::vector<int64_t>* const all = memory(at);
    const int64_t i = at.offset + offset;
    if (!all || i < 0 || i >= static_cast<int64_t>(all->size()))
      wrong_ = "a byte is written outside of its memory";
    else
      (*all)[static_cast<size_t>(i)] = tag;
  }

  void expect(const nookc::Location& at, int64_t offset, int64_t tag, const std::string& who) {
    if (!wrong_.empty()) return;
    std::vector<int64_t>* const all = memory(at);
    const int64_t i = at.offset + offset;
    if (!all || i < 0 || i >= static_cast<int64_t>(all->size()))
      wrong_ = who + " outside of its memory";
    else if (const int64_t found = (*all)[static_cast<size_t>(i)]; found != tag)
      wrong_ = who + ", number " + std::to_string(tag) + ", and finds " + std::to_string(found);
  }

  void spoil_scratch(const nookc::Call& call, int64_t bytes) { fill(scratch_of(call), bytes, kGarbage); }

  void fill(const nookc::Location& at, int64_t bytes, int64_t tag) {
    for (int64_t i = 0; i < bytes; ++i) put(at, i, tag);
  }

  static nookc::Location scratch_of(const nookc::Call& call) {
    return {nookc::Location::Kind::kScratch, call.scratch_pool, call.scratch_offset};
  }

  // An output may share bytes with an input as far as the kernel's row says (nook/ops/contract/op.h).
  void check_overlap(const nookc::Call& call, size_t k) {
    const nookc::Location &x = call.in[k], &y = call.out[0];
    const bool memory = x.kind == nookc::Location::Kind::kScratch && y.kind == x.kind && y.index == x.index;
    if (!memory || !wrong_.empty()) return;
    if (x.offset >= y.offset + p_.graph[call.out_tensors[0]].bytes()) return;
    if (y.offset >= x.offset + p_.graph[call.in_tensors[k]].bytes()) return;
    const int32_t least = call.op.overlap(call.op.kernel, call.op.params, static_cast<int>(k));
    if (least == nook::kDisjoint || x.offset - y.offset < least)
      wrong_ = std::string(call.op.symbol) + " writes over what it has not read: input " + std::to_string(k) +
               " is at " + std::to_string(x.offset) + ", its output at " + std::to_string(y.offset);
  }

  void run_call(const nookc::Call& call) {
    spoil_scratch(call, call.op.scratch);
    for (size_t k = 0; k < call.in.size(); ++k) check_overlap(call, k);
    for (size_t k = 0; k < call.in.size(); ++k)
      if (call.in_tensors[k] != nookc::TensorId::kNone && !p_.graph[call.in_tensors[k]].constant())
        read(call.in[k], 0, call.in_tensors[k], 0, p_.graph[call.in_tensors[k]].bytes(), call.op.symbol);
    for (size_t k = 0; k < call.out.size(); ++k)
      write(call.out[k], 0, call.out_tensors[k], 0, p_.graph[call.out_tensors[k]].bytes());
  }

  // The application delivers rows of the input's own shape.
  void check_stream(const nookc::RowStream& stream) {
    const nook::Shape& shape = p_.graph[p_.graph.inputs[0]].shape;
    const int64_t bytes = p_.graph[p_.graph.inputs[0]].bytes();
    const bool line = stream.row_bytes == shape.back(0) * nook::size_of(p_.graph[stream.tensor].type);
    const bool rows = stream.height == shape.dim[1] && stream.row_bytes == row_bytes(p_.graph.inputs[0]);
    if (stream.height * int64_t{stream.row_bytes} != bytes || !(line || rows))
      wrong_ = "the rows of the stream are not those of the input";
  }

  void run_chain(const nookc::RowChain& chain) {
    std::vector<std::vector<nookc::RowWait>> waits;
    for (size_t i = 0; i < chain.stages.size(); ++i) waits.push_back(nookc::waits_of(chain, i));
    std::vector<int32_t> made(chain.stages.size() + 1);
    const auto ready = [&](size_t i) {
      return made[i] < chain.stages[i].turns &&
             std::ranges::all_of(waits[i], [&](const nookc::RowWait& wait) {
               return wait.own_row ? made[wait.counter] > made[i]
                                   : made[wait.counter] >= nook_rows_for(made[i], wait.window.stride,
                                                                         wait.window.reach, wait.window.ratio,
                                                                         wait.height);
             });
    };
    while (wrong_.empty()) {
      const auto next = std::find_if(chain.order.rbegin(), chain.order.rend(), ready);
      if (next != chain.order.rend() && chain.strips)
        take_strip(chain, *next, made);
      else if (chain.strips && chain.stream.tensor != nookc::TensorId::kNone &&
               made.back() < chain.stream.height)
        deliver_strip(chain, made);
      else if (next != chain.order.rend())
        take_turn(chain, *next, made[*next]++);
      else if (chain.stream.tensor != nookc::TensorId::kNone && made.back() < chain.stream.height)
        deliver(chain.stream, made.back()++);
      else
        return;
    }
  }

  void deliver(const nookc::RowStream& stream, int64_t row) {
    write(stream.ring, row % stream.held * stream.row_bytes, stream.tensor, row * stream.row_bytes,
          stream.row_bytes);
  }

  // The first pixel in the memory of a line.
  static int64_t start(const nookc::RowChain& chain, nookc::TensorId t, const std::vector<int32_t>& made) {
    const bool streamed = t == chain.stream.tensor;
    return !streamed && nookc::is_whole_line(chain, t) ? 0 : nookc::line_of(chain, t).start(made);
  }

  // Moves the pixels of a line that are kept to its start.
  void move_line(const nookc::Location& at, int64_t by, int64_t bytes) {
    std::vector<int64_t>& all = *memory(at);
    for (int64_t i = 0; i < bytes && by > 0; ++i)
      all.at(static_cast<size_t>(at.offset + i)) = all.at(static_cast<size_t>(at.offset + i + by));
  }

  // As many pixels as there is room for.
  void deliver_strip(const nookc::RowChain& chain, std::vector<int32_t>& made) {
    const nookc::RowStream& s = chain.stream;
    const int64_t kept = made.back() - start(chain, s.tensor, made);
    const int64_t n = std::min<int64_t>(s.held - kept, s.height - made.back());
    if (n <= 0) wrong_ = "the stream has no room";
    if (n <= 0) return;
    write(s.ring, kept * s.row_bytes, s.tensor, int64_t{made.back()} * s.row_bytes, n * s.row_bytes);
    const int64_t before = made.back() - kept;
    made.back() += static_cast<int32_t>(n);
    const int64_t after = start(chain, s.tensor, made);
    move_line(s.ring, (after - before) * s.row_bytes, (made.back() - after) * s.row_bytes);
  }

  // An integer field of the whole call's Params, which are prepared again; `otherwise`: there is none.
  int32_t field(const nookc::Call& call, const std::string& name, int32_t otherwise) {
    const auto [place, fresh] = fields_.try_emplace(&call);
    auto& known = place->second;
    if (!fresh) return known.count(name) ? known[name] : otherwise;
    std::vector<uint64_t> room(1 << 14);
    nook::Arena arena({reinterpret_cast<uint8_t*>(room.data()), room.size() * 8});
    nook::PrepareContext context{arena, nook::kRef, false, {}};
    if (const auto op = nookc::prepare_node(p_.graph, p_.graph.nodes[index(call.node)], context))
      nookc::visit_params(nookc::form_of(call), op->params, [&](const nook::ParamsField& f) {
        const bool whole = f.kind == nook::ParamsField::Kind::kValue && f.type == nook::FieldType::kS32;
        if (whole) known[f.name] = *static_cast<const int32_t*>(f.data);
      });
    return field(call, name, otherwise);
  }

  void take_strip(const nookc::RowChain& chain, size_t i, std::vector<int32_t>& made) {
    const nookc::RowStage& stage = chain.stages[i];
    const nookc::Call& call = p_.calls[static_cast<size_t>(stage.call)];
    const int64_t y = made[i], n = std::min(stage.at_once, stage.turns - made[i]);
    if (stage.sum_bytes == 0) spoil_scratch(call, call.op.scratch);
    std::vector<std::pair<nookc::TensorId, nookc::Location>> lines;
    for (const nookc::RowRead& r : stage.reads) {
      const nookc::TensorId t = call.in_tensors[r.operand];
      const bool filter = stage.by == nook::ByRows::kWindow;
      const int64_t stride = filter ? field(call, "stride_w", 1) : 1,
                    left = filter ? field(call, "pad_left", 0) : 0;
      const int64_t span = filter ? (field(call, "filter_w", 1) - 1) * field(call, "dilation_w", 1) + 1 : 1;
      const bool slices = !filter && stage.sum_bytes == 0;
      const int64_t times = slices ? std::max(1, stage.height / r.height) : 1;  // larger than the input
      int64_t from = std::max<int64_t>(0, y / times * stride - left);
      int64_t end = std::min<int64_t>(r.height, (y + n - 1) / times * stride - left + span);
      if (slices && stage.height < r.height) {  // some pixels of a longer line
        from = field(call, "first", 0) / r.row_bytes;
        end = from + stage.row_bytes / r.row_bytes;
      }
      const nookc::Location at = nookc::image_read(p_, chain, stage, r).at;
      read(at, (from - start(chain, r.tensor, made)) * r.row_bytes, t, from * r.row_bytes,
           (end - from) * r.row_bytes, call.op.symbol);
      lines.emplace_back(r.tensor, at);
    }
    const nookc::Location to = nookc::image_made(p_, chain, stage).at;
    if (stage.sum_bytes > 0) {
      const int64_t sums = kSums - (static_cast<int64_t>(i) << 32);
      for (int64_t k = 0; k < stage.sum_bytes && y > 0; ++k) expect(scratch_of(call), k, sums - y, "a sum");
      fill(scratch_of(call), stage.sum_bytes, sums - y - n);
      if (y + n == stage.turns)
        write(call.out[0], 0, call.out_tensors[0], 0, p_.graph[call.out_tensors[0]].bytes());
    } else {
      write(to, (y - start(chain, stage.out, made)) * stage.row_bytes, call.out_tensors[0],
            y * stage.row_bytes, n * stage.row_bytes);
      lines.emplace_back(stage.out, to);
    }
    std::vector<int64_t> before;
    for (const auto& [t, at] : lines) before.push_back(start(chain, t, made));
    made[i] += static_cast<int32_t>(n);
    std::vector<nookc::TensorId> moved;
    for (size_t k = 0; k < lines.size(); ++k) {
      const auto& [t, at] = lines[k];
      const nookc::Line line = nookc::line_of(chain, t);
      const bool streamed = t == chain.stream.tensor;
      if ((!streamed && nookc::is_whole_line(chain, t)) || std::ranges::count(moved, t) > 0) continue;
      moved.push_back(t);
      const int64_t after = start(chain, t, made), bytes = p_.graph[t].bytes() / length(chain, t);
      move_line(at, (after - before[k]) * bytes, (made[line.maker] - after) * bytes);
    }
  }

  static int64_t length(const nookc::RowChain& chain, nookc::TensorId t) {
    if (t == chain.stream.tensor) return chain.stream.height;
    return std::ranges::find(chain.stages, t, &nookc::RowStage::out)->height;
  }

  int64_t row_bytes(nookc::TensorId t) const {
    const nookc::Tensor& tensor = p_.graph[t];
    return tensor.shape.rank == 4 ? tensor.bytes() / tensor.shape.dim[1] : tensor.bytes();
  }

  // The rows of operand k that a kernel reads when it computes row y: the first, and one past the last.
  struct Rows {
    int64_t first, end;
  };
  static int64_t rounded_down(int64_t n, int64_t by) { return n < 0 ? -((by - 1 - n) / by) : n / by; }
  Rows rows_read(const nookc::Call& call, size_t k, int64_t y) const {
    Rows rows = {y, y + 1};  // for an image as high as the output, or one that is summed
    const nook::FormRow& form = nookc::form_of(call);
    if (form.window) {
      const nook::WindowRows window = form.window(call.op.params);
      const nookc::RowStage* const stage = nookc::row_stage(p_, static_cast<size_t>(&call - p_.calls.data()));
      if (stage->sum_bytes == 0)
        rows = {rounded_down(y * window.stride - window.before, window.ratio),
                rounded_down(y * window.stride + window.reach, window.ratio)};
    }
    const nook::Shape& shape = p_.graph[call.in_tensors[k]].shape;
    return {std::max<int64_t>(0, rows.first), std::min<int64_t>(rows.end, shape.dim[1])};
  }

  void read_rows(const nookc::RowChain& chain, const nookc::RowStage& stage, size_t operand, int64_t y) {
    const nookc::Call& call = p_.calls[static_cast<size_t>(stage.call)];
    const auto r = std::ranges::find(stage.reads, operand, &nookc::RowRead::operand);
    if (r == stage.reads.end()) {
      wrong_ = std::string(call.op.symbol) + " is handed all of an image, not its rows";
      return;
    }
    const nookc::RowImage image = nookc::image_read(p_, chain, stage, *r);
    const nookc::TensorId t = call.in_tensors[operand];
    const Rows rows = rows_read(call, operand, y);
    for (int64_t row = rows.first; row < rows.end; ++row)
      read(image.at, row % image.rows * image.row_bytes, t, row * row_bytes(t), row_bytes(t), call.op.symbol);
  }

  void take_turn(const nookc::RowChain& chain, size_t i, int64_t y) {
    const nookc::RowStage& stage = chain.stages[i];
    const nookc::Call& call = p_.calls[static_cast<size_t>(stage.call)];
    const nookc::TensorId t = call.out_tensors[0];
    if (stage.sum_bytes == 0) spoil_scratch(call, call.op.scratch);
    for (size_t k = 0; k < call.in_tensors.size(); ++k)
      if (call.in_tensors[k] != nookc::TensorId::kNone && !p_.graph[call.in_tensors[k]].constant())
        read_rows(chain, stage, k, y);
    if (stage.sum_bytes > 0) {
      const int64_t sums = kSums - (static_cast<int64_t>(i) << 32);
      for (int64_t k = 0; k < stage.sum_bytes && y > 0; ++k) expect(scratch_of(call), k, sums - y, "a sum");
      fill(scratch_of(call), stage.sum_bytes, sums - y - 1);
      if (y == stage.turns - 1) write(call.out[0], 0, t, 0, p_.graph[t].bytes());
      return;
    }
    const nookc::RowImage image = nookc::image_made(p_, chain, stage);
    write(image.at, y % image.rows * image.row_bytes, t, y * row_bytes(t), row_bytes(t));
  }

  const nookc::Program& p_;
  const Origins origins_;
  std::vector<std::vector<int64_t>> pools_, inputs_, outputs_;
  std::string wrong_;
  std::map<const nookc::Call*, std::map<std::string, int32_t>> fields_;
};

}  // namespace test
