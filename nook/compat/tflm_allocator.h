// The memory of an interpreter with TensorFlow Lite Micro's interface, and its planner.
#pragma once
#include "nook/compat/tflm_log.h"
#include "nook/compat/tflm_planner.h"
#include "nook/interp/no_fault.h"
#include "nook/interpreter.h"

namespace tflite {

enum class MemoryPlannerType { kGreedy, kLinear };

namespace detail {

// The number of bytes from `data` on before the address space ends.
inline size_t before_the_wrap(const uint8_t* data, size_t bytes) {
  const size_t most = UINTPTR_MAX - reinterpret_cast<uintptr_t>(data);
  return bytes - 1 > most && bytes > 0 ? most + 1 : bytes;
}
inline bool wraps(const uint8_t* data, size_t bytes) { return before_the_wrap(data, bytes) < bytes; }

}  // namespace detail

// One arena for everything, or one arena for persistent memory and one that is free between two inferences.
// Persistent memory comes from the end of its arena. Several interpreters may share an allocator: their
// persistent memory adds up; the rest is shared.
class MicroAllocator {
 public:
  MicroAllocator() = default;

  // Null: the arena is null, wraps around the end of memory, or is too small for the allocator, which is at
  // its start. Also null for kLinear, in which no buffers share bytes; it is not supported (to inspect every
  // tensor, set an event). AllocateTensors() refuses two arenas that share bytes, or a second one that is
  // null.
  static MicroAllocator* Create(uint8_t* arena, size_t bytes,
                                MemoryPlannerType type = MemoryPlannerType::kGreedy) {
    return type == MemoryPlannerType::kGreedy ? in_start({arena, bytes}, &nook_greedy_planner, nullptr)
                                              : nullptr;
  }
  static MicroAllocator* Create(uint8_t* arena, size_t bytes, MicroMemoryPlanner* planner) {
    return planner ? in_start({arena, bytes}, nullptr, planner) : nullptr;
  }
  static MicroAllocator* Create(uint8_t* persistent, size_t persistent_bytes, uint8_t* non_persistent,
                                size_t non_persistent_bytes,
                                MemoryPlannerType type = MemoryPlannerType::kGreedy) {
    MicroAllocator* const made = Create(persistent, persistent_bytes, type);
    if (made) made->scratch_ = lent(non_persistent, non_persistent_bytes), made->shared_ = false;
    return made;
  }
  // The allocator for memory that an interpreter allocates itself, outside the arena.
  static MicroAllocator of(uint8_t* arena, size_t bytes) {
    MicroAllocator made;
    made.persistent_ = lent(arena, bytes), made.planner_ = &nook_greedy_planner;
    return made;
  }

  // Bytes used by all interpreters so far.
  size_t used_bytes() const { return own_ + kept_ + most_; }
  void PrintAllocations() const {
    MicroPrintf("arena: %u bytes: %u of the allocator, %u persistent, %u of the largest scratch\n",
                static_cast<unsigned>(used_bytes()), static_cast<unsigned>(own_),
                static_cast<unsigned>(kept_), static_cast<unsigned>(most_));
  }
  bool preserves_all_tensor() const { return theirs_ && theirs_->preserves_all_tensors(); }

 private:
  friend class MicroInterpreter;

  static MicroAllocator* in_start(nook::Span<uint8_t> arena, const nook_planner* planner,
                                  MicroMemoryPlanner* theirs) {
    constexpr size_t kAlign = alignof(MicroAllocator);
    const size_t lead = (kAlign - reinterpret_cast<uintptr_t>(arena.data()) % kAlign) % kAlign;
    const size_t own = lead + sizeof(MicroAllocator);
    if (!arena.data() || arena.size() < own || detail::wraps(arena.data(), arena.size())) return nullptr;
    auto* const made = reinterpret_cast<MicroAllocator*>(arena.data() + lead);
    *made = MicroAllocator();
    made->persistent_ = {arena.data() + own, arena.size() - own};
    made->planner_ = planner, made->theirs_ = theirs, made->own_ = own;
    return made;
  }

  // Null has 0 bytes, whatever its size argument.
  static nook::Span<uint8_t> lent(uint8_t* data, size_t bytes) { return {data, data ? bytes : 0}; }
  // Whether a buffer of a role is null.
  bool is_null(nook_role role) const {
    return role == NOOK_ROLE_SCRATCH ? !scratch_.data() : !persistent_.data();
  }
  // Checks the memory itself, before anything is written to it. NOOK_OK: it is sound.
  nook_interpreter_fault misfit() const {
    nook_interpreter_fault fault = nook::interp::no_fault();
    const auto refuse = [&](nook_status status, nook_role role, size_t need, size_t have) {
      fault.status = status, fault.role = role, fault.need = need, fault.have = have;
    };
    const size_t kept = detail::before_the_wrap(persistent_.data(), persistent_.size());
    const size_t lent = detail::before_the_wrap(scratch_.data(), scratch_.size());
    if (kept < persistent_.size()) {
      refuse(NOOK_NO_MEMORY, shared_ ? NOOK_ROLE_ARENA : NOOK_ROLE_PERSISTENT, persistent_.size(), kept);
    } else if (lent < scratch_.size()) {
      refuse(NOOK_NO_MEMORY, NOOK_ROLE_SCRATCH, scratch_.size(), lent);
    } else if (nook_share_bytes(persistent_.data() - own_, own_ + kept, scratch_.data(), lent)) {
      refuse(NOOK_OVERLAP, NOOK_ROLE_SCRATCH, scratch_.size(), persistent_.size());
      fault.operand = NOOK_ROLE_PERSISTENT;
    }
    return fault;
  }

  // Bytes of the arena that inferences use.
  size_t bytes() const { return shared_ ? own_ + persistent_.size() : scratch_.size(); }
  // Free for inferences, at a multiple of 16: the arena without its persistent end.
  nook::Span<uint8_t> scratch() const {
    const nook::Span<uint8_t> all = shared_ ? rest() : scratch_;
    const size_t lead = (16 - (reinterpret_cast<uintptr_t>(all.data()) & 15)) & 15;
    if (lead >= all.size()) return {};
    return {all.data() + lead, all.size() - lead};
  }
  // The part of the persistent arena that no interpreter uses.
  nook::Span<uint8_t> rest() const { return {persistent_.data(), persistent_.size() - kept_}; }
  // The bytes between the scratch and the persistent memory of all interpreters so far.
  nook::Span<uint8_t> between() const {
    if (!shared_) return rest();
    const nook::Span<uint8_t> free = scratch();
    return most_ < free.size() ? nook::Span<uint8_t>{free.data() + most_, free.size() - most_}
                               : nook::Span<uint8_t>();
  }
  // The last `bytes` of the rest, at a multiple of 8; null: fewer are left.
  uint8_t* end(size_t bytes) const {
    const uintptr_t base = reinterpret_cast<uintptr_t>(persistent_.data()), last = base + rest().size();
    const uintptr_t start = (last - bytes) & ~uintptr_t{7};
    return bytes > rest().size() || start < base ? nullptr : persistent_.data() + (start - base);
  }
  void take(const uint8_t* from, size_t scratch_bytes) {
    kept_ = persistent_.size() - static_cast<size_t>(from - persistent_.data());
    if (scratch_bytes > most_) most_ = scratch_bytes;
  }

  nook::Span<uint8_t> persistent_, scratch_;
  const nook_planner* planner_ = nullptr;  // null: each interpreter's own
  MicroMemoryPlanner* theirs_ = nullptr;
  size_t own_ = 0, kept_ = 0,
         most_ = 0;     // bytes: the allocator itself, persistent memory, the largest scratch
  bool shared_ = true;  // one arena
};

}  // namespace tflite
