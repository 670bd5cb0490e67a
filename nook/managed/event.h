// An event is a number that is the same in every build: the FNV-1a hash of its name, truncated to
// NOOK_EVENT_BYTES. The device needs no RTTI and no strings; tools/events.py converts numbers back to names.
//
//   DECLARE_EVENT(SensorWarm)       // struct SensorWarm : Event
//   DECLARE_ERROR(SensorOnFire)     // struct SensorOnFire : Error
//
// Two declarations with the same id in one translation unit do not compile. To check declarations in
// different units, nook_check_events() of cmake/nook_check_events.cmake reads all sources of a program.
#pragma once
#include <stdint.h>

#include "nook/managed/config.h"
#include "nook/managed/in_metadata.h"

namespace nook::managed {
namespace detail {

template <int bytes>
struct UnsignedOf;
template <>
struct UnsignedOf<1> {
  using type = uint8_t;
};
template <>
struct UnsignedOf<2> {
  using type = uint16_t;
};
template <>
struct UnsignedOf<4> {
  using type = uint32_t;
};

// FNV-1a over bytes: equal for signed and unsigned char.
constexpr uint32_t kHashOfNothing = 0x811c9dc5;
[[gnu::always_inline]] constexpr uint32_t hash_step(uint32_t value, char c) {
  return (value ^ static_cast<uint8_t>(c)) * 0x01000193u;
}
constexpr uint32_t hash(const char* text) {
  uint32_t value = kHashOfNothing;
  for (; *text; ++text) value = hash_step(value, *text);
  return value;
}

// Use of Claim<id, Event> defines a function for that id. A second event with the id defines it again, which
// the compiler reports.
template <uint32_t id>
struct Id {};
template <uint32_t id, class Event>
struct Claim {
  friend constexpr Event this_event_id_is_taken_by_another_event(Id<id>) { return Event(); }
  static constexpr bool is_made = true;
};

}  // namespace detail

using EventId = detail::UnsignedOf<NOOK_EVENT_BYTES>::type;

// The id of the event with that name.
constexpr EventId event_id(const char* name) { return static_cast<EventId>(detail::hash(name)); }

// A plain value: two events are equal if their ids are.
struct Event : InMetadata {
  EventId event_id = 0;

  constexpr Event() = default;
  constexpr explicit Event(EventId id) : event_id(id) {}
};
constexpr bool operator==(const Event& a, const Event& b) { return a.event_id == b.event_id; }
constexpr bool operator!=(const Event& a, const Event& b) { return a.event_id != b.event_id; }

// An event that reports a failed operation.
struct Error : Event {
  using Event::Event;
};

}  // namespace nook::managed

#define NOOK_DECLARE_EVENT_OF(Name, Base)                                             \
  struct Name : ::nook::managed::Base {                                               \
    static constexpr ::nook::managed::EventId uid = ::nook::managed::event_id(#Name); \
    constexpr Name() : Base(uid) {}                                                   \
  };                                                                                  \
  static_assert(::nook::managed::detail::Claim<Name::uid, Name>::is_made, "")

#define DECLARE_EVENT(Name) NOOK_DECLARE_EVENT_OF(Name, Event)
#define DECLARE_ERROR(Name) NOOK_DECLARE_EVENT_OF(Name, Error)
