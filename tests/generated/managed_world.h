// A generated class on managed tensors in an application, which must give the interpreter's bytes: in arenas
// of exactly the stated sizes, in a larger one shared with another tensor, and in arenas that are too small.
#pragma once
#include <algorithm>
#include <string>

#include "nook/managed/managed.h"
#include "tests/generated/guarded.h"

namespace generated {

namespace nm = nook::managed;

// An input or an output: its bytes, and the class's facts about it.
struct Given {
  const uint8_t* bytes;
  size_t size;
  nm::TensorShape shape;
  nm::ttype type;
};

// Counts of the checks, so that a test can require a minimum.
struct Managed {
  int64_t evaluations = 0, moved = 0, refused = 0;
};

struct ManagedModel {
  std::string (*test)(uint32_t turn, Managed& seen);
  uint64_t seed;
};

// The memory and the current context of one application.
template <class Class>
struct ManagedWorld {
  Guarded objects, elements;
  typename Class::MetadataArena metadata;
  typename Class::RamArena ram;
  nm::Event history[16];
  nm::EventHistory events;
  nm::Context context;
  nm::Context* const before;

  ManagedWorld(size_t object_bytes, size_t element_bytes, uint32_t turn)
      : objects("the arena of objects", object_bytes, alignof(void*), static_cast<uint8_t>(turn)),
        elements("the arena of elements", element_bytes, 16, static_cast<uint8_t>(turn * 3)),
        metadata({objects.data(), object_bytes}),
        ram({elements.data(), element_bytes}),
        events(history, nm::go_on),
        context(&metadata, &ram, &events),
        before(nm::Context::set_default_context(&context)) {}
  ~ManagedWorld() { nm::Context::set_default_context(before); }

  // The number of events about moved tensors, or about anything else.
  int64_t events_of_moves(bool moves) const {
    const nm::Event move = nm::localCircularArenaAllocatorRebalancing();
    return std::count_if(events.begin(), events.end(),
                         [&](const nm::Event& e) { return (e.event_id == move.event_id) == moves; });
  }
  std::string damage() const {
    const std::string wrong = objects.damage();
    return wrong.empty() ? elements.damage() : wrong;
  }
};

// The inputs and outputs that the application passes to a class.
template <class Class, size_t inputs, size_t outputs>
class ManagedRun {
 public:
  ManagedRun(const Given (&in)[inputs], const Given (&out)[outputs], uint32_t turn) : in_(in), out_(out) {
    for (size_t i = 0; i < inputs + outputs; ++i)
      memory_[i].reset(new Guarded("an input or output", given(i).size, 16, static_cast<uint8_t>(turn + i)));
    for (size_t i = 0; i < inputs; ++i) memory_[i]->fill(in[i].bytes);
  }

  // Evaluates one object twice, which must leave the arenas as empty as before. `may_refuse`: both
  // evaluations may be refused, with an event. Empty: no fault.
  template <class Lend>
  std::string run(ManagedWorld<Class>& world, bool may_refuse, Managed& seen, Lend lend_constants) {
    const size_t free_objects = world.metadata.available(), free_elements = world.ram.available();
    std::string wrong;
    {
      Class model;
      if (!lend_constants(model)) return "the class refuses its constants";
      nm::Tensor tensors[inputs + outputs];
      for (size_t i = 0; i < inputs + outputs; ++i)
        tensors[i] = new nm::BufferTensor(given(i).shape, given(i).type, memory_[i]->data());
      lend(model, tensors, std::make_index_sequence<inputs>(), std::make_index_sequence<outputs>());
      for (int k = 0; k < 2 && wrong.empty(); ++k) wrong = evaluate(model, world, may_refuse, seen);
    }
    if (!wrong.empty()) return wrong;
    if (world.metadata.available() != free_objects || world.ram.available() != free_elements)
      return "an arena is not as empty as before";
    return world.damage();
  }

 private:
  const Given& given(size_t i) const { return i < inputs ? in_[i] : out_[i - inputs]; }

  template <size_t... I, size_t... O>
  static void lend(Class& model, nm::Tensor* tensors, std::index_sequence<I...>, std::index_sequence<O...>) {
    model.set_inputs({{uint32_t{I}, tensors[I]}...});
    model.set_outputs({{uint32_t{O}, tensors[inputs + O]}...});
  }

  std::string evaluate(Class& model, ManagedWorld<Class>& world, bool may_refuse, Managed& seen) {
    ++seen.evaluations;
    const bool done = model.eval(), moved = world.events_of_moves(true), told = world.events_of_moves(false);
    world.events.clear();
    seen.moved += moved, seen.refused += !done;
    if (!done && !told) return "it fails without an event";
    if (!done && !may_refuse) return "it is refused";
    if (done && told && !may_refuse) return "an event, although nothing is wrong";
    for (size_t i = 0; i < inputs + outputs; ++i) {
      const std::string damage = memory_[i]->damage();
      if (!damage.empty()) return damage;
      if (i < inputs ? !memory_[i]->holds(given(i).bytes) : done && !memory_[i]->holds(given(i).bytes))
        return (i < inputs ? "input " : "output ") + std::to_string(i < inputs ? i : i - inputs) + " differs";
    }
    return {};
  }

  const Given (&in_)[inputs];
  const Given (&out_)[outputs];
  std::unique_ptr<Guarded> memory_[inputs + outputs];
};

// Another tensor of the application, in the middle of the class's memory.
class Neighbour {
 public:
  static constexpr int32_t kBytes = 40;
  explicit Neighbour(size_t place) : tensor_(new nm::RamTensor({kBytes}, nm::u8, place)) {
    for (int32_t i = 0; i < kBytes; ++i) tensor_(i) = value(i);
  }
  bool holds() const {
    for (int32_t i = 0; i < kBytes; ++i)
      if (tensor_.get()->get<uint8_t>(static_cast<uint32_t>(i)) != value(i)) return false;
    return true;
  }

 private:
  static uint8_t value(int32_t i) { return static_cast<uint8_t>(0xA7 + 11 * i); }
  nm::Tensor tensor_;
};

template <class Class, size_t inputs, size_t outputs, class Lend>
std::string run_managed(const Given (&in)[inputs], const Given (&out)[outputs], uint32_t turn, Managed& seen,
                        Lend lend_constants) {
  constexpr size_t kObjects = Class::kMetadataBytes, kElements = Class::kRamBytes;
  ManagedRun<Class, inputs, outputs> run(in, out, turn);
  {
    const int64_t moved = seen.moved;
    ManagedWorld<Class> stated(kObjects, kElements, turn);
    const std::string wrong = run.run(stated, false, seen, lend_constants);
    if (!wrong.empty()) return "in the arenas that it states: " + wrong;
    if (seen.moved != moved) return "in the arenas that it states: a tensor moves";
  }
  {
    using Ram = typename Class::RamArena;
    using Metadata = typename Class::MetadataArena;
    ManagedWorld<Class> shared(kObjects + Metadata::block_bytes(sizeof(nm::RamTensor)),
                               kElements + Ram::block_bytes(Neighbour::kBytes), turn);
    const Neighbour other(kElements / 7 * (turn % 7) / 16 * 16);
    const std::string wrong = run.run(shared, false, seen, lend_constants);
    if (!wrong.empty()) return "next to another tensor: " + wrong;
    if (!other.holds()) return "the tensor next to it differs";
  }
  for (uint32_t i = 1; i < 4; ++i) {
    ManagedWorld<Class> small(i == 3 ? kObjects * (1 + turn % 7) / 8 : kObjects, kElements * i / (i + 1),
                              turn);
    const std::string wrong = run.run(small, true, seen, lend_constants);
    if (!wrong.empty()) return "in arenas that are too small: " + wrong;
  }
  return {};
}

}  // namespace generated
