// The last part of Builder: the plan, the places of scale tables, and the final nodes.
#pragma once
#include "nook/interp/builder.h"

namespace nook::interp {

template <class Chains>
Code Builder<Chains>::plan() {
  const Span<Buffer> buffers{l_.buffers, l_.buffer_count};
  PlanRequest request{model_,
                      tensor_count(),
                      buffers,
                      {l_.tensors, l_.buffer_count},
                      {},
                      {{l_.offsets, l_.buffer_count}},
                      {l_.order, l_.buffer_count},
                      &fault_};
  request.problem.buffers = buffers;
  request.problem.separations = {l_.separations, l_.separation_count};
  request.problem.capacity = static_cast<int32_t>(kPlaceLimit) - 1;
  fault_.role = NOOK_ROLE_PLAN;
  request.plan.height = request.problem.capacity;
  nook_status status = options_.planner->place(options_.planner, &request);
  if (status == NOOK_OK && options_.planner->verify) status = options_.planner->verify(&request);
  if (status != NOOK_OK) {
    fault_.status = status;
    return static_cast<Code>(status);
  }
  fault_.role = NOOK_ROLE_NONE, fault_.index = -1;
  place_buffers();
  return Code::kOk;
}

// Writes the plan into nodes and places.
template <class Chains>
void Builder<Chains>::place_buffers() {
  for (size_t b = 0; b < l_.buffer_count; ++b) {
    if (l_.buffers[b].size == 0) l_.offsets[b] = 0;  // empty buffers need no valid offset
    const int32_t end = l_.offsets[b] + l_.buffers[b].size, tensor = l_.tensors[b];
    l_.height = end > l_.height ? end : l_.height;
    const uint32_t offset = static_cast<uint32_t>(l_.offsets[b]);
    if (tensor >= 0) {
      if (kind_of(built_.places[tensor]) == Place::kScratch)
        built_.places[tensor] = placed(Place::kScratch, offset);
    } else if (nodes()) {  // it is live while its operator runs
      nodes()[operator_of(b)].scratch += offset;
    }
  }
}

// For each operator, finds the end of all live buffers.
inline void find_tops(const Layout& l, Span<int32_t> tops) {
  for (int32_t& top : tops) top = 0;
  for (size_t b = 0; b < l.buffer_count; ++b) {
    const Buffer& buffer = l.buffers[b];
    const int32_t end = static_cast<int32_t>(align_up(static_cast<uint32_t>(l.offsets[b] + buffer.size), 4));
    const int32_t operators = static_cast<int32_t>(tops.size());
    for (int32_t step = buffer.first > 1 ? buffer.first : 1; step <= buffer.last && step <= operators; ++step)
      if (tops[static_cast<size_t>(step) - 1] < end) tops[static_cast<size_t>(step) - 1] = end;
  }
}

// Chooses where each inference computes the operators' scale tables: in a gap of the scratch, which costs
// nothing, or, without a gap, in one window of persistent memory that all such operators share.
template <class Chains>
Code Builder<Chains>::place_scales() {
  if (Chains::kFlow || options_.keep_scales) return in_each_subgraph([&] { return keep_scales(); });
  const Span<int32_t> tops{l_.order, graph_.operator_count()};  // the planner no longer needs the order
  find_tops(l_, tops);
  const uint32_t start = align_up(store_.used(), 4);
  uint32_t window = 0;
  for (uint32_t i = 0; i < graph_.operator_count(); ++i) {
    const int32_t bytes = l_.scale_bytes[i];
    if (bytes == 0) continue;
    uint32_t table = placed(Place::kScratch, static_cast<uint32_t>(tops[i]));
    if (tops[i] > l_.height - bytes) {
      table = placed(Place::kPersistent, start);
      if (static_cast<uint32_t>(bytes) > window) window = static_cast<uint32_t>(bytes);
    }
    if (nodes()) nodes()[i].table = table;
  }
  if (window > 0) (void)store_.take(window, 4);
  return Code::kOk;
}

// Computes each table now, once, in persistent memory.
template <class Chains>
Code Builder<Chains>::keep_scales() {
  for (uint32_t i = 0; i < graph_.operator_count(); ++i) {
    if (l_.scale_bytes[number(i)] == 0) continue;
    void* const table = store_.take(static_cast<size_t>(l_.scale_bytes[number(i)]), 4);
    if (store_.used() >= kPlaceLimit) return refuse_persistent();
    if (!nodes()) continue;
    Node& node = nodes()[number(i)];
    node.fill(node.params, scales_of(graph_, node), table);
    node.fill = nullptr;
  }
  return Code::kOk;
}

template <class Chains>
void Builder<Chains>::finish() {
  if constexpr (Chains::kAny) place_rings();
  built_.persistent_bytes = store_.used();
  built_.scratch_bytes = static_cast<uint32_t>(l_.height);
}

}  // namespace nook::interp
