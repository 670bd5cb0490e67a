// Compares the results of a compiled model with a reference's.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "nookc/back/run/compare.h"
#include "nookc/back/run/session.h"

namespace nookc {

struct OutputVerdict {
  int run;
  size_t output;
  std::string name;
  Comparison result;
};

// An intermediate tensor after run 0.
struct TensorVerdict {
  enum class State { kSame, kDiffers, kFolded, kNotCompared };
  State state = State::kSame;  // kFolded: a pass removed it; kNotCompared: the reference has only a hash, and
                               // the tensor has floats or lost channels
  int32_t op = -1, tensor = -1;
  std::string name, kind;            // kind: the operator, "CONV_2D"; empty for a folded tensor
  bool narrowed = false;             // a pass removed some channels; the others were compared
  std::optional<Comparison> result;  // nothing if only hashes were compared
};

struct ModelVerdict {
  int runs = 0;
  int64_t sizes = 0;  // number of offered buffer sizes that were too small and refused
  std::vector<OutputVerdict> outputs;
  std::vector<TensorVerdict> tensors;  // in the order of execution; empty without run0_tensors.json
  std::vector<std::string> faults;     // faults that the runner found: broken guards, missing refusals

  bool ok() const;
  const TensorVerdict* first_difference() const;  // null if all are equal
};

// A program that takes hops gets the windows of `golden` hop by hop; the outputs of each window's last hop
// are compared. Other programs: runs all inputs of `golden` with and without events. Diags as Session; N4008
// also for outputs that are missing or have another size; N4009: run0_tensors.json is malformed or belongs to
// another model. `every_size`: also offers every smaller size of every buffer.
Result<ModelVerdict> validate(Session& session, const std::filesystem::path& golden, bool every_size);

}  // namespace nookc
