#include "tests/generated/run.h"

#include <algorithm>
#include <cstring>
#include <deque>

#include "nook/device.h"
#include "nook/nook.h"
#include "nook/storage.h"
#include "nookc/back/interface/image.h"
#include "nookc/back/interface/interface.h"
#include "nookc/back/interface/weight_file.h"
#include "nookc/middle/lower/row_stage.h"
#include "nookc/middle/rows/strips.h"
#include "tests/generated/guarded.h"
#include "tests/generated/two_cores.h"

namespace generated {
namespace {

using nookc::InterfaceTensor;

// Reads every byte that it receives.
void on_event(void* user, const nook_event* event) {
  auto& sum = *static_cast<uint32_t*>(user);
  for (int32_t i = 0; i < event->bytes; ++i) sum = sum * 31 + static_cast<const uint8_t*>(event->data)[i];
}

// A device that destroys the content of its outputs before the work is done, as a device with its own write
// order may, and that checks the order of its calls.
struct Unit {
  int state = 0, calls = 0;  // 1: active, 2: open

  static int32_t step(void* context, int from, int to) {
    Unit& unit = *static_cast<Unit*>(context);
    if (unit.state != from) return 1;
    unit.state = to;
    return 0;
  }
  static int32_t activate(void* context) { return step(context, 0, 1); }
  static int32_t open(void* context) { return step(context, 1, 2); }
  static int32_t close(void* context) { return step(context, 2, 1); }
  static int32_t deactivate(void* context) { return step(context, 1, 0); }
  static int32_t call(void* context, const nook_device_call* call) {
    Unit& unit = *static_cast<Unit*>(context);
    if (unit.state != 2 || call->index != unit.calls++) return 1;
    for (int32_t i = 0; i < call->output_count; ++i)
      std::memset(call->outputs[i].data, 0x6B, static_cast<size_t>(call->outputs[i].bytes));
    return nook_call_on_cpu(nullptr, call);
  }
};

// A storage that allows no more than the contract: bytes appear in wait() and are garbage before, and the
// part before them becomes garbage then.
struct Card {
  std::string file;
  const uint8_t* staging = nullptr;
  size_t staging_bytes = 0;
  size_t next = nookc::kWeightFileHeader, offset = 0, bytes = 0, last_bytes = 0;
  uint8_t *to = nullptr, *last = nullptr;
  bool pending = false, wrong = false;

  static int begin(void* user, uint32_t offset, uint32_t bytes, void* to) {
    Card& c = *static_cast<Card*>(user);
    const auto at = static_cast<size_t>(static_cast<uint8_t*>(to) - c.staging);
    c.wrong |= c.pending || offset != c.next || offset % 16 != 0 || bytes % 16 != 0 || at % 16 != 0 ||
               bytes == 0 || at > c.staging_bytes || bytes > c.staging_bytes - at ||
               bytes > c.file.size() - offset;
    if (c.wrong) return 1;
    std::memset(to, 0x5A, bytes);
    c.offset = offset, c.bytes = bytes, c.next = offset + bytes;
    c.to = static_cast<uint8_t*>(to), c.pending = true;
    return 0;
  }
  static int wait(void* user) {
    Card& c = *static_cast<Card*>(user);
    c.wrong |= !c.pending;
    if (c.wrong) return 1;
    if (c.last) std::memset(c.last, 0xC3, c.last_bytes);
    std::memcpy(c.to, c.file.data() + c.offset, c.bytes);
    c.last = c.to, c.last_bytes = c.bytes, c.pending = false;
    return 0;
  }
  bool done() const { return !wrong && !pending && next == file.size(); }
};

// The application of one inference: all memory, and the structs that refer to it. Their layouts follow from
// the generated header: pointers and sizes in order.
class Application {
 public:
  Application(const Model& model, const Values& inputs, uint32_t turn)
      : m_(model), inputs_(inputs), turn_(turn), face_(interface_of(model.program, model.variant.emit)) {
    for (const nookc::InterfacePool& p : face_.scratch) {
      if (p.bytes > 0)
        pools_.push_back(&add(p.member, static_cast<size_t>(p.bytes), p.alignment));
      else
        pools_.push_back(nullptr);
      memory_.push_back(pools_.back() ? pools_.back()->data() : nullptr);
      memory_.push_back(reinterpret_cast<void*>(turn % 2 ? static_cast<uintptr_t>(p.bytes) : 0));
    }
    for (const nookc::InterfacePool& p : face_.persistent) {
      kept_.push_back(&add(p.member, static_cast<size_t>(p.bytes), p.alignment));
      memory_.push_back(kept_.back()->data());
      memory_.push_back(reinterpret_cast<void*>(turn % 2 ? static_cast<uintptr_t>(p.bytes) : 0));
    }
    for (size_t i = 0; i < face_.constant.size(); ++i)
      if (face_.constant[i].by_pointer) add_image(i);
    if (!model.program.stored.empty()) add_storage();
    memory_.push_back(reinterpret_cast<void*>(turn % 2 ? on_event : nullptr)), memory_.push_back(&events_);
    for (size_t i = 0; i < face_.units.size(); ++i) {
      devices_.push_back(
          {Unit::activate, Unit::open, Unit::call, Unit::close, Unit::deactivate, &units_.emplace_back()});
      devices_of_run_.push_back(&devices_.back());
    }
  }

  template <class Function>
  Function* function(const std::string& what) const {
    return m_.code.function<Function>(face_.name + "_" + what);
  }
  const nookc::Interface& face() const { return face_; }
  void* memory() { return memory_.data(); }
  bool has_units() const { return !units_.empty(); }
  void* devices() { return devices_of_run_.data(); }

  // The application's input or output buffers, by value or by pointer; returns the argument of a call.
  void* side(const std::vector<InterfaceTensor>& tensors, bool input) {
    std::vector<void*>& places = input ? input_places_ : output_places_;
    std::vector<void*>& refs = input ? input_refs_ : output_refs_;
    Guarded* all = m_.variant.by_value ? &structure(tensors, input) : nullptr;
    size_t at = 0;
    for (const InterfaceTensor& t : tensors) {
      const auto bytes = static_cast<size_t>(t.bytes);
      if (t.in_scratch) {
        places.push_back(pool_of(t)->data() + t.offset);
        continue;
      }
      at = aligned(at, static_cast<size_t>(t.alignment));
      places.push_back(all ? all->data() + at : add(t.identifier, bytes, t.alignment).data());
      refs.push_back(places.back());
      at += bytes;
    }
    refs.push_back(nullptr);  // for an empty struct
    return all ? static_cast<void*>(all->data()) : refs.data();
  }

  void write_inputs() {
    for (size_t i = 0; i < inputs_.size(); ++i)
      std::copy(inputs_[i].begin(), inputs_[i].end(), static_cast<uint8_t*>(input_places_[i]));
  }

  // Whether the constants are accepted, but not with one bit changed.
  bool knows_constants() {
    if (images_.empty()) return true;
    const auto check = function<nook_status(void*, nook_fault*)>("check_constants");
    if (!check || check(memory(), nullptr) != NOOK_OK) return false;
    uint8_t& byte = images_[0].first->data()[images_[0].first->bytes() * (turn_ % 7) / 7];
    byte ^= static_cast<uint8_t>(1 << turn_ % 8);
    const bool refused = check(memory(), nullptr) == NOOK_BAD_CONSTANTS;
    byte ^= static_cast<uint8_t>(1 << turn_ % 8);
    return refused;
  }

  // Likewise for weights in storage.
  bool knows_weights() {
    if (card_.file.empty()) return true;
    const auto check = function<nook_status(void*, nook_fault*)>("check_weights");
    const Card before = card_;
    card_.next = 0;
    if (!check || check(memory(), nullptr) != NOOK_OK || !card_.done()) return false;
    card_.next = 0, card_.file[card_.file.size() * (turn_ % 7) / 7] ^= static_cast<char>(1 << turn_ % 8);
    const bool refused = check(memory(), nullptr) == NOOK_BAD_CONSTANTS && !card_.wrong && !card_.pending;
    card_ = before;
    return refused;
  }

  // Restores the state after the previous inference; false: there is no function that initializes it.
  bool restore(const State& state) {
    if (kept_.empty()) return true;
    const auto reset = function<nook_status(void*)>("reset");
    if (!reset || reset(memory()) != NOOK_OK || reset(nullptr) != NOOK_NULL) return false;
    for (size_t i = 0; i < state.size(); ++i) kept_[i]->fill(state[i].data());
    return true;
  }
  void save(State& state) const {
    state.clear();
    for (Guarded* g : kept_) state.emplace_back(g->data(), g->data() + g->bytes());
  }

  // Whether a saved state is restored, and one with another head is refused and changes nothing.
  bool saves() {
    if (kept_.empty()) return true;
    const auto save_to = function<nook_status(void*, void*, size_t)>("save");
    const auto restore_from = function<nook_status(void*, const void*, size_t)>("restore");
    State now;
    save(now);
    size_t bytes = 16;
    for (const std::vector<uint8_t>& each : now) bytes += each.size();
    std::vector<uint8_t> saved(bytes);
    if (!save_to || !restore_from || save_to(memory(), saved.data(), bytes - 1) != NOOK_NO_MEMORY ||
        save_to(memory(), saved.data(), bytes) != NOOK_OK)
      return false;
    uint8_t& other = saved[turn_ % 16];
    other ^= 0x10;
    for (Guarded* g : kept_) std::fill_n(g->data(), g->bytes(), uint8_t{0x6C});
    const bool refused = restore_from(memory(), saved.data(), bytes) == NOOK_BAD_MODEL &&
                         (kept_[0]->bytes() == 0 || kept_[0]->data()[0] == 0x6C);
    other ^= 0x10;
    if (!refused || restore_from(memory(), saved.data(), bytes) != NOOK_OK) return false;
    State again;
    save(again);
    return again == now;
  }

  // The result after the call.
  Outcome outcome(nook_status status) {
    Outcome o;
    o.waits = status == NOOK_NOT_READY && may_wait(m_.program);
    if (status != NOOK_OK && !o.waits) o.wrong = "it returned status " + std::to_string(status);
    for (const Unit& unit : units_)
      if (o.wrong.empty() && (unit.state != 0 || (unit.calls == 0 && !o.waits)))  // waits: before its call
        o.wrong = "a device is not as it was";
    if (o.wrong.empty() && !card_.file.empty() && !card_.done())
      o.wrong = "the storage was not read from its start to its end, one read at a time";
    for (const Guarded& g : buffers_)
      if (o.wrong.empty()) o.wrong = g.damage();
    for (const auto& [lent, image] : images_)
      if (o.wrong.empty() && !lent->holds(image.data())) o.wrong = lent->name() + " was written";
    for (size_t i = 0; i < input_places_.size() && o.wrong.empty(); ++i) {
      const bool stays = !face_.inputs[i].in_scratch || m_.variant.options.keeps(m_.program.graph, i);
      if (stays && !std::equal(inputs_[i].begin(), inputs_[i].end(), static_cast<uint8_t*>(input_places_[i])))
        o.wrong = "input " + face_.inputs[i].name + " was written";
    }
    for (size_t i = 0; i < output_places_.size(); ++i) {
      const auto* const first = static_cast<uint8_t*>(output_places_[i]);
      o.outputs.emplace_back(first, first + face_.outputs[i].bytes);
    }
    return o;
  }

  Guarded& add(const std::string& name, size_t bytes, int32_t alignment) {
    // Aligned as required and no more; in even iterations more strictly, as most memory is.
    const size_t at = static_cast<size_t>(alignment) << (turn_ % 2 ? 0 : 1);
    return buffers_.emplace_back(name, bytes, at, static_cast<uint8_t>(turn_ * 101 + bytes));
  }

 private:
  // Adds constants that are passed by pointer, in a block of exactly the stated size.
  void add_image(size_t pool) {
    const nookc::InterfacePool& p = face_.constant[pool];
    const auto bytes = static_cast<size_t>(p.bytes);
    Guarded* const lent = bytes > 0 ? &add(p.member, bytes, p.alignment) : nullptr;
    memory_.push_back(lent ? lent->data() : nullptr);
    memory_.push_back(reinterpret_cast<void*>(turn_ % 2 ? bytes : 0));
    if (!lent) return;
    images_.emplace_back(lent, image_of(m_.program, pool));
    lent->fill(images_.back().second.data());
  }

  void add_storage() {
    Guarded& staging = *pools_[static_cast<size_t>(m_.program.stored.pool)];
    card_.file = weight_file(m_.program.stored);
    card_.staging = staging.data(), card_.staging_bytes = staging.bytes();
    memory_.push_back(&storage_);
  }

  static size_t aligned(size_t at, size_t to) { return (at + to - 1) / to * to; }

  Guarded* pool_of(const InterfaceTensor& t) {
    for (size_t i = 0; i < pools_.size(); ++i)
      if (face_.scratch[i].pool == t.pool) return pools_[i];
    return nullptr;
  }

  Guarded& structure(const std::vector<InterfaceTensor>& tensors, bool input) {
    size_t bytes = 0;
    int32_t alignment = 1;
    for (const InterfaceTensor& t : tensors) {
      if (t.in_scratch) continue;
      bytes = aligned(bytes, static_cast<size_t>(t.alignment)) + static_cast<size_t>(t.bytes);
      alignment = std::max(alignment, t.alignment);
    }
    return add(input ? "the inputs" : "the outputs",
               std::max<size_t>(1, aligned(bytes, static_cast<size_t>(alignment))), alignment);
  }

  const Model& m_;
  const Values& inputs_;
  const uint32_t turn_;
  const nookc::Interface face_;
  std::deque<Guarded> buffers_;
  std::vector<Guarded*> pools_, kept_;
  std::vector<std::pair<Guarded*, std::string>> images_;  // constants: block and bytes
  std::vector<void*> memory_, input_places_, output_places_, input_refs_, output_refs_;
  Card card_;
  nook_storage storage_ = {Card::begin, Card::wait, &card_};
  std::deque<Unit> units_;
  std::deque<nook_device> devices_;
  std::vector<const nook_device*> devices_of_run_;
  uint32_t events_ = 0;
};

// The value of a macro of the generated header; -1: there is none.
int32_t macro(const nookc::Files& files, const std::string& name) {
  const std::string define = "#define " + name + " ";
  for (const nookc::File& file : files)
    if (const size_t at = file.content.find(define); file.path.ends_with(".h") && at != std::string::npos)
      return std::atoi(file.content.c_str() + at + define.size());
  return -1;
}

}  // namespace

Outcome run_whole(const Model& model, const Values& inputs, uint32_t turn, State& state) {
  Application app(model, inputs, turn);
  void* const in = app.side(app.face().inputs, true);
  void* const out = app.side(app.face().outputs, false);
  app.write_inputs();
  if (!app.restore(state)) return {{}, false, "_reset() does not do its work"};
  if (!model.variant.by_value) {
    nook_fault fault{};
    const auto check = app.function<nook_status(void*, void*, void*, nook_fault*)>("check");
    const auto with_devices = app.function<nook_status(void*, void*, void*, void*, nook_fault*)>("check");
    if (!check || (app.has_units() ? with_devices(app.memory(), in, out, app.devices(), &fault)
                                   : check(app.memory(), in, out, &fault)) != NOOK_OK)
      return {{}, false, std::string("_check() refuses good memory: ") + (fault.name ? fault.name : "")};
  }
  if (!app.knows_constants()) return {{}, false, "_check_constants() does not know the constants"};
  if (!app.knows_weights()) return {{}, false, "_check_weights() does not know the weights"};
  const std::string name = model.variant.by_value ? "run" : "run_ref";
  const auto run = app.function<nook_status(void*, void*, void*)>(name);
  const auto with_devices = app.function<nook_status(void*, void*, void*, void*)>(name);
  if (!run) return {{}, false, "there is no function to run it"};
  const auto core1 = app.function<void(void*)>("core1");
  if ((core1 != nullptr) != (model.program.cores > 1)) return {{}, false, "_core1() is not as it should be"};
  const auto first = [&] {
    return app.has_units() ? with_devices(app.memory(), in, out, app.devices()) : run(app.memory(), in, out);
  };
  const nook_status status = core1 ? run_on_two_cores(
                                         first, [&] { core1(app.memory()); }, turn)
                                   : first();
  app.save(state);
  if (!app.saves()) return {{}, false, "_save() and _restore() do not do their work"};
  return app.outcome(status);
}

Outcome run_streamed(const Model& model, const Values& inputs, uint32_t turn, State& state) {
  Variant by_value = model.variant;  // finish() takes the struct
  by_value.by_value = true;
  const Model streamed{model.program, model.files, by_value, model.code};
  const nookc::Tensor& input = model.program.graph[model.program.graph.inputs[0]];
  Application app(streamed, inputs, turn);
  const std::string& prefix = app.face().inputs[0].macro;
  const int32_t rows = macro(model.files, prefix + "_ROWS"),
                bytes = macro(model.files, prefix + "_ROW_BYTES");
  const bool known = rows == input.shape.dim[1] || rows == nookc::pixels_in_line(input);
  if (!known || rows * bytes != input.bytes())
    return {
        {}, false, std::to_string(rows) + " rows of " + std::to_string(bytes) + " bytes are not the input's"};
  void* const out = app.side(app.face().outputs, false);
  const auto begin = app.function<nook_status(void*)>("begin");
  const auto push = app.function<nook_status(void*, const void*, int32_t)>("push_rows");
  const auto finish = app.function<nook_status(void*, void*)>("finish");
  if (!begin || !push || !finish) return {{}, false, "a function of the stream is missing"};
  if (!app.restore(state)) return {{}, false, "_reset() does not do its work"};
  nook_status status = begin(app.memory());
  uint32_t draw = turn * 2654435761u + 7;
  for (int32_t done = 0; done < rows && status == NOOK_OK;) {
    draw = draw * 1664525u + 1013904223u;
    const int32_t most = std::min<int32_t>(rows - done, 1 + static_cast<int32_t>(draw >> 29));
    const int32_t count = (draw >> 20) % 8 == 0 ? 0 : most;
    const auto first = inputs[0].begin() + ptrdiff_t{done} * bytes;
    std::vector<uint8_t> lent(first, first + ptrdiff_t{count} * bytes);
    status = push(app.memory(), lent.data(), count);
    done += count;
  }
  const auto last = [&] { return finish(app.memory(), out); };
  const auto core1 = app.function<void(void*)>("core1");
  if (status == NOOK_OK)
    status = core1 ? run_on_two_cores(
                         last, [&] { core1(app.memory()); }, turn)
                   : last();
  app.save(state);
  return app.outcome(status);
}

}  // namespace generated
