#include "nook/interp/run_chain.h"

namespace nook::interp {
namespace {

// Whether stage i has a row left to compute, and all rows that it needs.
bool ready(const RowStage* stages, const RowRead* reads, int32_t i, const int32_t* made) {
  const RowStage& s = stages[i];
  if (made[i] == s.turns) return false;
  for (int32_t r = s.first_read; r < s.first_read + s.reads; ++r) {
    const RowRead& read = reads[r];
    if (read.maker >= 0 && made[read.maker] < read.until(made[i])) return false;
  }
  return true;
}

// The last stage that can compute a row; -1: all rows are complete.
int32_t next(const RowStage* stages, const RowRead* reads, int32_t count, const int32_t* made) {
  int32_t i = count - 1;
  while (i >= 0 && !ready(stages, reads, i, made)) --i;
  return i;
}

// Visits the reads of the output of `maker`, with the stages that read it.
template <class Visit>
void visit_readers(const RowStage* stages, const RowRead* reads, int32_t count, int32_t maker, Visit visit) {
  for (int32_t i = maker + 1; i < count; ++i)
    for (int32_t r = stages[i].first_read; r < stages[i].first_read + stages[i].reads; ++r)
      if (reads[r].maker == maker) visit(i, reads[r]);
}

void limit_turns(RowStage* stages, const RowRead* reads, int32_t count) {
  for (int32_t i = count - 1; i >= 0; --i) {
    RowStage& s = stages[i];
    if (s.whole) continue;
    s.turns = 0;
    visit_readers(stages, reads, count, i, [&](int32_t reader, const RowRead& read) {
      if (stages[reader].turns == 0) return;
      const int32_t until = read.until(stages[reader].turns - 1);
      s.turns = until > s.turns ? until : s.turns;
    });
  }
}

const uint8_t* image(const RowRead& read, const RowStage* stages, const void* operand,
                     const uint8_t* scratch) {
  if (read.maker < 0 || stages[read.maker].whole) return static_cast<const uint8_t*>(operand);
  return scratch + stages[read.maker].offset;
}

nook_rows rows_of(const RowRead& read, const RowStage* stages, const void* operand, const uint8_t* scratch) {
  return {image(read, stages, operand, scratch), read.row_bytes,
          read.maker < 0 ? read.height : stages[read.maker].held};
}

void make_row(const ChainParams& chain, int32_t i, int32_t y, const Io& io) {
  const RowStage& s = chain.stages[i];
  const RowCode& code = chain.codes[i];
  const RowRead* const reads = chain.reads + s.first_read;
  uint8_t* const scratch = static_cast<uint8_t*>(io.scratch);
  const void* in[kMostRowInputs] = {};
  for (int32_t k = 0; k < s.operands; ++k) in[k] = io.in[s.first_operand + k];
  // The output is not constant: build() checks this.
  uint8_t* const written = static_cast<uint8_t*>(const_cast<void*>(io.in[s.first_operand + s.operands]));
  const nook_rows made = {s.whole ? written : scratch + s.offset, s.row_bytes, s.held};
  void* out = s.sum_bytes > 0 ? const_cast<void*>(made.base) : nook_row_to_write(&made, y);
  if (s.by_window) {
    const nook_rows x = rows_of(reads[0], chain.stages, in[reads[0].operand], scratch);
    if (code.packed) in[1] = code.packed, in[2] = nullptr;
    code.row(code.params, &x, y, {in, &out, s.sum_bytes > 0 ? scratch + chain.sums : scratch});
    return;
  }
  for (int32_t r = 0; r < s.reads; ++r) {
    const nook_rows x = rows_of(reads[r], chain.stages, in[reads[r].operand], scratch);
    in[reads[r].operand] = nook_row(&x, y);
  }
  code.invoke(code.params, {in, &out, scratch});
}

}  // namespace

void find_heights(RowStage* stages, const RowRead* reads, int32_t count) {
  limit_turns(stages, reads, count);
  for (int32_t i = 0; i < count; ++i) stages[i].held = stages[i].whole ? stages[i].height : 1;
  int32_t made[kMostStages] = {};
  for (int32_t i; (i = next(stages, reads, count, made)) >= 0; ++made[i]) {
    RowStage& s = stages[i];
    int32_t oldest = made[i];  // the oldest row that is still needed
    if (s.whole) continue;
    visit_readers(stages, reads, count, i, [&](int32_t reader, const RowRead& read) {
      if (made[reader] == stages[reader].turns) return;
      const int32_t first = read.first(made[reader]);
      oldest = first < oldest ? first : oldest;
    });
    const int32_t held = made[i] + 1 - oldest;
    s.held = held > s.held ? held : s.held;
  }
}

void run_chain(const void* params, const Io& io) {
  const ChainParams& chain = *static_cast<const ChainParams*>(params);
  int32_t made[kMostStages] = {};
  for (int32_t i; (i = next(chain.stages, chain.reads, chain.count, made)) >= 0; ++made[i])
    make_row(chain, i, made[i], io);
}

void run_nothing(const void*, const Io&) {}

}  // namespace nook::interp
