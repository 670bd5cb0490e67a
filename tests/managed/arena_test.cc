// Compares the arenas with a model without headers and free lists: which blocks exist, where they were last
// seen, and how much room that leaves.
#include <string.h>

#include "tests/managed/recorder.h"

using namespace managed_test;

namespace {

constexpr int kMostBlocks = 40;

enum class State : uint8_t { kNone, kBound, kUnbound, kFixed };

struct Seen {
  State state = State::kNone;
  uint8_t* at = nullptr;  // for a block without a handle
  size_t bytes = 0;
  uint8_t fill = 0;
  Handle handle;
  uint8_t* address() const { return state == State::kBound ? static_cast<uint8_t*>(*handle) : at; }
};

// Counts events without storing them.
struct Counter : ErrorHandler {
  int rebalanced = 0, out_of_memory = 0, others = 0;
  void notify(const Event& e) override {
    e == localCircularArenaAllocatorRebalancing() ? ++rebalanced : ++others;
  }
  void on_error(const Error& e) override { e == OutOfMemError() ? ++out_of_memory : ++others; }
};

template <class Arena>
class Model {
 public:
  Model(Arena& arena, uint8_t* memory, size_t bytes, Counter& counter, uint32_t seed)
      : arena_(arena), memory_(memory), bytes_(bytes), counter_(counter), rng_(seed) {}

  void step() {
    counter_ = Counter();
    switch (rng_.in(0, 11)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return allocate();
      case 4:
        return allocate_fixed();
      case 5:
        return bind_one();
      case 6:
        return unbind_one();
      case 7:
      case 8:
        return deallocate_one();
      case 9:
        if (rng_.in(0, 15) == 0) rebalance();
        return;
      case 10:
        if (rng_.in(0, 7) == 0) hold();
        return;
      default:
        return move_a_handle();
    }
  }

  void check() {
    int order[kMostBlocks];
    const int count = sorted(order);
    uint8_t* end = memory_;
    for (int k = 0; k < count; ++k) {
      const Seen& s = seen_[order[k]];
      uint8_t* const at = s.address();
      EXPECT(at >= end && at + s.bytes <= memory_ + bytes_);
      EXPECT((reinterpret_cast<uintptr_t>(at) & (kAlignment - 1)) == 0);
      EXPECT(arena_.is_allocated(at));
      for (size_t i = 0; i < s.bytes; ++i)
        if (at[i] != s.fill) return void(++test::failures);
      end = at + (s.bytes ? s.bytes : 1);
    }
    EXPECT_EQ(arena_.available(), room(!held_) ? room(!held_) - Arena::kGranule : 0);
  }

  void clean() {
    if (held_) arena_.release();
    for (Seen& s : seen_)
      if (s.state != State::kNone) arena_.deallocate(s.address());
    arena_.rebalance();
    EXPECT_EQ(arena_.available(), arena_.size_bytes() - Arena::kGranule);
  }

 private:
  static constexpr size_t kAlignment = Arena::kAlignment;

  int sorted(int* order) const {
    int count = 0;
    for (int i = 0; i < kMostBlocks; ++i) {
      if (seen_[i].state == State::kNone) continue;
      int at = count++;
      for (; at > 0 && seen_[order[at - 1]].address() > seen_[i].address(); --at) order[at] = order[at - 1];
      order[at] = i;
    }
    return count;
  }

  // The largest free run, now or after compaction, which joins bound blocks and drops unbound ones.
  size_t room(bool compacted) const {
    int order[kMostBlocks];
    const int count = sorted(order);
    size_t most = 0, used = 0;
    const uint8_t* from = memory_;
    for (int k = 0; k <= count; ++k) {
      const Seen* s = k < count ? &seen_[order[k]] : nullptr;
      const uint8_t* const start = s ? s->address() - Arena::kGranule : memory_ + arena_.size_bytes();
      if (compacted && s && s->state != State::kFixed) {
        if (s->state == State::kBound) used += Arena::block_bytes(s->bytes);
        continue;
      }
      const size_t free = static_cast<size_t>(start - from) - used;
      if (free > most) most = free;
      used = 0;
      if (s) from = start + Arena::block_bytes(s->bytes);
    }
    return most;
  }

  int pick(State state) {
    const int from = rng_.in(0, kMostBlocks - 1);
    for (int i = 0; i < kMostBlocks; ++i)
      if (seen_[(from + i) % kMostBlocks].state == state) return (from + i) % kMostBlocks;
    return -1;
  }

  // A request is granted if there is room, after a compaction only if that is needed to make room, and is
  // otherwise refused with nothing changed.
  template <class Ask>
  void ask(size_t bytes, State state, Ask call) {
    const int i = pick(State::kNone);
    if (i < 0) return;
    const size_t need = Arena::block_bytes(bytes);
    const bool fits = need <= room(false), can = fits || (!held_ && need <= room(true));
    void* const block = call();
    EXPECT_EQ(block != nullptr, can);
    EXPECT_EQ(counter_.rebalanced, !fits && can);
    EXPECT_EQ(counter_.out_of_memory, !can);
    EXPECT_EQ(counter_.others, 0);
    if (counter_.rebalanced) forget_unbound();
    if (!block) return;
    Seen& s = seen_[i];
    s.state = state, s.at = static_cast<uint8_t*>(block), s.bytes = bytes;
    s.fill = static_cast<uint8_t>(rng_.next());
    memset(block, s.fill, bytes);
    if (state != State::kBound) return;
    s.state = State::kUnbound;
    if (rng_.in(0, 3)) bind(s);
  }
  size_t any_size() {
    const int kind = rng_.in(0, 9);
    if (kind == 0) return static_cast<size_t>(rng_.in(0, 3));
    if (kind == 1) return static_cast<size_t>(rng_.in(0, static_cast<int32_t>(bytes_) + 20));
    // Just fits, or just does not.
    if (kind == 2) return arena_.available() + static_cast<size_t>(rng_.in(0, 1));
    return static_cast<size_t>(rng_.in(0, static_cast<int32_t>(bytes_ / 8)));
  }
  void allocate() {
    const size_t bytes = any_size();
    if (rng_.in(0, 3)) return ask(bytes, State::kBound, [&] { return arena_.allocate(bytes); });
    const size_t place =
        static_cast<size_t>(rng_.in(0, static_cast<int32_t>(bytes_))) / Arena::kGranule * Arena::kGranule;
    const bool free = is_free(place, Arena::block_bytes(bytes));
    ask(bytes, State::kBound, [&] {
      void* const block = arena_.allocate(bytes, place);
      if (free) EXPECT(block == memory_ + place + Arena::kGranule);
      return block;
    });
  }
  bool is_free(size_t place, size_t need) const {
    if (place + need > arena_.size_bytes()) return false;
    for (const Seen& s : seen_) {
      if (s.state == State::kNone) continue;
      const size_t start = static_cast<size_t>(s.address() - memory_) - Arena::kGranule;
      if (start < place + need && place < start + Arena::block_bytes(s.bytes)) return false;
    }
    return true;
  }
  void allocate_fixed() {
    if (rng_.in(0, 3)) return;
    const size_t bytes = static_cast<size_t>(rng_.in(0, static_cast<int32_t>(bytes_ / 10)));
    ask(bytes, State::kFixed, [&] { return arena_.allocate_fixed(bytes); });
  }

  void bind(Seen& s) {
    EXPECT(arena_.bind(s.at, s.handle) && arena_.is_bound(s.at, s.handle) && *s.handle == s.at);
    s.state = State::kBound;
  }
  void bind_one() {
    const int i = pick(State::kUnbound);
    if (i >= 0) bind(seen_[i]);
  }
  void unbind_one() {
    const int i = pick(State::kBound);
    if (i < 0 || rng_.in(0, 3)) return;
    Seen& s = seen_[i];
    s.at = s.address(), s.state = State::kUnbound;
    if (rng_.in(0, 1)) {
      EXPECT(arena_.unbind(s.at, s.handle));
    } else {
      s.handle = Handle();  // objects that die do so as well
    }
    EXPECT(!s.handle && !s.handle.allocator());
  }
  void deallocate_one() {
    const State kinds[] = {State::kBound, State::kUnbound, State::kFixed};
    const int i = pick(kinds[rng_.in(0, 2)]);
    if (i < 0) return;
    Seen& s = seen_[i];
    uint8_t* const at = s.address();
    arena_.deallocate(at);
    EXPECT(!arena_.is_allocated(at) && !s.handle && !s.handle.allocator());
    s.state = State::kNone;
    EXPECT_EQ(counter_.others + counter_.rebalanced, 0);
  }
  void forget_unbound() {
    for (Seen& s : seen_)
      if (s.state == State::kUnbound) s.state = State::kNone;
  }
  void rebalance() {
    EXPECT_EQ(arena_.rebalance(), !held_);
    EXPECT_EQ(counter_.rebalanced, !held_);
    if (!held_) forget_unbound();
  }
  void hold() {
    held_ ? arena_.release() : arena_.hold();
    held_ = !held_;
  }
  void move_a_handle() {
    const int i = pick(State::kBound), j = pick(State::kNone);
    if (i < 0 || j < 0) return;
    uint8_t* const at = seen_[i].address();
    seen_[j].handle = static_cast<Handle&&>(seen_[i].handle);
    seen_[j].state = State::kBound, seen_[j].bytes = seen_[i].bytes, seen_[j].fill = seen_[i].fill;
    seen_[i].state = State::kNone;
    EXPECT(seen_[j].address() == at && !seen_[i].handle && arena_.is_bound(at, seen_[j].handle));
  }

  Arena& arena_;
  uint8_t* memory_;
  size_t bytes_;
  Counter& counter_;
  test::Rng rng_;
  Seen seen_[kMostBlocks];
  bool held_ = false;
};

template <class T, size_t alignment>
struct Checked : CircularArenaAllocator<T, alignment> {
  static constexpr size_t kAlignment = alignment;
  using CircularArenaAllocator<T, alignment>::CircularArenaAllocator;
};

template <class T, size_t alignment>
void equals_the_model(int32_t most_bytes, int steps) {
  alignas(16) static uint8_t memory[2048 + 16];
  Counter counter;
  Context context(nullptr, nullptr, &counter);
  Context* const before = Context::set_default_context(&context);
  const int failures = test::failures;
  constexpr int kRun = 2500;
  for (int run = 0; run < steps / kRun && test::failures == failures; ++run) {
    const size_t bytes = run == 0   ? 0
                         : run == 1 ? sizeof(void*)
                                    : static_cast<size_t>(test::Rng(run).in(20, most_bytes));
    memset(memory, 0xA5, sizeof memory);
    Checked<T, alignment> arena(nook::Span<uint8_t>(memory, bytes));
    Model<Checked<T, alignment>> model(arena, memory, arena.size_bytes(), counter,
                                       static_cast<uint32_t>(run));
    for (int i = 0; i < kRun && test::failures == failures; ++i) model.step(), model.check();
    for (size_t i = bytes; i < sizeof memory; ++i)
      if (memory[i] != 0xA5) return void(++test::failures);
    if (test::failures != failures) printf("run %d\n", run);
    if (bytes > 4 * sizeof(void*)) model.clean();
  }
  Context::set_default_context(before);
}

}  // namespace

TEST(the_circular_arena_equals_its_model_with_offsets_of_8_bits) {
  equals_the_model<uint8_t, sizeof(void*)>(1000, NOOK_ARENA_STEPS / 5);
}
TEST(the_circular_arena_equals_its_model_with_offsets_of_16_bits) {
  equals_the_model<uint16_t, sizeof(void*)>(2000, NOOK_ARENA_STEPS / 5);
}
TEST(the_circular_arena_equals_its_model_with_offsets_of_32_bits) {
  equals_the_model<uint32_t, sizeof(void*)>(700, NOOK_ARENA_STEPS / 5);
}
TEST(the_circular_arena_equals_its_model_without_alignment) {
  equals_the_model<uint8_t, 1>(400, NOOK_ARENA_STEPS / 5);
}
TEST(the_circular_arena_equals_its_model_with_an_alignment_of_16) {
  equals_the_model<uint16_t, 16>(1500, NOOK_ARENA_STEPS / 5);
}

TEST(an_arena_in_misaligned_memory_uses_the_aligned_part) {
  alignas(16) uint8_t memory[65];
  for (size_t skip = 0; skip < 17; ++skip) {
    CircularArenaAllocator<uint16_t, 16> arena(nook::Span<uint8_t>(memory + skip, 64 - skip));
    EXPECT_EQ(arena.size_bytes(), skip == 0 ? 64 : 48 - (skip > 16 ? 16 : 0));
    void* const block = arena.allocate(1);
    EXPECT(block && (reinterpret_cast<uintptr_t>(block) & 15) == 0);
  }
}

TEST(an_arena_accepts_no_more_than_it_can_count) {
  static uint8_t memory[8192];
  CircularArenaAllocator<uint8_t, 4> arena{nook::Span<uint8_t>(memory)};
  EXPECT_EQ(arena.size_bytes(), 255 * arena.kGranule);
  EXPECT(arena.allocate(arena.available()) != nullptr);
}

TEST(the_events_of_an_arena_come_in_order) {
  World<> world;
  localCircularArenaAllocator<8 * sizeof(void*)> arena;  // four granules
  EXPECT(world.saw(localCircularArenaAllocatorConstructed()));
  Handle first, second;
  EXPECT(arena.bind(arena.allocate(1), first) && world.saw());
  void* const loose = arena.allocate(1);
  EXPECT(loose && arena.is_allocated(loose) && world.saw());
  // Full, but compaction may drop the unbound block, and does. Then nothing helps, and nothing changes.
  void* const instead = arena.allocate(2);
  EXPECT(instead && world.saw(localCircularArenaAllocatorRebalancing()));
  EXPECT(arena.bind(instead, second) && !arena.allocate(1) && world.saw(OutOfMemError()));
  arena.deallocate(*first);
  EXPECT(arena.allocate(1) && world.saw());
}

TEST(a_block_of_another_arena_is_refused) {
  World<> world;
  int elsewhere = 0;
  Handle handle, other;
  void* const block = world.ram.allocate(10);
  EXPECT(!world.ram.bind(&elsewhere, handle) && world.saw(OutOfMemBoundsError()));
  EXPECT(!world.ram.bind(static_cast<uint8_t*>(block) + 1, handle));
  EXPECT(world.saw(MetaHeaderNotFound(), InvalidBoundRegionState()));
  EXPECT(!world.ram.bind(nullptr, handle) && world.saw(OutOfMemBoundsError()));
  world.ram.deallocate(&elsewhere);
  EXPECT(world.saw(OutOfMemBoundsError()));
  world.ram.deallocate(static_cast<uint8_t*>(block) + 1);
  EXPECT(world.saw(MetaHeaderNotFound(), OutOfMemBoundsError()));
  EXPECT(!world.ram.unbind(block, handle) && world.saw(MetaHeaderNotBound()));
  EXPECT(world.ram.bind(block, handle) && world.saw());
  EXPECT(!world.ram.bind(block, handle) && world.saw(InvalidBoundRegionState()));  // bound twice
  EXPECT(!world.ram.bind(block, other) && world.saw(InvalidBoundRegionState()));   // a second handle
  void* const second = world.ram.allocate(10);
  EXPECT(!world.ram.bind(second, handle) && world.saw(HandleInUseError()));
  EXPECT(!world.ram.unbind(block, other) && world.saw(MetaHeaderNotBound()));
  EXPECT(*handle == block && !other);
  EXPECT(!world.ram.allocate(SIZE_MAX) && world.saw(OutOfMemError()));
  EXPECT(!world.ram.allocate(SIZE_MAX - 7) && world.saw(OutOfMemError()));
  world.ram.deallocate(block);
  EXPECT(!handle && world.saw());
  world.ram.deallocate(block);
  EXPECT(world.saw(MetaHeaderNotFound(), OutOfMemBoundsError()));
}

TEST(a_handle_in_memory_that_moves_is_refused) {
  World<> world;
  void* const data = world.ram.allocate(sizeof(Handle));
  Handle* const inside = ::new (Placed{data}) Handle();
  EXPECT(!world.ram.bind(world.ram.allocate(4), *inside) && world.saw(InvalidBoundRegionState()));
  // Also for a handle of another arena, and for one that gets there by moving.
  BumpArenaAllocator<> other{nook::Span<uint8_t>(world.metadata_memory)};
  Handle outside;
  void* const block = other.allocate(4);
  EXPECT(!other.bind(block, *inside) && world.saw(InvalidBoundRegionState()));
  EXPECT(other.bind(block, outside));
  *inside = static_cast<Handle&&>(outside);
  EXPECT(world.saw(InvalidBoundRegionState()) && *outside == block && !*inside);
  // An object does not move.
  Handle* const fixed = ::new (Placed{world.ram.allocate_fixed(sizeof(Handle))}) Handle();
  EXPECT(world.ram.bind(world.ram.allocate(4), *fixed) && world.saw());
  void* const at = **fixed;
  world.ram.deallocate(data);
  EXPECT(world.ram.rebalance() && **fixed != at);
  world.ram.deallocate(**fixed);
}

TEST(an_arena_that_dies_empties_its_handles_and_a_handle_that_dies_unbinds) {
  World<> world;
  Handle survivor;
  void* block = nullptr;
  {
    localCircularArenaAllocator<256> arena;
    arena.bind(arena.allocate(4), survivor);
    block = arena.allocate(4);
    {
      Handle short_lived;
      EXPECT(arena.bind(block, short_lived));
    }
    EXPECT(arena.is_allocated(block));
    arena.rebalance();
    EXPECT(!arena.is_allocated(block) && survivor);
  }
  EXPECT(!survivor && !survivor.allocator());
}

TEST(the_bump_arena_reclaims_the_block_at_its_end) {
  alignas(16) uint8_t memory[512];
  World<> world;
  BumpArenaAllocator<> arena{nook::Span<uint8_t>(memory)};
  const size_t whole = arena.available();
  void* const a = arena.allocate(10);
  void* const b = arena.allocate(20);
  void* const c = arena.allocate_fixed(30);
  EXPECT(a < b && b < c && !arena.moves(a) && !arena.rebalance());
  const size_t less = arena.available();
  arena.deallocate(a);
  EXPECT_EQ(arena.available(), less);  // b is above it
  arena.deallocate(c);
  EXPECT(arena.available() > less);
  arena.deallocate(b);
  EXPECT_EQ(arena.available(), whole);
  EXPECT(!arena.allocate(whole + 1) && world.saw(OutOfMemError()));
  EXPECT(arena.allocate(whole) && world.saw());
  arena.clear();
  EXPECT_EQ(arena.available(), whole);
}
