// The part of Builder for chains of operators that run row by row.
#pragma once
#include <string.h>

#include "nook/interp/builder.h"
#include "nook/interp/row_chains.h"

namespace nook::interp {

// Records how the operator runs as a stage. An operator whose rows are independent is prepared again, for
// images of one row.
template <class Chains>
Code Builder<Chains>::prepare_stage(uint32_t i, const Operation& op, const OpEntry& entry, NodeView* node,
                                    PrepareContext& context, const RowStep& step, Prepared* prepared) {
  if (!chains_.add(i, op.in, op.out, *node, step, prepared->scratch)) return refuse_stage(i);
  if (step.by != ByRows::kSlice) return Code::kOk;
  const int32_t form = prepared->form;
  last_ = -1;  // the remaining TensorInfo is not a tensor of the model
  TensorInfo* const infos = const_cast<TensorInfo*>(node->outputs.data());
  for (size_t k = 0; k < node->outputs.size() + node->inputs.size(); ++k) shrink_to_row(infos[k]);
  context.persistent = store_.open();
  Prepared again;
  Code code = entry.prepare(*node, context, &again);
  if (code != Code::kOk && must_count(context)) {
    context.persistent = store_.open(), again = {};
    code = entry.prepare(*node, context, &again);
  }
  if (code != Code::kOk || again.form != form) return refuse_stage(i);
  chains_.needs_scratch(again.scratch);
  *prepared = again;
  return Code::kOk;
}

template <class Chains>
Code Builder<Chains>::keep_stage(uint32_t i, const Operation& op, const NodeView& node, const RowStep& step,
                                 const Prepared& prepared) {
  if (prepared.fill) {  // tables are not computed again for each row
    void* const table = store_.take(static_cast<size_t>(prepared.scale_bytes), 4);
    if (table) prepared.fill(const_cast<void*>(prepared.params), nook::detail::source_of(node), table);
  }
  if (chains_.begins(i))
    chains_.codes =
        static_cast<RowCode*>(store_.take(chains_.length(i) * row_code_bytes(on_.pointer), on_.pointer));
  if (nodes()) {
    RowCode& code = chains_.codes[i - chains_.first(i)];
    code = {step.row, prepared.invoke, prepared.params, nullptr};
    if (prepared.form & kPackedForm) {
      const PackedRun& run = *static_cast<const PackedRun*>(prepared.params);
      code = {step.row, run.invoke, run.params, run.packed};
    }
    nodes()[i] = {run_nothing, nullptr, op.in.data(), op.out.data(), nullptr, 0, 0, 0, 0};
  }
  return chains_.ends(i) ? close_chain(i) : Code::kOk;
}

// Completes the chain's node, which belongs to its first operator.
template <class Chains>
Code Builder<Chains>::close_chain(uint32_t i) {
  const uint32_t first = chains_.first(i), operands = chains_.operands();
  const uint32_t count = static_cast<uint32_t>(chains_.count());
  const uint32_t reads = static_cast<uint32_t>(chains_.read_count());
  if (!chains_.close(i, built_.places, &l_)) return refuse_stage(i);
  const uint32_t pointers = pointer_bytes(operands, on_.pointer);
  const int32_t kernels = static_cast<int32_t>(
      align_up(static_cast<uint32_t>(chains_.kernel_scratch()), static_cast<uint32_t>(kBufferAlignment)));
  const int32_t step = static_cast<int32_t>(first) + 1;
  const int32_t scratch = static_cast<int32_t>(pointers) + kernels + chains_.sum_bytes();
  const size_t b = l_.buffer_count++;
  l_.buffers[b] = {scratch, kBufferAlignment, step, step, BufferKind::kScratch};
  l_.tensors[b] = -1;
  ChainParams* const chain =
      static_cast<ChainParams*>(store_.take(chain_params_bytes(on_.pointer), on_.pointer));
  RowStage* const stages = static_cast<RowStage*>(store_.take(count * sizeof(RowStage), 4));
  RowRead* const all_reads = static_cast<RowRead*>(store_.take(reads * sizeof(RowRead), 4));
  int32_t* in = static_cast<int32_t*>(store_.take(operands * sizeof(int32_t), 4));
  if (!nodes()) return Code::kOk;
  memcpy(stages, chains_.stage(first), count * sizeof(RowStage));
  memcpy(all_reads, chains_.reads(), reads * sizeof(RowRead));
  *chain = {stages, all_reads, chains_.codes, static_cast<int32_t>(count), kernels};
  int32_t* to = in;
  for (uint32_t k = 0; k < count; ++k) {
    const Node& node = nodes()[first + k];
    for (int32_t o = 0; o < stages[k].operands; ++o) *to++ = node.in[o];
    *to++ = stages[k].whole ? stages[k].tensor : -1;
  }
  Node& node = nodes()[first];
  node.invoke = run_chain, node.params = chain, node.in = in, node.scratch = pointers;
  node.in_count = static_cast<uint16_t>(operands);
  return Code::kOk;
}

// Line buffers are not buffers of the plan: a chain finds them in its scratch.
template <class Chains>
void Builder<Chains>::place_rings() {
  for (uint32_t i = 0; i < graph_.operator_count(); ++i) {
    if (!chains_.has(i) || chains_.stage(i)->whole) continue;
    uint32_t& place = built_.places[chains_.stage(i)->tensor];
    const int32_t offset = static_cast<int32_t>(where_of(place));
    place = placed(Place::kNowhere, 0);
    if (!nodes()) continue;
    const Node& node = nodes()[chains_.first(i)];
    const ChainParams& chain = *static_cast<const ChainParams*>(node.params);
    const_cast<RowStage*>(chain.stages)[i - chains_.first(i)].offset =
        offset - static_cast<int32_t>(node.scratch);
  }
}

}  // namespace nook::interp
