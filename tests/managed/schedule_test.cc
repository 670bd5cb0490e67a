// Bound blocks are moved to the offsets of a plan; compared with copies of their contents.
#include "nook/managed/schedule.h"

#include <string.h>

#include "tests/managed/recorder.h"

using namespace managed_test;

namespace {

constexpr int kBlocks = 12;
constexpr size_t kBytes = 1024, kMostOfOne = 120;

template <class Arena>
class Trial {
 public:
  explicit Trial(uint32_t seed) : rng_(seed), arena_(nook::Span<uint8_t>(memory_)) {}

  // Blocks of all kinds with gaps between them, and a plan for some of the bound ones.
  void run(int* moved, int* refused) {
    fill();
    make_plan();
    const bool could = is_possible();
    const bool has_loose = first_loose_ && arena_.is_allocated(first_loose_);
    const bool done = Scheduler(arena_).move(plan(), static_cast<size_t>(planned_));
    if (done != could) {
      ++test::failures;
      printf("moved: %d, possible: %d\n", done, could);
    }
    done ? ++*moved : ++*refused;
    for (int i = 0; i < kBlocks; ++i) {
      if (!bytes_[i] || loose_[i]) continue;
      const uint8_t* const now = at(i);
      EXPECT(arena_.is_allocated(now) && memcmp(now, copies_[i], bytes_[i]) == 0);
      if (!done || !is_planned(i)) EXPECT(now == before_[i]);
    }
    for (int k = 0; done && k < planned_; ++k)
      EXPECT(static_cast<size_t>(static_cast<uint8_t*>(**plan()[k].handle) - memory_) ==
             plan()[k].place + Arena::kGranule);
    if (!done) EXPECT(has_loose == (first_loose_ && arena_.is_allocated(first_loose_)));
    // One contiguous range of blocks remains: all of it can be freed and allocated again.
    for (int i = 0; i < kBlocks; ++i)
      if (bytes_[i] && !loose_[i]) arena_.deallocate(at(i));
    EXPECT(arena_.available() == arena_.size_bytes() - Arena::kGranule);
  }

 private:
  void fill() {
    for (int i = 0; i < kBlocks; ++i) {
      bytes_[i] = static_cast<size_t>(rng_.in(1, kMostOfOne));
      const bool fixed = rng_.in(0, 7) == 0;
      const size_t place = static_cast<size_t>(rng_.in(0, kBytes));
      void* const block = fixed ? arena_.allocate_fixed(bytes_[i], place) : arena_.allocate(bytes_[i], place);
      loose_[i] = block && !fixed && rng_.in(0, 7) == 0;
      if (block && !fixed && !loose_[i]) EXPECT(arena_.bind(block, handles_[i]));
      if (fixed) fixed_[i] = static_cast<uint8_t*>(block);
      if (!block) bytes_[i] = 0;
      // Unbound blocks may already be gone.
      if (loose_[i]) first_loose_ = block;
    }
    for (int i = 0; i < kBlocks; ++i) {
      if (!bytes_[i] || loose_[i]) continue;
      before_[i] = at(i);
      for (size_t k = 0; k < bytes_[i]; ++k) copies_[i][k] = at(i)[k] = static_cast<uint8_t>(rng_.next());
    }
  }

  // Often the offsets of other blocks, sometimes any offset.
  void make_plan() {
    size_t place = static_cast<size_t>(rng_.in(0, 3)) * Arena::kGranule;
    for (int i = kBlocks - 1; i >= 0; --i) {
      if (!handles_[i] || rng_.in(0, 9) == 0) continue;
      if (rng_.in(0, 60) == 0) place += static_cast<size_t>(rng_.in(-9, 40));
      new (Placed{room_ + sizeof(PlannedBlock) * static_cast<size_t>(planned_++)})
          PlannedBlock(handles_[i], place);
      place += Arena::block_bytes(bytes_[i]);
      if (rng_.in(0, 5) == 0) place += Arena::kGranule * 2;
    }
  }

  // By definition, byte by byte.
  bool is_possible() {
    static uint8_t taken[2 * kBytes];
    memset(taken, 0, sizeof taken);
    const auto take = [](size_t from, size_t bytes) {
      bool free = from + bytes <= kBytes;
      for (size_t k = from; k < from + bytes && k < sizeof taken; ++k) free = !taken[k]++ && free;
      return free;
    };
    bool possible = true;
    for (int i = 0; i < kBlocks; ++i)
      if (bytes_[i] && !loose_[i] && !is_planned(i))
        take(static_cast<size_t>(at(i) - memory_) - Arena::kGranule, Arena::block_bytes(bytes_[i]));
    for (int k = 0; k < planned_; ++k) {
      const PlannedBlock& p = plan()[k];
      possible = p.place % Arena::kGranule == 0 && p.place < kBytes && possible;
      possible = take(p.place < kBytes ? p.place : kBytes, Arena::block_bytes(bytes_[p.handle - handles_])) &&
                 possible;
    }
    return possible;
  }

  PlannedBlock* plan() { return reinterpret_cast<PlannedBlock*>(room_); }
  bool is_planned(int i) {
    for (int k = 0; k < planned_; ++k)
      if (plan()[k].handle == &handles_[i]) return true;
    return false;
  }
  uint8_t* at(int i) { return handles_[i] ? static_cast<uint8_t*>(*handles_[i]) : fixed_[i]; }

  alignas(16) uint8_t memory_[kBytes];
  test::Rng rng_;
  Arena arena_;
  Handle handles_[kBlocks];
  uint8_t* fixed_[kBlocks] = {};
  uint8_t* before_[kBlocks] = {};
  size_t bytes_[kBlocks] = {};
  bool loose_[kBlocks] = {};
  uint8_t copies_[kBlocks][kMostOfOne];
  alignas(PlannedBlock) uint8_t room_[sizeof(PlannedBlock) * kBlocks];
  int planned_ = 0;
  void* first_loose_ = nullptr;
};

template <class Arena>
void many_plans(uint32_t count) {
  World<> world;
  int moved = 0, refused = 0;
  for (uint32_t seed = 0; seed < count && test::failures == 0; ++seed) {
    Trial<Arena>(seed).run(&moved, &refused);
    if (test::failures) printf("seed %lu\n", static_cast<unsigned long>(seed));
  }
  EXPECT(moved > static_cast<int>(count / 20) && refused > static_cast<int>(count / 20));
}

}  // namespace

TEST(blocks_are_at_their_planned_offset_or_stay) {
  many_plans<CircularArenaAllocator<>>(NOOK_OP_CASES);
  many_plans<CircularArenaAllocator<uint32_t, 16>>(NOOK_OP_CASES / 4);
  many_plans<CircularArenaAllocator<uint8_t, 1>>(NOOK_OP_CASES / 4);
}

TEST(tensors_trade_places_in_an_arena_that_is_full) {
  World<> world;
  using Arena = CircularArenaAllocator<>;
  constexpr size_t kTwo = Arena::block_bytes(40), kThree = Arena::block_bytes(64);
  alignas(16) uint8_t memory[2 * kTwo + kThree];
  Arena arena{nook::Span<uint8_t>(memory)};
  world.context.set_ram_data_allocator(&arena);
  {
    Tensor a = new RamTensor({40}, u8), b = new RamTensor({64}, u8), c = new RamTensor({40}, u8);
    for (int i = 0; i < 64; ++i) {
      if (i < 40) a(i) = i, c(i) = 200 - i;
      b(i) = 100 + i;
    }
    EXPECT(arena.available() == 0 && world.saw(localCircularArenaAllocatorConstructed()));
    PlannedBlock plan[] = {{c, 0}, {a, kTwo}, {b, 2 * kTwo}};
    EXPECT(Scheduler(arena).move(plan, 3) && world.saw(localCircularArenaAllocatorRebalancing()));
    for (int i = 0; i < 64; ++i) {
      if (i < 40) EXPECT(static_cast<uint8_t>(a(i)) == i && static_cast<uint8_t>(c(i)) == 200 - i);
      EXPECT(static_cast<uint8_t>(b(i)) == 100 + i);
    }
    // Refused, and nothing moves: a duplicate, an offset beyond the end, a block of another arena, a running
    // operator.
    PlannedBlock twice[] = {{a, 0}, {a, kTwo}}, beyond[] = {{b, 2 * kTwo + 8}}, odd[] = {{a, 1}},
                 over[] = {{a, 0}};
    EXPECT(!Scheduler(arena).move(twice, 2) && !Scheduler(arena).move(over, 1));
    EXPECT(world.saw(InvalidBoundRegionState(), InvalidBoundRegionState()));
    EXPECT(!Scheduler(arena).move(beyond, 1) && !Scheduler(arena).move(odd, 1));
    EXPECT(world.saw(OutOfMemBoundsError(), OutOfMemBoundsError()));
    static uint8_t mine[4];
    Tensor other = new BufferTensor({4}, u8, static_cast<void*>(mine)), none;
    PlannedBlock foreign[] = {{other, 0}}, empty[] = {{none, 0}};
    EXPECT(!Scheduler(arena).move(foreign, 1) && !Scheduler(arena).move(empty, 1));
    arena.hold();
    EXPECT(!Scheduler(arena).move(plan, 3));
    arena.release();
    EXPECT(world.saw(InvalidBoundRegionState(), InvalidBoundRegionState(), InvalidBoundRegionState()));
    EXPECT(static_cast<uint8_t>(a(39)) == 39 && static_cast<uint8_t>(b(63)) == 163 &&
           Scheduler(arena).move(plan, 3));
  }
  world.context.set_ram_data_allocator(&world.ram);
  EXPECT(arena.available() == arena.size_bytes() - Arena::kGranule);
}
