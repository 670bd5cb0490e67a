// Runs a placed program on memory that holds no numbers but knows, for each byte, which byte of which tensor
// is there. It shares no code with what plans chains and rings: what a row reads is asked of the program
// alone.
#pragma once
#include <string>
#include <vector>

#include "nookc/lower/program.h"
#include "nookc/lower/storage.h"

namespace test {

class TaggedMemory {
 public:
  explicit TaggedMemory(const nookc::Program& program) : p_(program), storage_(share_storage(program.graph)) {
    for (const nookc::PoolUse& use : p_.scratch_pools)
      pools_.emplace_back(static_cast<size_t>(use.bytes), Tag{-1, -1});
    for (nookc::TensorId t : p_.graph.inputs)
      write(p_.location[index(t)], 0, root(t), 0, p_.graph[t].bytes());
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
      read(p_.location[index(t)], 0, root(t), 0, p_.graph[t].bytes(), "the application");
    return wrong_;
  }

 private:
  struct Tag {
    int64_t tensor, byte;
    bool operator==(const Tag&) const = default;
  };
  static constexpr int64_t kGarbage = -2, kSums = -1000;

  int64_t root(nookc::TensorId t) const { return static_cast<int64_t>(index(storage_.root[index(t)])); }

  const nookc::RowChain* chain_at(size_t call) const {
    for (const nookc::RowChain& chain : p_.chains)
      if (chain.stages[0].call == static_cast<int32_t>(call)) return &chain;
    return nullptr;
  }

  // `bytes` of a tensor, from its byte `from` on, at `offset` from a location. What is the application's is
  // not here.
  void write(const nookc::Location& at, int64_t offset, int64_t tensor, int64_t from, int64_t bytes) {
    if (at.kind != nookc::Location::Kind::kScratch) return;
    auto& pool = pools_[static_cast<size_t>(at.index)];
    for (int64_t i = 0; i < bytes; ++i)
      pool.at(static_cast<size_t>(at.offset + offset + i)) = {tensor, from + i};
  }

  void read(const nookc::Location& at, int64_t offset, int64_t tensor, int64_t from, int64_t bytes,
            const std::string& who) {
    if (at.kind != nookc::Location::Kind::kScratch) return;
    const auto& pool = pools_[static_cast<size_t>(at.index)];
    for (int64_t i = 0; i < bytes; ++i) {
      const Tag& tag = pool.at(static_cast<size_t>(at.offset + offset + i));
      if (tag == Tag{tensor, from + i}) continue;
      if (wrong_.empty())
        wrong_ = who + " reads byte " + std::to_string(from + i) + " of tensor " + std::to_string(tensor) +
                 " and finds byte " + std::to_string(tag.byte) + " of " + std::to_string(tag.tensor);
      return;
    }
  }

  void spoil_scratch(const nookc::Call& call, int64_t bytes) {
    write({nookc::Location::Kind::kScratch, call.scratch_pool, call.scratch_offset}, 0, kGarbage, 0, bytes);
  }

  void run_call(const nookc::Call& call) {
    spoil_scratch(call, call.op.scratch);
    for (size_t k = 0; k < call.in.size(); ++k)
      if (call.in_tensors[k] != nookc::TensorId::kNone && !p_.graph[call.in_tensors[k]].constant())
        read(call.in[k], 0, root(call.in_tensors[k]), 0, p_.graph[call.in_tensors[k]].bytes(),
             call.op.symbol);
    for (size_t k = 0; k < call.out.size(); ++k)
      write(call.out[k], 0, root(call.out_tensors[k]), 0, p_.graph[call.out_tensors[k]].bytes());
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
    write(stream.ring, row % stream.held * stream.row_bytes, static_cast<int64_t>(index(stream.tensor)),
          row * stream.row_bytes, stream.row_bytes);
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
        read(streamed ? chain.stream.ring : call.in[r.operand], row % ring * r.row_bytes,
             static_cast<int64_t>(index(r.tensor)), row * r.row_bytes, r.row_bytes, call.op.symbol);
    }
    if (stage.sum_bytes > 0) {
      const nookc::Location sums{nookc::Location::Kind::kScratch, call.scratch_pool, call.scratch_offset};
      if (y > 0) read(sums, 0, kSums - static_cast<int64_t>(i), y - 1, stage.sum_bytes, "a sum");
      write(sums, 0, kSums - static_cast<int64_t>(i), y, stage.sum_bytes);
      if (y == stage.turns - 1)
        write(call.out[0], 0, static_cast<int64_t>(index(stage.out)), 0,
              int64_t{stage.height} * stage.row_bytes);
      return;
    }
    write(call.out[0], y % held(chain, stage) * stage.row_bytes, static_cast<int64_t>(index(stage.out)),
          y * stage.row_bytes, stage.row_bytes);
  }

  const nookc::Program& p_;
  const nookc::Storage storage_;
  std::vector<std::vector<Tag>> pools_;
  int32_t delivered_ = 0;
  std::string wrong_;
};

}  // namespace test
