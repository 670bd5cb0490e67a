// Runs a lowered program on this machine as generated code would: each buffer is a separate allocation, so
// that ASan detects every access outside.
#pragma once
#include <cstring>
#include <vector>

#include "nookc/middle/lower/program.h"

namespace test {

class ProgramRun {
 public:
  explicit ProgramRun(const nookc::Program& program)
      : p_(program), scratch_(static_cast<size_t>(program.scratch_bytes), char{85}) {
    for (nookc::TensorId t : p_.graph.inputs) inputs_.emplace_back(bytes(t), char{7});
    for (nookc::TensorId t : p_.graph.outputs) outputs_.emplace_back(bytes(t));
    for (const nookc::PoolUse& use : p_.scratch_pools)
      kept_.emplace_back(static_cast<size_t>(use.kept_bytes));
    for (const nookc::Kept& kept : p_.kept) reset(kept);
  }

  std::vector<char>& input(size_t i) { return inputs_[i]; }
  const std::vector<char>& output(size_t i) const { return outputs_[i]; }

  // False: this machine does not have the kernel.
  bool call(const nookc::Call& call) {
    std::vector<const void*> in;
    std::vector<void*> out;
    for (const auto& at : call.in) in.push_back(place(at));
    for (const auto& at : call.out) out.push_back(const_cast<void*>(place(at)));
    if (!call.op.invoke) return false;
    bool waits = false;
    call.op.invoke(call.op.params, nook::Io{in.data(), out.data(), scratch_.data() + call.scratch_offset,
                                            const_cast<void*>(place(call.state)), &waits});
    return true;
  }

 private:
  size_t bytes(nookc::TensorId t) const { return static_cast<size_t>(p_.graph[t].bytes()); }

  void reset(const nookc::Kept& kept) {
    char* const to = kept_[static_cast<size_t>(kept.pool)].data() + kept.offset;
    if (kept.first < 0) {
      std::memset(to, kept.fill, static_cast<size_t>(kept.bytes));
    } else {
      const nookc::Bytes& first = *p_.constants[static_cast<size_t>(kept.first)].bytes;
      std::memcpy(to + kept.first_at, first.data(), first.size());
    }
  }

  const void* place(const nookc::Location& at) const {
    const auto index = static_cast<size_t>(at.index);
    switch (at.kind) {
      case nookc::Location::Kind::kConstant:
        return p_.constants[index].bytes->data();
      case nookc::Location::Kind::kScratch:
        return scratch_.data() + at.offset;
      case nookc::Location::Kind::kInput:
        return inputs_[index].data() + at.offset;
      case nookc::Location::Kind::kOutput:
        return outputs_[index].data() + at.offset;
      case nookc::Location::Kind::kKept:
        return kept_[index].data() + at.offset;
      default:
        return nullptr;
    }
  }

  const nookc::Program& p_;
  std::vector<std::vector<char>> inputs_, outputs_;
  std::vector<char> scratch_;
  std::vector<std::vector<char>> kept_;  // per pool
};

// Runs one inference on inputs of sevens, if it needs no more than 16 MiB; to save time, stops before an
// operator of more than `most_macs`. False: this machine does not have a kernel.
inline bool run(const nookc::Program& program, int64_t most_macs) {
  if (program.input_bytes() + program.output_bytes() + program.scratch_bytes > 1 << 24) return true;
  ProgramRun running(program);
  for (const nookc::Call& call : program.calls) {
    if (call.macs > most_macs) return true;
    if (!running.call(call)) return false;
  }
  return true;
}

}  // namespace test
