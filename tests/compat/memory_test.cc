// Null, short, misaligned, overlapping and wrapping memory in every role of every constructor: it is refused
// by name before a byte outside of the lent memory is written, or the outputs are correct.
#include <algorithm>

#include "tests/compat/adapter.h"
#include "tests/compat/enough.h"

using namespace compat_test;

namespace {

// Sanitizers make everything ten times slower.
constexpr size_t kStep = NOOK_SIZE_STEP > 1 ? 3 : 1;

World& world() {
  static World made;
  return made;
}

// Small nets with every kind of interface.
const std::vector<Net>& nets() {
  static const std::vector<Net> made = [] {
    std::vector<Net> some;
    for (const Net& net : small_nets()) {
      const bool odd = net.name == "wide" || net.name == "odd_interface" || net.name == "accumulator" ||
                       net.name == "conv_2d_3x3_same" || net.name == "add_both_broadcast";
      if (odd) some.push_back(net);
    }
    for (const std::vector<int>& sizes : {std::vector<int>{8}, {1, 8}, {8, 1}, {2, 1, 8, 4}})
      some.push_back(copies_of(sizes));
    return some;
  }();
  return made;
}

// Whether the net uses any bytes of the role.
bool is_used(const Net& net, Way way, size_t role) {
  if (way != Way::kFourBuffers || role > 1) return true;
  const std::vector<Bytes>& side = role == 0 ? net.inputs : net.outputs;
  return std::any_of(side.begin(), side.end(), [](const Bytes& b) { return !b.empty(); });
}

// With an arena, outputs are in its scratch, so none can be an input or a constant.
bool runs(const Net& net, Way way) { return way == Way::kFourBuffers || net.name != "odd_interface"; }

// Calls it for each net in each way.
template <class Each>
void in_every_way(const Each& each) {
  for (const Net& net : nets())
    for (const Way way : kWays)
      if (runs(net, way)) each(net, way);
}

// Calls it for each role of each way of each net, with enough memory.
template <class Each>
void in_every_role(const Each& each) {
  in_every_way([&](const Net& net, Way way) {
    const std::vector<Lent> lent = enough(net, way);
    for (size_t role = 0; role < lent.size(); ++role)
      if (is_used(net, way, role)) each(net, way, role, lent);
  });
}

bool is_sized(Way way) { return way != Way::kFourBuffers; }

}  // namespace

TEST(sufficient_memory_is_accepted_and_nothing_around_it_is_written) {
  in_every_way([](const Net& net, Way way) {
    std::vector<Lent> lent = enough(net, way);
    world().lay(lent);
    const Outcome got = attempt(net, way, lent);
    if (!got.accepted || !got.right) printf("%s, way %d\n", net.name.c_str(), static_cast<int>(way));
    EXPECT(got.accepted && got.right && world().whole(lent));
  });
}

TEST(null_is_refused_in_every_role_whatever_size_is_given_with_it) {
  in_every_role([](const Net& net, Way way, size_t role, std::vector<Lent> lent) {
    world().lay(lent);
    for (const size_t bytes : {lent[role].bytes, size_t{0}, size_t{64}, SIZE_MAX}) {
      lent[role] = {nullptr, bytes};
      const Outcome got = attempt(net, way, lent);
      EXPECT(!got.accepted && world().whole(lent));
      // Without an arena there is no allocator.
      const bool no_allocator =
          way == Way::kAllocator || way == Way::kPlanner || (way == Way::kTwoArenas && role == 0);
      EXPECT_EQ(got.fault.status, NOOK_NULL);
      EXPECT_EQ(got.fault.role, no_allocator ? NOOK_ROLE_ARENA : roles_of(way)[role]);
      EXPECT(got.fault.need > 0);
    }
  });
}

TEST(memory_that_is_short_by_any_number_of_bytes_is_refused_with_need_and_have) {
  in_every_role([](const Net& net, Way way, size_t role, std::vector<Lent> lent) {
    if (!is_sized(way)) return;
    bool fits = false;
    for (size_t bytes = 0; bytes <= 4000; bytes += kStep * (bytes < 1500 ? 13 : 97)) {
      lent[role].bytes = bytes;
      world().lay(lent);
      const Outcome got = attempt(net, way, lent);
      EXPECT(world().whole(lent));
      EXPECT(!got.accepted || got.right);
      if (!got.accepted) EXPECT(!fits && got.fault.need > got.fault.have);
      fits |= got.accepted;
    }
    EXPECT(fits);
  });
}

TEST(memory_at_any_address_is_used_as_it_is_or_refused_with_address_and_alignment) {
  in_every_role([](const Net& net, Way way, size_t role, std::vector<Lent> lent) {
    for (size_t off = 1; off < 16; off += kStep) {
      for (size_t all = 0; all < 2; ++all) {  // one buffer, then all of them
        std::vector<Lent> moved = lent;
        if (!all) moved[role].bytes += off;
        world().lay(moved, all ? off : 0);
        if (!all) moved[role].data += off, moved[role].bytes -= off;
        const Outcome got = attempt(net, way, moved);
        EXPECT(world().whole(moved));
        size_t alignment = 1;
        if (way == Way::kFourBuffers)
          for (size_t side = 0; side < 2; ++side)
            if (all || role == side)
              for (const size_t a : net.alignments[side]) alignment = std::max(alignment, a);
        EXPECT_EQ(got.accepted, off % alignment == 0);
        EXPECT(!got.accepted || got.right);
        if (got.accepted) continue;
        EXPECT_EQ(got.fault.status, NOOK_MISALIGNED);
        EXPECT(got.fault.need <= alignment && got.fault.have == off % got.fault.need && got.fault.have > 0);
        EXPECT(got.fault.role == NOOK_ROLE_INPUT || got.fault.role == NOOK_ROLE_OUTPUT);
      }
    }
  });
}

TEST(memory_that_wraps_around_the_last_address_is_refused_before_it_is_written) {
  in_every_role([](const Net& net, Way way, size_t role, std::vector<Lent> lent) {
    const size_t need = lent[role].bytes;
    world().lay(lent);
    for (const size_t left : {size_t{16}, size_t{48}, size_t{4096}}) {
      if (left + 16 >= need) continue;  // the reserve for any alignment
      lent[role].data = reinterpret_cast<uint8_t*>(UINTPTR_MAX - left + 1);
      if (is_sized(way) && left == 16) lent[role].bytes = SIZE_MAX;
      const Outcome got = attempt(net, way, lent);
      lent[role].bytes = need;
      const bool no_allocator =
          way == Way::kAllocator || way == Way::kPlanner || (way == Way::kTwoArenas && role == 0);
      EXPECT(!got.accepted);
      EXPECT_EQ(got.fault.status, no_allocator ? NOOK_NULL : NOOK_NO_MEMORY);
      EXPECT_EQ(got.fault.role, no_allocator ? NOOK_ROLE_ARENA : roles_of(way)[role]);
    }
  });
}

TEST(buffers_that_share_a_byte_are_refused_by_both_names_and_neighbours_are_not) {
  in_every_way([](const Net& net, Way way) {
    const std::vector<Lent> lent = enough(net, way);
    const auto is_needed = [&](size_t role) {  // four buffers include 15 bytes for any alignment
      return is_used(net, way, role) && (role < 2 || lent[role].bytes > 15);
    };
    for (size_t a = 0; a < lent.size(); ++a)
      for (size_t b = 0; b < lent.size(); ++b) {
        if (a == b || !is_needed(a) || !is_needed(b)) continue;
        std::vector<Lent> shared = lent;
        world().lay(shared);
        uint8_t* const base = world().room() + World::kRoom / 2;
        const size_t used = lent[a].bytes - (way == Way::kFourBuffers && a > 1 ? a == 2 ? 7 : 15 : 0);
        for (const size_t apart :
             {size_t{0}, (used - 1) & ~size_t{15}}) {  // all bytes; one to sixteen bytes missing
          shared[a].data = base, shared[b].data = base + apart;
          const Outcome same = attempt(net, way, shared);
          EXPECT(!same.accepted);
          EXPECT_EQ(same.fault.status, NOOK_OVERLAP);
          const nook_role named[] = {same.fault.role, static_cast<nook_role>(same.fault.operand)};
          EXPECT(std::count(named, named + 2, roles_of(way)[a]) == 1 &&
                 std::count(named, named + 2, roles_of(way)[b]) == 1);
        }
        shared[b].data = base + ((lent[a].bytes + 15) & ~size_t{15});
        const Outcome beside = attempt(net, way, shared);
        EXPECT(beside.accepted && beside.right);
      }
  });
}

TEST(sums_that_overflow_int32_are_refused) {
  for (int count = 1; count <= 8; ++count)
    for (const int32_t bytes :
         {100, INT32_MAX / 8, INT32_MAX / 4 + 1, INT32_MAX / 2 + 1, INT32_MAX - 64, INT32_MAX}) {
      const Sizes s = query(huge(count, bytes));
      int64_t sum = 0;
      for (int i = 0; i < count; ++i) sum = (sum + 3) / 4 * 4 + bytes;
      if (sum > INT32_MAX) {
        EXPECT(!s.accepted);
        EXPECT(s.inputs == -1 && s.outputs == -1 && s.persistent == -1 && s.scratch == -1);
      } else if (s.accepted) {
        EXPECT(s.inputs == sum && s.outputs == sum && s.persistent > 0 && s.scratch >= 0);
      } else {
        EXPECT(bytes > 1 << 28);  // beyond the memory that the interpreter plans
      }
    }
}

TEST(sizes_found_operator_by_operator_match_the_plan) {
  for (const Net& net : small_nets()) expect_enough(net, true);
  for (const int operators : {1, 84}) expect_enough(chain_of(operators), true);
  for (const int tensors : {1, 20, 200}) expect_enough(fan_of(tensors), true);
  if (kStep > 1) return;
  for (const Net& net : models_from_files()) expect_enough(net, true);
  for (const Net& net : large_models_from_files()) expect_enough(net, true);
  expect_enough(fan_of(900), false);  // more at once than fits on the stack
}

TEST(a_model_of_any_number_of_operators_runs_in_four_buffers) {
  for (const int operators : {1, 30, 40, 50, 60, 84, 500, 2000})
    if (operators <= 500 || kStep == 1) expect_runs_in_four_buffers(chain_of(operators));
  for (const int tensors : {30, 300, 900})
    if (tensors <= 300 || kStep == 1) expect_runs_in_four_buffers(fan_of(tensors));
  if (kStep == 1)
    for (const Net& net : large_models_from_files()) expect_runs_in_four_buffers(net);
}
