// Runs a placed program on memory that holds no numbers but knows, for each byte, which byte of which tensor
// is there. It shares no code with what plans chains, rings and views: what a row reads is asked of the
// program alone, and where a byte of a tensor comes from of the operators that move bytes, one by one.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "nookc/lower/prepare_node.h"
#include "nookc/lower/program.h"

namespace test {

// Per byte of every tensor, the number of the byte that it was before RESHAPE, CONCATENATION and
// STRIDED_SLICE moved it.
class Origins {
 public:
  explicit Origins(const nookc::Graph& graph) : of_(graph.tensors.size()) {
    uint32_t next = 0;
    for (size_t t = 0; t < of_.size(); ++t) {
      of_[t].resize(static_cast<size_t>(graph.tensors[t].bytes()));
      for (uint32_t& number : of_[t]) number = next++;
    }
    for (const nookc::Node& node : graph.nodes)
      if (nookc::Graph::attrs<nook::Reshape>(node) || nookc::Graph::attrs<nook::Concatenation>(node) ||
          nookc::Graph::attrs<nook::StridedSlice>(node))
        move(graph, node);
  }

  const std::vector<uint32_t>& of(nookc::TensorId t) const { return of_[index(t)]; }

 private:
  // The reference kernel moves the numbers, a byte of each at a time.
  void move(const nookc::Graph& graph, const nookc::Node& node) {
    std::vector<uint64_t> memory(4096);
    nook::Arena arena({reinterpret_cast<uint8_t*>(memory.data()), memory.size() * 8});
    nook::PrepareContext context{arena, nook::kRef, false, {}};
    const auto op = nookc::prepare_node(graph, node, context);
    if (!op) return;
    std::vector<uint32_t>& to = of_[index(node.out[0])];
    std::ranges::fill(to, 0u);
    for (int shift = 0; shift < 32; shift += 8) {
      std::vector<std::vector<uint8_t>> planes;
      std::vector<const void*> in;
      for (nookc::TensorId t : node.in) {
        auto& plane = planes.emplace_back();
        for (uint32_t number : of_[index(t)]) plane.push_back(static_cast<uint8_t>(number >> shift));
      }
      for (const auto& plane : planes) in.push_back(plane.data());
      std::vector<uint8_t> moved(to.size());
      void* out[] = {moved.data()};
      op->invoke(op->params, {in.data(), out, nullptr});
      for (size_t i = 0; i < to.size(); ++i) to[i] |= uint32_t{moved[i]} << shift;
    }
  }

  std::vector<std::vector<uint32_t>> of_;
};

class TaggedMemory {
 public:
  explicit TaggedMemory(const nookc::Program& program) : p_(program), origins_(program.graph) {
    for (const nookc::PoolUse& use : p_.scratch_pools)
      pools_.emplace_back(static_cast<size_t>(use.bytes), kGarbage);
    for (nookc::TensorId t : p_.graph.inputs) write(p_.location[index(t)], 0, t, 0, p_.graph[t].bytes());
  }

  // Empty: every byte that was read is what was written for it, and the outputs are there at the end.
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
    return wrong_;
  }

 private:
  static constexpr int64_t kGarbage = -1, kSums = -1000;  // sums count down from there

  const nookc::RowChain* chain_at(size_t call) const {
    for (const nookc::RowChain& chain : p_.chains)
      if (chain.stages[0].call == static_cast<int32_t>(call)) return &chain;
    return nullptr;
  }

  // `bytes` of a tensor, from its byte `from` on, at `offset` from a location. What is the application's is
  // not here.
  void write(const nookc::Location& at, int64_t offset, nookc::TensorId t, int64_t from, int64_t bytes) {
    for (int64_t i = 0; i < bytes; ++i) put(at, offset + i, number(t, from + i));
  }

  void read(const nookc::Location& at, int64_t offset, nookc::TensorId t, int64_t from, int64_t bytes,
            const std::string& who) {
    for (int64_t i = 0; i < bytes; ++i)
      expect(at, offset + i, number(t, from + i),
             who + " reads byte " + std::to_string(from + i) + " of '" + p_.graph[t].name + "'");
  }

  int64_t number(nookc::TensorId t, int64_t byte) const { return origins_.of(t)[static_cast<size_t>(byte)]; }

  void put(const nookc::Location& at, int64_t offset, int64_t tag) {
    if (at.kind != nookc::Location::Kind::kScratch) return;
    pools_[static_cast<size_t>(at.index)].at(static_cast<size_t>(at.offset + offset)) = tag;
  }

  void expect(const nookc::Location& at, int64_t offset, int64_t tag, const std::string& who) {
    if (at.kind != nookc::Location::Kind::kScratch || !wrong_.empty()) return;
    const int64_t found = pools_[static_cast<size_t>(at.index)].at(static_cast<size_t>(at.offset + offset));
    if (found != tag)
      wrong_ = who + ", number " + std::to_string(tag) + ", and finds " + std::to_string(found);
  }

  void spoil_scratch(const nookc::Call& call, int64_t bytes) { fill(scratch_of(call), bytes, kGarbage); }

  void fill(const nookc::Location& at, int64_t bytes, int64_t tag) {
    for (int64_t i = 0; i < bytes; ++i) put(at, i, tag);
  }

  static nookc::Location scratch_of(const nookc::Call& call) {
    return {nookc::Location::Kind::kScratch, call.scratch_pool, call.scratch_offset};
  }

  // An output may share bytes with an input as far as the kernel's row says (nook/ops/op.h).
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

  void run_chain(const nookc::RowChain& chain) {
    std::vector<int32_t> made(chain.stages.size());
    delivered_ = 0;
    for (;;) {
      size_t next = chain.stages.size();
      for (const size_t i : chain.order)
        if (ready(chain, made, i)) next = i;
      if (next < chain.stages.size())
        take_turn(chain, next, made[next]++);
      else if (chain.stream.tensor == nookc::TensorId::kNone || delivered_ == chain.stream.height)
        return;
      else
        deliver(chain.stream);
    }
  }

  void deliver(const nookc::RowStream& stream) {
    const int64_t row = delivered_++;
    write(stream.ring, row % stream.held * stream.row_bytes, stream.tensor, row * stream.row_bytes,
          stream.row_bytes);
  }

  static const nookc::RowStage* maker(const nookc::RowChain& chain, nookc::TensorId t) {
    for (const nookc::RowStage& stage : chain.stages)
      if (stage.out == t) return &stage;
    return nullptr;
  }

  bool ready(const nookc::RowChain& chain, const std::vector<int32_t>& made, size_t i) const {
    const nookc::RowStage& stage = chain.stages[i];
    if (made[i] == stage.turns) return false;
    for (const nookc::RowRead& read : stage.reads) {
      const int32_t need = std::min(made[i] * read.stride + read.reach, read.height);
      if (read.tensor == chain.stream.tensor && delivered_ < need) return false;
      if (const nookc::RowStage* from = maker(chain, read.tensor))
        if (made[static_cast<size_t>(from - chain.stages.data())] < need) return false;
    }
    return true;
  }

  static int64_t held(const nookc::RowChain& chain, const nookc::RowStage& stage) {
    return stage.into < 0 ? stage.held : chain.stages[static_cast<size_t>(stage.into)].held;
  }

  void take_turn(const nookc::RowChain& chain, size_t i, int64_t y) {
    const nookc::RowStage& stage = chain.stages[i];
    const nookc::Call& call = p_.calls[static_cast<size_t>(stage.call)];
    if (stage.sum_bytes == 0) spoil_scratch(call, call.op.scratch);
    for (const nookc::RowRead& r : stage.reads) {
      const nookc::RowStage* const from = maker(chain, r.tensor);
      const bool streamed = r.tensor == chain.stream.tensor;
      const int64_t ring = streamed ? chain.stream.held : from ? held(chain, *from) : r.height;
      const int64_t end = std::min<int64_t>(y * r.stride + r.reach, r.height);
      for (int64_t row = std::max<int64_t>(0, y * r.stride - r.before); row < end; ++row)
        read(streamed ? chain.stream.ring : call.in[r.operand], row % ring * r.row_bytes, r.tensor,
             row * r.row_bytes, r.row_bytes, call.op.symbol);
    }
    if (stage.sum_bytes > 0) {
      const int64_t sums = kSums - (static_cast<int64_t>(i) << 32);
      for (int64_t k = 0; k < stage.sum_bytes && y > 0; ++k) expect(scratch_of(call), k, sums - y, "a sum");
      fill(scratch_of(call), stage.sum_bytes, sums - y - 1);
      if (y == stage.turns - 1) write(call.out[0], 0, stage.out, 0, int64_t{stage.height} * stage.row_bytes);
      return;
    }
    write(call.out[0], y % held(chain, stage) * stage.row_bytes, stage.out, y * stage.row_bytes,
          stage.row_bytes);
  }

  const nookc::Program& p_;
  const Origins origins_;
  std::vector<std::vector<int64_t>> pools_;
  int32_t delivered_ = 0;
  std::string wrong_;
};

}  // namespace test
