// The class that `nook compile --format managed` writes, in the hands of an application that does what it
// should not: each time an event, no result, and nothing outside of what was lent is written. For a model
// with one int8 input x and one int8 output y of one element each.
#include <stdio.h>
#include <string.h>

#include <new>

#include "net_model.h"

using namespace nook::managed;
using nook::Span;

namespace {

int failures = 0;
#define EXPECT(condition) \
  ((condition) ? (void)0 : (void)(++failures, printf("line %d: %s\n", __LINE__, #condition)))

constexpr size_t kGuard = 32, kMostLent = 4096;

// Memory between guards, `skew` bytes off every alignment.
struct Lent {
  alignas(16) uint8_t memory[kMostLent + 3 * kGuard];
  size_t begin, bytes;

  explicit Lent(size_t size, size_t skew = 0) : begin(kGuard + skew), bytes(size) {
    EXPECT(size <= kMostLent);
    memset(memory, 0xA5, sizeof memory);
  }
  Span<uint8_t> span() { return {memory + begin, bytes}; }
  bool whole() const {
    for (size_t i = 0; i < sizeof memory; ++i)
      if ((i < begin || i >= begin + bytes) && memory[i] != 0xA5) return false;
    return true;
  }
};

// A world of its own in lent memory.
struct World {
  Event history[16];
  SimpleErrorHandler errors;
  net_model::MetadataArena metadata;
  net_model::RamArena ram;
  Context context;
  Context* const before;

  World(Lent& objects, Lent& elements)
      : errors(history, go_on),
        metadata(objects.span()),
        ram(elements.span()),
        context(&metadata, &ram, &errors),
        before(Context::set_default_context(&context)) {}
  ~World() { Context::set_default_context(before); }
  bool event() {
    const bool any = errors.size() > 0;
    errors.clear();
    return any;
  }
};

constexpr size_t kObjects = net_model::kMetadataBytes, kElements = net_model::kRamBytes;

// What the model answers to each input, as it was found with all that it needs.
int8_t right[256];

int8_t input_of(int k) { return static_cast<int8_t>(k - 128); }

struct Values {
  int8_t before[kGuard], value, behind[kGuard];
  explicit Values(int8_t v) : value(v) {
    memset(before, 0x5A, sizeof before);
    memset(behind, 0x5A, sizeof behind);
  }
  bool whole() const {
    for (size_t i = 0; i < kGuard; ++i)
      if (before[i] != 0x5A || behind[i] != 0x5A) return false;
    return true;
  }
};

void find_what_is_right() {
  Lent objects(kObjects), elements(kElements);
  World world(objects, elements);
  net_model model;
  Values in(0), out(0);
  Tensor x = new BufferTensor(net_model::x_facts::shape(), net_model::x_facts::type, &in.value);
  Tensor y = new BufferTensor(net_model::y_facts::shape(), net_model::y_facts::type, &out.value);
  model.set_inputs({{net_model::x, x}}).set_outputs({{net_model::y, y}});
  int different = 0;
  for (int k = 0; k < 256; ++k) {
    in.value = input_of(k);
    EXPECT(model.eval() && !world.event());
    right[k] = out.value;
    different += k > 0 && right[k] != right[k - 1];
  }
  EXPECT(different > 20 && in.whole() && out.whole() && objects.whole() && elements.whole());
}

// All in arenas of these sizes; whether it went. Twice, since a refusal must leave nothing behind.
bool goes(size_t object_bytes, size_t element_bytes, size_t skew) {
  Lent objects(object_bytes, skew), elements(element_bytes, skew);
  bool went = true;
  {
    World world(objects, elements);
    const size_t free_objects = world.metadata.available(), free_elements = world.ram.available();
    {
      net_model model;
      Values in(7), out(99);
      Tensor x = new BufferTensor(net_model::x_facts::shape(), net_model::x_facts::type, &in.value);
      Tensor y = new BufferTensor(net_model::y_facts::shape(), net_model::y_facts::type, &out.value);
      model.set_inputs({{net_model::x, x}}).set_outputs({{net_model::y, y}});
      for (int k = 0; k < 2; ++k) {
        const bool done = model.eval(), event = world.event();
        EXPECT(done != event);
        if (done) EXPECT(out.value == right[7 + 128]);
        went = went && done;
      }
      EXPECT(in.whole() && in.value == 7 && out.whole());
    }
    EXPECT(world.metadata.available() == free_objects && world.ram.available() == free_elements);
  }
  EXPECT(objects.whole() && elements.whole());
  return went;
}

void arenas_of_every_size_do_the_work_or_refuse_it() {
  for (size_t bytes = 0; bytes <= kElements; ++bytes) {
    const bool went = goes(kObjects + 16, bytes, bytes % 8);
    EXPECT(bytes > kElements / 2 || !went);
  }
  for (size_t bytes = 0; bytes < kObjects; ++bytes) {
    const bool went = goes(bytes, kElements, 0);
    EXPECT(bytes > kObjects / 2 || !went);
  }
  EXPECT(goes(kObjects, kElements, 0));
}

// With what the application gives as input and output; nothing is to be computed.
template <class Give>
void refuses(const Give& give) {
  Lent objects(2 * kObjects), elements(4 * kElements);
  Values in(7), out(99);
  {
    World world(objects, elements);
    Tensor x = new BufferTensor(net_model::x_facts::shape(), net_model::x_facts::type, &in.value);
    Tensor y = new BufferTensor(net_model::y_facts::shape(), net_model::y_facts::type, &out.value);
    net_model model;
    give(model, x, y);
    for (int k = 0; k < 2; ++k) {
      EXPECT(!model.eval());
      EXPECT(world.event());
    }
    // With the right ones it goes all the same.
    Tensor good_x = new BufferTensor(net_model::x_facts::shape(), net_model::x_facts::type, &in.value);
    Tensor good_y = new BufferTensor(net_model::y_facts::shape(), net_model::y_facts::type, &out.value);
    EXPECT(out.value == 99);
    EXPECT(model.set_inputs({{net_model::x, good_x}}).set_outputs({{net_model::y, good_y}}).eval());
    EXPECT(!world.event() && out.value == right[7 + 128]);
  }
  EXPECT(in.whole() && in.value == 7 && out.whole() && objects.whole() && elements.whole());
}

void wrong_tensors_are_refused() {
  static int8_t many[64];
  const TensorShape shapes[] = {TensorShape(2, 1), TensorShape(1, 2), TensorShape(1), TensorShape(1, 1, 1),
                                TensorShape(5)};
  for (const TensorShape& shape : shapes) {
    refuses([&](net_model& model, Tensor& x, Tensor& y) {
      x = new BufferTensor(shape, net_model::x_facts::type, many);
      model.set_inputs({{net_model::x, x}}).set_outputs({{net_model::y, y}});
    });
    refuses([&](net_model& model, Tensor& x, Tensor& y) {
      y = new BufferTensor(shape, net_model::y_facts::type, many);
      model.set_inputs({{net_model::x, x}}).set_outputs({{net_model::y, y}});
    });
  }
  const ttype types[] = {u8, i16, u16, i32, u32, flt};
  for (const ttype type : types) {
    refuses([&](net_model& model, Tensor& x, Tensor& y) {
      x = new BufferTensor(net_model::x_facts::shape(), type, many);
      model.set_inputs({{net_model::x, x}}).set_outputs({{net_model::y, y}});
    });
    refuses([&](net_model& model, Tensor& x, Tensor& y) {
      y = new BufferTensor(net_model::y_facts::shape(), type, many);
      model.set_inputs({{net_model::x, x}}).set_outputs({{net_model::y, y}});
    });
  }
  for (const int8_t value : many) EXPECT(value == 0);
}

void missing_tensors_are_refused() {
  refuses([](net_model&, Tensor&, Tensor&) {});
  refuses([](net_model& model, Tensor& x, Tensor&) { model.set_inputs({{net_model::x, x}}); });
  refuses([](net_model& model, Tensor&, Tensor& y) { model.set_outputs({{net_model::y, y}}); });
  refuses([](net_model& model, Tensor& x, Tensor& y) {
    x.reset();
    model.set_inputs({{net_model::x, x}}).set_outputs({{net_model::y, y}});
  });
  refuses([](net_model& model, Tensor& x, Tensor& y) {  // they go when all is set up
    model.set_inputs({{net_model::x, x}}).set_outputs({{net_model::y, y}});
    x.reset();
  });
  refuses([](net_model& model, Tensor& x, Tensor& y) {
    model.set_inputs({{net_model::x, x}}).set_outputs({{net_model::y, y}});
    y.reset();
  });
}

// Model and tensors die in any order, with an inference before or not.
void all_die_in_any_order() {
  constexpr int kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (const auto& order : kOrders) {
    for (int runs = 0; runs < 2; ++runs) {
      Lent objects(2 * kObjects), elements(kElements);
      Values in(7), out(99);
      {
        World world(objects, elements);
        const size_t free_objects = world.metadata.available(), free_elements = world.ram.available();
        alignas(net_model) uint8_t memory[sizeof(net_model)];
        net_model* const model = ::new (static_cast<void*>(memory)) net_model;
        Tensor x = new BufferTensor(net_model::x_facts::shape(), net_model::x_facts::type, &in.value);
        Tensor y = new BufferTensor(net_model::y_facts::shape(), net_model::y_facts::type, &out.value);
        model->set_inputs({{net_model::x, x}}).set_outputs({{net_model::y, y}});
        if (runs) EXPECT(model->eval() && out.value == right[7 + 128]);
        for (const int each : order) {
          if (each == 0) model->net_model::~net_model();  // clang warns of one that might be a base's
          if (each == 1) x.reset();
          if (each == 2) y.reset();
        }
        EXPECT(!world.event());
        EXPECT(world.metadata.available() == free_objects && world.ram.available() == free_elements);
      }
      EXPECT(in.whole() && out.whole() && objects.whole() && elements.whole());
    }
  }
}

}  // namespace

int main() {
  find_what_is_right();
  arenas_of_every_size_do_the_work_or_refuse_it();
  wrong_tensors_are_refused();
  missing_tensors_are_refused();
  all_die_in_any_order();
  return failures ? 1 : 0;
}
