#pragma once
#include "nookc/middle/live/live_ranges.h"
#include "nookc/middle/rows/by_rows.h"
#include "nookc/middle/rows/stages.h"

namespace nookc {

// No memory is enough: calls that can't be a section.
inline constexpr int64_t kNever = INT64_MAX;
// Steps times stages to simulate, for a few seconds; every size of strips has a part of it.
inline constexpr int64_t kMostWork = int64_t{1} << 28, kMostWorkOfStrips = kMostWork / 8;

// Calls that follow each other: one, or a chain.
struct Section {
  int64_t bytes = kNever;
  bool chained = false;  // otherwise a single call, as a whole
  bool strips = false;   // the chain computes strips, not rows
  // Chains that are not simulated yet; until they are, `bytes` is a bound that they can't go below.
  bool rows_open = false, strips_open = false;

  bool open() const { return rows_open || strips_open; }
};

// All sections of a program, and the facts to measure one.
struct Sections {
  const Program& p;
  const Storage& storage;
  const RowStages& stages;
  const CompileOptions& options;
  const Overwriting overwriting;
  StageTable strips;  // stages that compute strips; empty: there are none
  const std::vector<WholeTensor> lives;
  const LiveBytes live;
  std::vector<std::vector<size_t>> by_last;    // per call: the program's inner tensors that end there
  int64_t bound = 0;                           // a peak that is reached without chains
  int64_t work = 0;                            // steps that may still be simulated, times stages
  std::vector<std::vector<Section>> sections;  // [first call][length - 1]
};

Sections sections_of(const Program& program, const Storage& storage, const RowStages& stages,
                     const CompileOptions& options, Overwriting overwriting, StageTable strips);

// Simulates calls b to e, a section, as a chain of rows, or of strips if chain.strips is set: computes its
// stages and the live bytes. False: they can't run by rows, or that would take the compiler too long.
bool chained(Sections& c, size_t b, size_t e, RowChain& chain, int64_t& all);
// Simulates the chains of a section that are open. Rows are taken if strips are no better.
void simulate(Sections& c, size_t b, size_t calls);

}  // namespace nookc
