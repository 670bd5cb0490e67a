// Compares the results of a compiled model with a reference's.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "nookc/run/compare.h"
#include "nookc/run/session.h"

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
  State state = State::kSame;  // kFolded: a pass took it away; kNotCompared: nothing but a hash of what the
                               // reference has in floats, or in more channels
  int32_t op = -1, tensor = -1;
  std::string name, kind;            // kind: of the operator, "CONV_2D"; empty for one that was folded
  bool narrowed = false;             // a pass took channels of it: the others were compared
  std::optional<Comparison> result;  // none where only hashes were compared
};

struct Verdict {
  int runs = 0;
  int64_t sizes = 0;  // of buffers, too small, that were offered and refused
  std::vector<OutputVerdict> outputs;
  std::vector<TensorVerdict> tensors;  // in the order of execution; empty without run0_tensors.json
  std::vector<std::string> faults;     // what the runner saw: broken guards, refusals that are missing

  bool ok() const;
  const TensorVerdict* first_difference() const;  // null: none
};

// Runs all inputs of `golden` with and without events. Diags as Session; N4008 also for outputs that are
// missing or have another size; N4009: run0_tensors.json is malformed or belongs to another model.
// `every_size`: also offers every smaller size of every buffer.
Result<Verdict> validate(Session& session, const std::filesystem::path& golden, bool every_size);

}  // namespace nookc
