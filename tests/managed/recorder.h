#pragma once
#include "nook/managed/managed.h"
#include "tests/test.h"

// Placement new without <new>, which some bare toolchains lack.
struct Placed {
  void* at;
};
inline void* operator new(size_t, Placed where) { return where.at; }

namespace managed_test {

using namespace nook::managed;

// Two arenas and a handler that continues after errors; current while it lives.
template <size_t metadata_bytes = 2048, size_t ram_bytes = 2048>
struct World {
  alignas(16) uint8_t metadata_memory[metadata_bytes], ram_memory[ram_bytes];
  Event kept[32];
  EventHistory errors{nook::Span<Event>(kept), go_on};
  Context context;
  Context* before;
  BumpArenaAllocator<> metadata{metadata_memory};
  CircularArenaAllocator<> ram{ram_memory};

  World() : context(nullptr, nullptr, &errors), before(Context::set_default_context(&context)) {
    context.set_metadata_allocator(&metadata), context.set_ram_data_allocator(&ram);
    errors.clear();
  }
  ~World() { Context::set_default_context(before); }

  // Whether exactly these events occurred since the last call, in this order.
  template <class... Events>
  bool saw(Events... events) {
    const Event expected[sizeof...(events) + 1] = {events...};
    bool same = errors.size() == sizeof...(events);
    for (size_t i = 0; same && i < sizeof...(events); ++i) same = errors.begin()[i] == expected[i];
    if (!same)
      for (const Event& e : errors) printf("saw %lx\n", static_cast<unsigned long>(e.event_id));
    errors.clear();
    return same;
  }
};

}  // namespace managed_test
