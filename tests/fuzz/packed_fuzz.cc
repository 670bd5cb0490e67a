// Weights that were packed in advance and changed since: an interpreter refuses them or stays inside its
// memory, with any result. The same applies to state that an application saved, changed and restored.
//
// The first byte chooses a model of the interpreter's tests; then come changes of three bytes each: the
// offset (two) and the new value. Odd choices change the state, too.
#include <vector>

#include "tests/fuzz/interpret.h"
#include "tests/interp/bench.h"

namespace {

struct Changes {
  const uint8_t* data;
  size_t count;
  void apply(uint8_t* bytes, size_t size, size_t behind) const {
    if (size <= behind) return;
    for (size_t i = 0; i < count; ++i) {
      const size_t at = static_cast<size_t>(data[3 * i] | data[3 * i + 1] << 8) % (size - behind);
      bytes[behind + at] = data[3 * i + 2];
    }
  }
};

// A model in the memory that it needs, with weights packed for this machine's kernels.
class Laid {
 public:
  explicit Laid(nook::Span<const uint8_t> file)
      : model_(*nook::Model::open(file)), working_(nook::packing_bytes(model_)) {
    nook::MemoryRequirements need;
    options_.packer = &nook_pack_weights;
    if (nook::memory_requirements(model_, fuzz::fast_ops(), options_, working_.span(), &need) !=
        nook::Code::kOk)
      return;
    for (uint32_t i = 0; i < need.input_count; ++i) blocks_.emplace_back(need.inputs[i].bytes);
    for (uint32_t i = 0; i < need.input_count; ++i) in_.push_back({blocks_[i].data.get(), blocks_[i].bytes});
    for (uint32_t i = 0; i < need.output_count; ++i) {
      blocks_.emplace_back(need.outputs[i].bytes);
      out_.push_back({blocks_.back().data.get(), blocks_.back().bytes});
    }
    persistent_ = need.persistent.bytes, scratch_ = need.scratch.bytes, laid_ = need.constants.bytes;
  }

  void run(const Changes& weights, const Changes& state) {
    const fuzz::Block laid(laid_), kept(persistent_), lent(scratch_), again(working_.bytes);
    const auto make = [&](const nook_packer& packer) {
      options_.packer = &packer;
      return nook::Interpreter(model_, fuzz::fast_ops(),
                               {{in_.data(), in_.size()},
                                {out_.data(), out_.size()},
                                kept.span(),
                                lent.span(),
                                again.span(),
                                {laid.data.get(), laid.bytes}},
                               options_);
    };
    if (!make(nook_pack_weights).ok()) return;
    weights.apply(laid.data.get(), laid.bytes, 0);
    nook::Interpreter net = make(nook_packed_weights);
    if (!net.ok()) return;
    const nook::Span<uint8_t> saved = net.state();
    state.apply(saved.data(), saved.size(), 0);
    net.invoke();
    net.reset();
    net.invoke();
  }

 private:
  nook::Model model_;
  fuzz::Block working_;
  nook::InterpreterOptions options_;
  std::vector<fuzz::Block> blocks_;
  std::vector<nook_const_buffer> in_;
  std::vector<nook_buffer> out_;
  size_t persistent_ = 0, scratch_ = 0, laid_ = 0;
};

std::vector<Laid>& all() {
  static std::vector<Laid> laid = [] {
    std::vector<Laid> some;
    some.emplace_back(interp_test::accumulator());
    for (const auto& c : interp_test::cases()) some.emplace_back(c.model);
    return some;
  }();
  return laid;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const Changes changes{data + 2, (size - 2) / 3}, none{nullptr, 0};
  Laid& model = all()[data[0] % all().size()];
  model.run(data[1] & 1 ? none : changes, changes);
  return 0;
}
