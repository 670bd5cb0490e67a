#include "nook/interp/row_chains.h"

#include "nook/interp/buffers.h"

namespace nook::interp {
namespace {

constexpr int32_t kVersion = 1;
constexpr size_t kHead = 3;
constexpr const char* kName = "NookRowChains";

bool is_image(const TensorInfo& t) {
  return t.shape.rank == 4 && t.shape.dim[0] == 1 && t.bytes() > 0 && t.shape.dim[1] <= kMostRows && !t.data;
}

// Whether the tensor is a constant that applies to every row, such as one number per channel.
bool same_for_all_rows(const TensorInfo& t) { return t.data && t.shape.back(2) == 1 && t.shape.back(3) == 1; }

}  // namespace

void shrink_to_row(TensorInfo& t) {
  if (!t.data && t.shape.rank == 4) t.shape.dim[1] = 1;
}

size_t RowChains::working_bytes(const Model& model, uint32_t operators, uint32_t read) {
  if (model.metadata(kName).empty()) return 0;  // refused by open()
  return operators * (2 * sizeof(int32_t) + sizeof(RowStage)) + read * sizeof(RowRead) + 16;
}

Code RowChains::open(const Model& model, uint32_t operators, uint32_t read, Arena& working,
                     nook_interpreter_fault* fault) {
  const Span<const uint8_t> bytes = model.metadata(kName);
  if (bytes.empty()) return refuse(fault, NOOK_UNSUPPORTED, NOOK_ROLE_PLAN, 0, 0);
  steps_ = working.make<int32_t>(operators), first_ = working.make<int32_t>(operators);
  stages_ = working.make<RowStage>(operators), reads_ = working.make<RowRead>(read);
  if (working.failures() > 0) return refuse(fault, NOOK_NO_MEMORY, NOOK_ROLE_WORKING, 0, working.size());
  for (uint32_t i = 0; i < operators; ++i) steps_[i] = static_cast<int32_t>(i) + 1, first_[i] = -1;
  const size_t words = bytes.size() / sizeof(int32_t);
  const auto word = [&](size_t i) { return detail::load<int32_t>(bytes.data() + i * sizeof(int32_t)); };
  const auto bad = [&](size_t need, size_t have) {
    return refuse(fault, NOOK_BAD_MODEL, NOOK_ROLE_PLAN, need, have);
  };
  if (words < kHead || word(0) != kVersion || word(1) != static_cast<int32_t>(operators))
    return bad(operators, words < kHead ? 0 : static_cast<uint32_t>(word(1)));
  const size_t chains = static_cast<uint32_t>(word(2));
  if ((words - kHead) / 2 < chains) return bad(kHead + 2 * chains, words);
  int32_t from = 0;
  for (size_t c = 0; c < chains; ++c) {
    const int32_t first = word(kHead + 2 * c), count = word(kHead + 2 * c + 1);
    const bool fits = count >= 2 && count <= kMostStages && first >= from &&
                      first <= static_cast<int32_t>(operators) - count;
    if (!fits) return bad(operators, static_cast<uint32_t>(first));
    from = first + count;
    for (int32_t i = first; i < from; ++i) {
      first_[static_cast<size_t>(i)] = first;
      steps_[static_cast<size_t>(i)] = first + 1;
    }
  }
  return Code::kOk;
}

bool RowChains::add(uint32_t i, const IndexList& in, const IndexList& out, const NodeView& node,
                    const RowStep& step, int32_t scratch) {
  if (begins(i)) count_ = operands_ = kernel_scratch_ = sum_bytes_ = 0, chain_read_ = read_;
  if (out.size() != 1 || in.size() > kMostRowInputs) return false;
  const TensorInfo& y = node.outputs[0];
  const bool sums = step.sum_bytes > 0;  // produced as a whole
  if (!sums && !is_image(y)) return false;
  RowStage& s = *stage(i);
  s = {};
  s.op = i, s.tensor = out[0], s.turns = s.height = sums ? 1 : y.shape.dim[1];
  s.row_bytes = y.bytes() / s.height;
  s.first_read = read_ - chain_read_, s.first_operand = operands_,
  s.operands = static_cast<int32_t>(in.size());
  s.by_window = sums || step.by == ByRows::kWindow;
  if (step.by == ByRows::kNone || !(s.by_window ? add_window(node, step, s) : add_slice(node, s)))
    return false;
  if (s.sum_bytes > 0 && !ends(i)) return false;  // sums are complete only after the last row
  for (int32_t r = read_ - s.reads; r < read_; ++r) {
    RowRead& read = reads_[static_cast<size_t>(r)];
    read.tensor = in[static_cast<uint32_t>(read.operand)];
  }
  ++count_;
  operands_ += s.operands + 1;
  needs_scratch(scratch);
  sum_bytes_ += s.sum_bytes;
  return true;
}

bool RowChains::add_read(int32_t operand, const TensorInfo& x, const WindowRows& window, RowStage& s) {
  if (!is_image(x)) return false;
  const int32_t height = x.shape.dim[1];
  reads_[static_cast<size_t>(read_++)] = {operand, -1, -1, window, height, x.bytes() / height};
  ++s.reads;
  return true;
}

bool RowChains::add_window(const NodeView& node, const RowStep& step, RowStage& s) {
  const size_t data = static_cast<size_t>(step.operand);
  for (size_t k = 0; k < node.inputs.size(); ++k)
    if (k != data && node.inputs[k].present() && !node.inputs[k].data) return false;
  s.sum_bytes = step.sum_bytes;
  if (!add_read(step.operand, node.inputs[data], step.window, s)) return false;
  if (s.sum_bytes > 0) s.turns = node.inputs[data].shape.dim[1];
  return true;
}

bool RowChains::add_slice(const NodeView& node, RowStage& s) {
  for (size_t k = 0; k < node.inputs.size(); ++k) {
    const TensorInfo& x = node.inputs[k];
    if (!x.present() || same_for_all_rows(x)) continue;
    if (!is_image(x) || x.shape.dim[1] != s.height) return false;
    if (!add_read(static_cast<int32_t>(k), x, {}, s)) return false;
  }
  return s.reads > 0;
}

bool RowChains::find_makers(const RowStage* stages) {
  RowRead* const reads = reads_.data() + chain_read_;
  for (int32_t maker = 0; maker < count_; ++maker) {
    for (int32_t k = 0; k < count_; ++k) {
      const RowStage& s = stages[k];
      if (k != maker && s.tensor == stages[maker].tensor) return false;
      for (int32_t r = s.first_read; r < s.first_read + s.reads; ++r) {
        if (reads[r].tensor != stages[maker].tensor) continue;
        if (maker >= k) return false;
        reads[r].maker = maker;
      }
    }
  }
  return true;
}

bool RowChains::close(uint32_t i, const uint32_t* places, Layout* layout) {
  RowStage* const stages = stage(first(i));
  if (!find_makers(stages)) return false;
  for (int32_t k = 0; k < count_; ++k) {
    RowStage& s = stages[k];
    const uint32_t place = places[s.tensor];
    s.whole = kind_of(place) != Place::kScratch || s.sum_bytes > 0 ||
              layout->buffers[where_of(place)].last != steps_[i];
  }
  find_heights(stages, reads(), count_);
  for (int32_t k = 0; k < count_; ++k)
    if (!stages[k].whole)
      layout->buffers[where_of(places[stages[k].tensor])].size = stages[k].held * stages[k].row_bytes;
  return true;
}

}  // namespace nook::interp
