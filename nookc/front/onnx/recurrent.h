// The operands of ONNX's LSTM, GRU and RNN, checked and split by direction.
#pragma once
#include "nook/ops/families/recurrent.h"
#include "nookc/front/onnx/ops.h"

namespace nookc::onnx {

// The numbers of all directions are concatenated.
struct Recurrent {
  int64_t steps = 0, batch = 0, in = 0, hidden = 0, directions = 1, gates = 0;
  std::vector<double> w, r, b;    // [directions][gates * hidden][in], [...][hidden], [...][2]
  std::vector<double> peepholes;  // [directions][3 * hidden], or empty
  std::vector<nook_recurrent_function> functions;  // per direction: gates, candidate, output
  double clip = 0;                                 // 0: no clipping
  bool batch_first = false, coupled = false;

  // Rows `from` to `from + count` of a direction's matrix `of`, which has `width` columns.
  std::vector<double> rows(const std::vector<double>& of, int64_t direction, int64_t from, int64_t count,
                           int64_t width) const;
  // Bias `which` (0: of the input, 1: of the state) of `count` gates from `first` on.
  std::vector<double> bias(int64_t direction, int64_t which, int64_t first, int64_t count) const;
  const nook_recurrent_function& function(int64_t direction, size_t which) const;
};

// Reads the operands of the current node, which has this number of gates. Returns why they can't be mapped,
// or an empty text.
std::string read_recurrent(Mapper& m, int64_t gates, Recurrent* to);

// The lengths of the sequences in memory; kNone: all have all steps. Sets `why` if they can't be mapped.
TensorId read_lengths(Mapper& m, const Recurrent& net, std::string* why);

// The state before the first step, [batch][hidden] in memory; kNone: zeros.
TensorId first_state(Mapper& m, const Recurrent& net, size_t operand, int64_t direction);

}  // namespace nookc::onnx
