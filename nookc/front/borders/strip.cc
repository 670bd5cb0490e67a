#include "nookc/front/borders/strip.h"

#include <algorithm>
#include <cstring>

#include "nook/ops/contract/op_code.h"
#include "nookc/core/dtype.h"

namespace nookc {
namespace {

using nook::DType;
using nook::OpCode;

constexpr size_t kMostBetween = 16;  // operators between a border and the conversion that is removed
constexpr int32_t Wires::Tensor::*kType = &Wires::Tensor::type_of;
constexpr int32_t Wires::Tensor::*kShape = &Wires::Tensor::shape_of;

bool is(const Wires::Op& op, OpCode code) { return op.code == static_cast<int32_t>(code); }
bool is_any(const Wires::Op& op, std::initializer_list<OpCode> codes) {
  return std::ranges::any_of(codes, [&](OpCode code) { return is(op, code); });
}

// Operators that pass on the values they read, whatever their type (moves) and whatever their dimension order
// (the next function).
bool moves(const Wires::Op& op) {
  return is_any(op, {OpCode::kReshape, OpCode::kSqueeze, OpCode::kExpandDims, OpCode::kTranspose});
}
bool rescales(const Wires::Op& op) { return is_any(op, {OpCode::kQuantize, OpCode::kDequantize}); }

// Whether the operator reads one computed tensor and writes one.
bool takes_one(const Wires::Op& op, int32_t t) {
  return !op.in.empty() && op.in[0] == t && std::ranges::count(op.in, t) == 1 && op.out.size() == 1 &&
         op.out[0] >= 0;
}

bool is_integer(const nook::TensorInfo& info) {
  const bool known = info.type == DType::kS8 || info.type == DType::kS16 || info.type == DType::kU8;
  return known && info.scales.size() == 1;
}

// Whether both represent the same real numbers, one as uint8 and the other as int8.
bool shifted(const nook::TensorInfo& whole, const nook::TensorInfo& half) {
  return whole.type == DType::kU8 && half.type == DType::kS8 && whole.per_tensor() && half.per_tensor() &&
         whole.scale() == half.scale() && whole.zero_point == half.zero_point + 128;
}

bool same_numbers(const nook::TensorInfo& a, const nook::TensorInfo& b) {
  return a.type == b.type && a.zero_point == b.zero_point && a.scales.size() == b.scales.size() &&
         std::equal(a.scales.begin(), a.scales.end(), b.scales.begin());
}

std::vector<int32_t> order_of(const Wires& wires, const Wires::Op& op) {
  if (op.in.size() < 2 || op.in[1] < 0) return {};
  const nook::TensorInfo& perm = wires.tensors[Wires::number(op.in[1])].info;
  if (!perm.data || perm.type != DType::kS32) return {};
  std::vector<int32_t> order(static_cast<size_t>(perm.shape.elements()));
  std::memcpy(order.data(), perm.data, order.size() * sizeof order[0]);
  return order;
}

// Whether a TRANSPOSE moves the channels (the first dimension, or the second if the first is a batch) to the
// end, or from the end to the front.
bool moves_channels(std::vector<int32_t> order, bool to_the_end) {
  const auto rank = static_cast<int32_t>(order.size());
  for (int32_t batch = rank == 3 ? 0 : 1; batch <= 1 && rank >= 3; ++batch) {
    std::vector<int32_t> wanted(order.size());
    for (int32_t i = 0; i < rank; ++i) wanted[Wires::number(i)] = i;
    const auto first = wanted.begin() + batch;
    std::rotate(first, to_the_end ? first + 1 : wanted.end() - 1, wanted.end());
    if (order == wanted) return true;
  }
  return false;
}

class Strip {
 public:
  explicit Strip(Wires& wires) : wires_(wires) {}

  // Each returns the reason why a border stays unchanged; empty: it was changed, or there is nothing to
  // change.
  std::string type_of_input(int32_t border) {
    return input(border, kType, moves, [&](const Wires::Op& op) {
      if (!is(op, OpCode::kQuantize)) return Fit::kNo;
      return fits(wires_.typed(border), wires_.typed(op.out[0])) ? Fit::kYes : Fit::kOtherwise;
    });
  }
  std::string type_of_output(int32_t border) {
    return output(border, kType, moves, [&](const Wires::Op& op) {
      if (!rescales(op) || !is_integer(wires_.typed(op.in[0]))) return Fit::kNo;
      return fits(wires_.typed(border), wires_.typed(op.in[0])) ? Fit::kYes : Fit::kOtherwise;
    });
  }
  std::string order_of_input(int32_t border) {
    return input(border, kShape, rescales, [&](const Wires::Op& op) {
      if (!is(op, OpCode::kTranspose)) return Fit::kNo;
      return moves_channels(order_of(wires_, op), true) ? Fit::kYes : Fit::kOtherwise;
    });
  }
  std::string order_of_output(int32_t border) {
    return output(border, kShape, rescales, [&](const Wires::Op& op) {
      if (!is(op, OpCode::kTranspose)) return Fit::kNo;
      return moves_channels(order_of(wires_, op), false) ? Fit::kYes : Fit::kOtherwise;
    });
  }

 private:
  enum class Fit { kNo, kYes, kOtherwise };  // kOtherwise: an operator of the right kind that must stay

  // Whether the inner tensor's values can replace the outer ones without loss.
  static bool fits(const nook::TensorInfo& outer, const nook::TensorInfo& inner) {
    return outer.type == DType::kF32 ? is_integer(inner) : shifted(outer, inner);
  }

  std::string in_the_way(size_t op, Fit fit) const {
    if (fit == Fit::kNo) return wires_.op_text(op) + " uses it";
    const bool order = is(wires_.ops[op], OpCode::kTranspose);
    return wires_.op_text(op) + (order ? " puts its dimensions in another order" : " changes its scale");
  }

  // Why the tensor between two operators can't change with the border; empty: it can.
  std::string shared(int32_t t) const {
    if (wires_.outputs_of(t) > 0) return "'" + wires_.tensors[Wires::number(t)].name + "' is an output too";
    return {};
  }

  template <class Passes, class Ends>
  std::string input(int32_t border, int32_t Wires::Tensor::*what, Passes passes, Ends ends) {
    std::vector<int32_t> between = {border};
    std::vector<size_t> readers;
    for (;; between.push_back(wires_.ops[readers[0]].out[0])) {
      const int32_t t = between.back();
      if (const std::string why = shared(t); !why.empty()) return why;
      readers = wires_.readers(t);
      if (readers.empty()) return "no operator reads it";
      const auto fit = [&](size_t r) { return takes_one(wires_.ops[r], t) ? ends(wires_.ops[r]) : Fit::kNo; };
      const auto other = std::ranges::find_if(readers, [&](size_t r) { return fit(r) != Fit::kYes; });
      if (other == readers.end()) break;
      const Wires::Op& next = wires_.ops[readers[0]];
      const bool on =
          readers.size() == 1 && fit(readers[0]) == Fit::kNo && takes_one(next, t) && passes(next);
      if (!on || between.size() > kMostBetween) return in_the_way(*other, fit(*other));
    }
    const int32_t inner = wires_.ops[readers[0]].out[0];
    for (const size_t r : readers) {
      const int32_t result = wires_.ops[r].out[0];
      if (const std::string why = shared(result); !why.empty()) return why;
      if (!same_numbers(wires_.typed(result), wires_.typed(inner)) ||
          wires_.shape(result) != wires_.shape(inner))
        return wires_.op_text(readers[0]) + " and " + wires_.op_text(r) + " differ";
    }
    for (const int32_t t : between)
      wires_.tensors[Wires::number(t)].*what = wires_.tensors[Wires::number(inner)].*what;
    for (const size_t r : readers) {
      wires_.reroute(wires_.ops[r].out[0], between.back());
      wires_.ops[r].gone = true;
    }
    wires_.changed = true;
    return {};
  }

  // Why the inner tensor can't be the output itself.
  std::string taken(int32_t inner) const {
    const Wires::Tensor& t = wires_.tensors[Wires::number(inner)];
    if (wires_.is_input(inner)) return "it would be the input '" + t.name + "' itself";
    if (wires_.outputs_of(inner) > 0) return "it would duplicate the output '" + t.name + "'";
    if (t.info.variable || t.info.data || wires_.writer(inner) < 0) return "'" + t.name + "' keeps its value";
    return {};
  }

  template <class Passes, class Ends>
  std::string output(int32_t border, int32_t Wires::Tensor::*what, Passes passes, Ends ends) {
    if (wires_.tensors[Wires::number(border)].info.variable) return "it keeps its value";
    std::vector<int32_t> between;  // tensors that change with the border, which is the first
    int32_t t = border;
    size_t op = 0;
    for (;; between.push_back(t), t = wires_.ops[op].in[0]) {
      const int writer = wires_.writer(t);
      if (writer < 0) return "no operator computes it";
      op = static_cast<size_t>(writer);
      const Wires::Op& last = wires_.ops[op];
      const bool one = !last.in.empty() && last.in[0] >= 0 && takes_one(last, last.in[0]);
      const Fit fit = one ? ends(last) : Fit::kNo;
      if (fit == Fit::kYes) break;
      const bool alone = t == border ? wires_.readers(t).empty() : wires_.readers(t).size() == 1;
      if (fit == Fit::kOtherwise || !one || !passes(last) || !alone || between.size() >= kMostBetween)
        return fit == Fit::kNo ? wires_.op_text(op) + " computes it" : in_the_way(op, fit);
      if (const std::string why = shared(last.in[0]); !why.empty()) return why;
    }
    if (wires_.outputs_of(border) > 1) return "it is several outputs";
    const int32_t inner = wires_.ops[op].in[0];
    if (between.empty()) {
      if (const std::string why = taken(inner); !why.empty()) return why;
      wires_.swap(inner, border);
    } else {
      for (const int32_t b : between)
        wires_.tensors[Wires::number(b)].*what = wires_.tensors[Wires::number(inner)].*what;
      Wires::Op& reader = wires_.ops[static_cast<size_t>(wires_.writer(between.back()))];
      reader.in[0] = inner, reader.changed = wires_.changed = true;
    }
    // Other operators may still read the result.
    const int32_t left = wires_.ops[op].out[0];
    if (wires_.readers(left).empty() && wires_.outputs_of(left) == 0) wires_.ops[op].gone = true;
    return {};
  }

  Wires& wires_;
};

std::vector<int64_t> dims_of(const nook::Shape& shape) { return {shape.dim, shape.dim + shape.rank}; }

bool may_be_integer(DType type) { return type == DType::kF32 || type == DType::kU8 || type == DType::kS16; }

class Borders {
 public:
  Borders(Wires& wires, Stated* stated) : wires_(wires), strip_(wires), stated_(stated) {}

  void run(const StripWish& wish) {
    state(wires_.inputs, &stated_->inputs);
    state(wires_.outputs, &stated_->outputs);
    if (wish.channels_last) {
      each([&](int32_t t, bool input, Stated::Side& side) { order(t, input, side); });
      if (nothing_) note("--io-layout nhwc: no input or output is an image or a signal");
    }
    nothing_ = true;
    if (wish.integers) {
      each([&](int32_t t, bool input, Stated::Side& side) { type(t, input, side); });
      if (nothing_) note("--io int8: no input or output is float32 or uint8");
    }
  }

 private:
  void state(const std::vector<int32_t>& tensors, std::vector<Stated::Side>* sides) const {
    for (const int32_t t : tensors)
      sides->push_back(t < 0 ? Stated::Side() : Stated::Side{wires_.typed(t).type, dims_of(wires_.shape(t))});
  }

  void each(const auto& visit) {
    for (size_t i = 0; i < wires_.inputs.size(); ++i)
      if (sound(wires_.inputs[i])) visit(wires_.inputs[i], true, stated_->inputs[i]);
    for (size_t i = 0; i < wires_.outputs.size(); ++i)
      if (sound(wires_.outputs[i])) visit(wires_.outputs[i], false, stated_->outputs[i]);
  }
  bool sound(int32_t t) const { return t >= 0 && wires_.typed(t).type != DType::kNone; }

  void order(int32_t t, bool input, Stated::Side& side) {
    if (wires_.shape(t).rank < 3) return;
    nothing_ = false;
    const std::string why = input ? strip_.order_of_input(t) : strip_.order_of_output(t);
    side.channels_last = why.empty();
    if (!why.empty()) note(name(t, input) + " keeps its order (--io-layout nhwc): " + why);
  }

  // A border of uint8 or int16 may become an intermediate step.
  void type(int32_t t, bool input, Stated::Side&) {
    const DType before = wires_.typed(t).type;
    if (!may_be_integer(before)) return;
    nothing_ = false;
    std::string why;
    for (bool changed = true; changed && may_be_integer(wires_.typed(t).type);) {
      const DType now = wires_.typed(t).type;
      why = input ? strip_.type_of_input(t) : strip_.type_of_output(t);
      changed = wires_.typed(t).type != now;
    }
    if (wires_.typed(t).type == before)
      note(name(t, input) + " stays " + dtype_name(before) + " (--io int8): " + why);
  }

  std::string name(int32_t t, bool input) const {
    return (input ? "input '" : "output '") + wires_.tensors[Wires::number(t)].name + "'";
  }
  void note(const std::string& text) { stated_->notes.push_back(text); }

  Wires& wires_;
  Strip strip_;
  Stated* stated_;
  bool nothing_ = true;
};

}  // namespace

void strip(Wires& wires, const StripWish& wish, Stated* stated) { Borders(wires, stated).run(wish); }

}  // namespace nookc
