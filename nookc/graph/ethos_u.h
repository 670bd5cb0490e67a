// The operator `ethos-u`, into which Vela compiles the part of a network that an Arm Ethos-U executes. It
// holds commands for the device. No kernel computes it: only the compiler knows the operator, and generated
// code passes the commands and the addresses of their memory to the device's driver (nook/device.h).
//
// Operands: commands, constants (TensorId::kNone: it has none), places (below), inputs. In a program, the
// call's scratch is the scratch of the commands, and its state is their fast scratch.
#pragma once
#include <vector>

#include "nookc/graph/graph.h"

namespace nookc {

struct EthosU {
  static constexpr nook::OpCode kCode{1101};
  static constexpr const char* kName = "ethos-u";  // in models
  struct Attrs {
    using Op = EthosU;
    int32_t scratch_bytes = 0;
    int32_t scratch_offset = 0;  // in the memory that Vela planned
    int32_t fast_bytes = 0;      // fast scratch, which nothing but the commands uses; 0: they use none
  };
  // The operands before the inputs.
  static constexpr size_t kCommands = 0, kConstants = 1, kPlaces = 2, kFirstInput = 3;
  // The addresses of constants, scratch and fast scratch precede the addresses of the inputs.
  static constexpr size_t kOwnBases = 3, kMostBases = 8;
  static constexpr int32_t kAlignment = 16;  // bytes, for each address
};

const nook::OpRow& ethos_u_row();

// Whether the node is such an operator.
bool holds_commands(const Node& node);
bool holds_commands(const Graph& graph);

// A tensor in the memory that Vela planned, at this distance from its start. The operators of the file from
// `first` to `last` leave its bytes alone (-1: from the entry on; the number of operators: until the exit).
struct VelaPlace {
  TensorId tensor;
  int32_t offset = 0;
  int32_t first = 0, last = 0;
  bool operand = false;  // whether commands read or write it, which have its offset in them
};

// The tensors in the memory that Vela planned.
class VelaPlan {
 public:
  // None, if no operator holds commands.
  explicit VelaPlan(const Graph& graph);
  explicit VelaPlan(std::vector<VelaPlace> tensors) : tensors_(std::move(tensors)) {}

  const std::vector<VelaPlace>& tensors() const { return tensors_; }
  const VelaPlace* find(TensorId tensor) const;  // null: the tensor may be anywhere
  bool is_operand(TensorId tensor) const;
  // The constant that each operator with commands has as its operand kPlaces.
  Tensor as_constant() const;

 private:
  std::vector<VelaPlace> tensors_;
};

}  // namespace nookc
