// Constructs a MicroInterpreter: the second part of tflm.h.
#pragma once
#include "nook/compat/tflm.h"

namespace tflite {

inline TfLiteStatus MicroInterpreter::describe_interface(const nook::SubgraphView& graph) {
  for (uint32_t i = 0; i < interpreter_.input_count; ++i)
    describe(graph.inputs()[i], nook_interpreter_input(&interpreter_, i), &inputs_[i]);
  for (uint32_t i = 0; i < interpreter_.output_count; ++i)
    describe(graph.outputs()[i], const_cast<void*>(nook_interpreter_output(&interpreter_, i)), &outputs_[i]);
  return kTfLiteOk;
}

// Builds in working memory, which also has room for the offsets of an application's planner.
inline nook::Code MicroInterpreter::build(const nook::Model& model, nook::Span<uint8_t> working,
                                          size_t buffers) {
  const nook::Span<uint8_t> free = allocator_ ? allocator_->scratch() : nook::Span<uint8_t>();
  const size_t ends = buffers * sizeof(int32_t);
  const bool in_arena = working.data() == free.data() && !free.empty();
  const nook::Span<uint8_t> beyond =
      in_arena ? nook::Span<uint8_t>{free.data() + working.size(), free.size() - working.size()} : free;
  const bool one_arena = !allocator_ || allocator_->shared_;
  const nook::Span<uint8_t> for_operators = one_arena ? beyond : allocator_->rest();
  uint8_t* const end = free.data() + free.size();
  own_operators_.start(for_operators);
  detail::PlannerOnce theirs(allocator_ ? allocator_->theirs_ : nullptr,
                             {reinterpret_cast<int32_t*>(working.data()), buffers}, beyond.data(),
                             one_arena ? own_operators_.begin_of_taken() : &end);
  const bool lends = !allocator_ && detail::lends_scratch(model, this->options());
  const nook_planner* const planner = lends                 ? &nook::interp::by_first_use_planner
                                      : !allocator_         ? planner_
                                      : allocator_->theirs_ ? theirs.planner()
                                                            : allocator_->planner_;
  nook::InterpreterOptions options = this->options();
  options.planner = planner;
  options.inputs_in_scratch = options.outputs_in_scratch = allocator_ ? UINT32_MAX : 0;
  if (profiler_) options.event = on_event, options.user = this;
  const nook::Span<uint8_t> room{working.data() + ends, working.size() - ends};
  nook::MemoryRequirements need;
  nook::Code code = nook::memory_requirements(model, resolver_, options, room, &need, &fault_);
  const size_t kept = allocator_ ? allocator_->kept_ : 0;
  if (code == nook::Code::kOk) {
    if (allocator_)
      allocator_->kept_ +=
          static_cast<size_t>(for_operators.data() + for_operators.size() - *own_operators_.begin_of_taken());
    own_operators_.restart();
    code = init(model, options, need, room, in_arena ? working.end() : nullptr);
  }
  // Retries on the stack, so that operators of the application have more of the arena.
  if (code != nook::Code::kOk && in_arena && own_operators_.lack() > 0)
    (void)refuse(NOOK_NO_MEMORY, NOOK_ROLE_WORKING, own_operators_.lack(), 0);
  own_operators_.finish();
  ready_ = code == nook::Code::kOk;
  if (ready_) return code;
  own_operators_.end();
  if (allocator_) allocator_->kept_ = kept;
  return code;
}

// Initializes the interpreter once its needs are known.
inline nook::Code MicroInterpreter::init(const nook::Model& model, const nook::InterpreterOptions& options,
                                         const nook::MemoryRequirements& need, nook::Span<uint8_t> room,
                                         const uint8_t* working_end) {
  const uint32_t wide = need.input_count > need.output_count ? need.input_count : need.output_count;
  if (wide > kMostTensors) {
    (void)refuse(NOOK_UNSUPPORTED, NOOK_ROLE_MODEL, kMostTensors, wide);
    return nook::Code::kUnsupported;
  }
  nook_const_buffer in[kMostTensors];
  nook_buffer out[kMostTensors];
  if (!allocator_) {
    NOOK_TRY(lay(NOOK_ROLE_INPUT, separate_.input, need.inputs, need.input_count, in));
    NOOK_TRY(lay(NOOK_ROLE_OUTPUT, separate_.output, need.outputs, need.output_count, out));
  }
  nook::InterpreterMemory memory{{in, need.input_count}, {out, need.output_count}, {}, {}, room};
  NOOK_TRY(place(need, working_end, &memory));
  if (!allocator_) NOOK_TRY(check_separate(need, memory));
  const size_t scratch = need.scratch.bytes;  // `need` is in working memory, which place() may overwrite
  NOOK_TRY(nook::interp::init(&interpreter_, model, resolver_, options, memory, &fault_));
  if (allocator_) allocator_->take(memory.persistent.data(), scratch);
  return nook::Code::kOk;
}

// Checks the four buffers of the application before anything is written to them: each is not null, ends
// before the last address, has its alignment, and shares no byte with another.
inline nook::Code MicroInterpreter::check_separate(const nook::MemoryRequirements& need,
                                                   const nook::InterpreterMemory& memory) {
  const auto check = [&](nook_role role, uint32_t i, const void* data, size_t bytes, size_t alignment) {
    const auto* const first = static_cast<const uint8_t*>(data);
    return nook::interp::check_buffer(data, data ? detail::before_the_wrap(first, bytes) : bytes, bytes,
                                      alignment, role, static_cast<int32_t>(i), &fault_);
  };
  for (uint32_t i = 0; i < need.input_count; ++i)
    NOOK_TRY(
        check(NOOK_ROLE_INPUT, i, memory.inputs[i].data, need.inputs[i].bytes, need.inputs[i].alignment));
  for (uint32_t i = 0; i < need.output_count; ++i)
    NOOK_TRY(
        check(NOOK_ROLE_OUTPUT, i, memory.outputs[i].data, need.outputs[i].bytes, need.outputs[i].alignment));
  const nook::Span<uint8_t>&kept = memory.persistent, &lent = memory.scratch;
  // The query never returns 0 for these two.
  if (!kept.data() || !lent.data()) {
    (void)refuse(NOOK_NULL, kept.data() ? NOOK_ROLE_SCRATCH : NOOK_ROLE_PERSISTENT,
                 kept.data() ? lent.size() + detail::kScratchSlack : kept.size() + detail::kPersistentSlack,
                 0);
    return nook::Code::kNull;
  }
  NOOK_TRY(check(NOOK_ROLE_PERSISTENT, UINT32_MAX, kept.data(), kept.size(), need.persistent.alignment));
  NOOK_TRY(check(NOOK_ROLE_SCRATCH, UINT32_MAX, lent.data(), lent.size(), need.scratch.alignment));
  const nook::Span<uint8_t>& working = memory.working;
  const nook_interpreter_memory all = {memory.inputs.data(),
                                       memory.outputs.data(),
                                       {kept.data(), kept.size()},
                                       {lent.data(), lent.size()},
                                       {working.data(), working.size()},
                                       {nullptr, 0}};
  return static_cast<nook::Code>(nook_check_overlap(&all, &need, &fault_));
}

// Lays out the inputs or the outputs in the application's buffer, in the same way as the query's sums.
// Refuses a buffer whose address is not aligned for all of its tensors.
template <class Buffer>
nook::Code MicroInterpreter::lay(nook_role role, uint8_t* first, const nook_tensor_requirement* tensors,
                                 uint32_t count, Buffer* to) {
  size_t at = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const size_t bytes = tensors[i].bytes, alignment = tensors[i].alignment;
    at = (at + alignment - 1) & ~(alignment - 1);
    const size_t room = first ? detail::before_the_wrap(first, at + bytes) : SIZE_MAX;
    if (room < at + bytes) {
      (void)refuse(NOOK_NO_MEMORY, role, bytes, room > at ? room - at : 0);
      fault_.index = static_cast<int32_t>(i);
      return nook::Code::kNoMemory;
    }
    to[i] = {first ? first + at : nullptr, bytes};  // a null pointer is refused
    at += bytes;
  }
  return nook::Code::kOk;
}

// Places persistent memory and scratch. `working_end`: the end of working memory in the arena, which neither
// may overwrite yet.
inline nook::Code MicroInterpreter::place(const nook::MemoryRequirements& need, const uint8_t* working_end,
                                          nook::InterpreterMemory* memory) {
  const size_t persistent = need.persistent.bytes, scratch = need.scratch.bytes;
  const auto lacks = [&](nook_role role, size_t bytes, size_t have) {
    (void)refuse(NOOK_NO_MEMORY, role, bytes, have);
    return nook::Code::kNoMemory;
  };
  if (!allocator_) {
    memory->persistent = {detail::aligned(separate_.persistent, detail::kPersistentSlack), persistent};
    memory->scratch = {detail::aligned(separate_.scratch, detail::kScratchSlack), scratch};
    return nook::Code::kOk;
  }
  const MicroAllocator& a = *allocator_;
  const nook::Span<uint8_t> free = a.scratch();
  uint8_t* const kept = a.end(persistent);
  if (!a.shared_) {
    if (!kept) return lacks(NOOK_ROLE_PERSISTENT, persistent + detail::kPersistentSlack, a.rest().size());
    if (free.size() < scratch) return lacks(NOOK_ROLE_SCRATCH, scratch, free.size());
  } else {
    // The bytes that all interpreters together lack. Each in turn uses the largest scratch, and no
    // interpreter's persistent memory may lie in it.
    const size_t largest = scratch > a.most_ ? scratch : a.most_, all = a.own_ + a.persistent_.size(),
                 needed = largest + persistent + detail::kPersistentSlack;
    if (!kept || kept < free.data() || static_cast<size_t>(kept - free.data()) < largest)
      return lacks(NOOK_ROLE_ARENA, needed > free.size() ? all + needed - free.size() : all + needed, all);
    if (kept < working_end) return lacks(NOOK_ROLE_WORKING, static_cast<size_t>(working_end - kept), 0);
  }
  memory->persistent = {kept, persistent};
  memory->scratch = {free.data(), scratch};
  return nook::Code::kOk;
}

}  // namespace tflite
