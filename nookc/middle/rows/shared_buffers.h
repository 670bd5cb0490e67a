#pragma once
#include <cstdint>
#include <vector>

#include "nookc/middle/lower/program.h"

namespace nookc {

// Which buffers of a chain of strips are in use at the same time. Others can be one.
class SharedBuffers {
 public:
  explicit SharedBuffers(size_t stages);

  // The buffer of a stage holds pixels that are still to be read, or does not.
  void use(size_t stage, bool used);
  // A stage is about to write to its buffer.
  void write(size_t stage);
  // Sets RowStage::into: the largest buffers first, each that is never in use at the same time joins.
  // `candidates`: the stages with buffers.
  void share(std::vector<RowStage>& stages, std::vector<size_t> candidates) const;

 private:
  using Bits = std::vector<uint64_t>;  // one per stage

  bool together(size_t a, size_t b) const;

  Bits used_;
  std::vector<Bits> met_;  // per stage: the buffers that were in use when it wrote
};

}  // namespace nookc
