#include "tests/xaf/framework.h"

#include <cstring>

namespace test {
namespace {

constexpr size_t kGuard = 32, kRoom = 256;

}  // namespace

Odd::Odd(size_t bytes) : bytes_(bytes), memory_(new uint8_t[bytes + 2 * kGuard + 32]) {
  const uintptr_t base = reinterpret_cast<uintptr_t>(memory_.get());
  data_ = memory_.get() + (kGuard + (base % 16 ? 16 - base % 16 : 0)) + 8;
  memset(data_ - kGuard, 0xA5, bytes + 2 * kGuard);
}

bool Odd::whole() const {
  for (size_t i = 1; i <= kGuard; ++i)
    if (*(data_ - i) != 0xA5 || data_[bytes_ + i - 1] != 0xA5) return false;
  return true;
}

void Odd::poison(uint8_t with) const { memset(data_, with, bytes_); }

Framework::Framework() : scratch_(kScratchBytes + kRoom) {}

bool Framework::fail(const std::string& what) {
  error_ = what;
  return false;
}

bool Framework::call(Component& c, int32_t command, int32_t index, void* value, const char* what) {
  const xaf::Error error = c.entry(c.object ? c.object->data() : nullptr, command, index, value);
  for (const auto& other : components_)
    if ((other->persist && !other->persist->whole()) || (other->object && !other->object->whole()))
      return fail(std::string(what) + ": memory around a component was overwritten");
  if (!scratch_.whole()) return fail(std::string(what) + ": memory around the scratch was overwritten");
  return error == xaf::kOk || fail(std::string(what) + ": error " + std::to_string(error));
}

// The scratch of this call: at another address than in the previous call, and full of garbage.
void* Framework::lend() {
  ++turn_;
  scratch_.poison(static_cast<uint8_t>(0x31 * turn_ + 7));
  return scratch_.data() + turn_ % (kRoom / 8) * 8;
}

bool Framework::memory(Component& c) {
  int32_t tables = 0;
  if (!call(c, xaf::kGetNMemtabs, 0, &tables, "number of tables")) return false;
  for (int32_t i = 0; i < tables; ++i) {
    int32_t type = -1;
    uint32_t size = 0, alignment = 0;
    if (!call(c, xaf::kGetMemInfoType, i, &type, "type") ||
        !call(c, xaf::kGetMemInfoSize, i, &size, "size") ||
        !call(c, xaf::kGetMemInfoAlignment, i, &alignment, "alignment"))
      return false;
    if (alignment == 0 || (alignment & (alignment - 1)) || alignment > xaf::kMostAlignment)
      return fail("an alignment of " + std::to_string(alignment));
    switch (type) {
      case xaf::kScratch:
        if (size > kScratchBytes) return fail("scratch of " + std::to_string(size) + " bytes");
        c.scratch = size, c.scratch_table = i;
        break;
      case xaf::kPersist:
        c.persist = std::make_unique<Odd>(size);
        if (!call(c, xaf::kSetMemPtr, i, c.persist->data(), "persistent memory")) return false;
        break;
      case xaf::kInput:
        c.input = size, c.input_table = i;
        break;
      case xaf::kOutput:
        c.output = size, c.output_table = i;
        break;
      default:
        return fail("a memory of type " + std::to_string(type));
    }
  }
  return true;
}

Framework::Component* Framework::add(xaf::Entry entry,
                                     const std::vector<std::pair<int32_t, const void*>>& parameters) {
  components_.push_back(std::make_unique<Component>());
  Component& c = *components_.back();
  c.entry = entry;
  uint32_t object = 0, tables = 0;
  if (!call(c, xaf::kGetApiSize, 0, &object, "object size")) return nullptr;
  c.object = std::make_unique<Odd>(object);
  if (!call(c, xaf::kInit, xaf::kPreConfig, nullptr, "pre-config")) return nullptr;
  if (!call(c, xaf::kGetMemtabsSize, 0, &tables, "size of tables")) return nullptr;
  if (!call(c, xaf::kSetMemtabsPtr, 0, nullptr, "tables")) return nullptr;
  for (const auto& [parameter, value] : parameters)
    if (!call(c, xaf::kSetConfigParam, parameter, const_cast<void*>(value), "parameter")) return nullptr;
  if (!call(c, xaf::kInit, xaf::kPostConfig, nullptr, "post-config") || !memory(c)) return nullptr;
  if (c.scratch_table >= 0 && !call(c, xaf::kSetMemPtr, c.scratch_table, lend(), "scratch")) return nullptr;
  if (!call(c, xaf::kInit, xaf::kInitProcess, nullptr, "init")) return nullptr;
  int32_t done = 0;
  if (!call(c, xaf::kInit, xaf::kInitDoneQuery, &done, "init done")) return nullptr;
  return done || fail("init does not end") ? &c : nullptr;
}

bool Framework::frame(Component& c, void* input, size_t input_bytes, void* output, size_t* made) {
  // A component that moved to another worker thread gets that thread's scratch.
  if (c.scratch_table >= 0 && !call(c, xaf::kSetMemPtr, c.scratch_table, lend(), "scratch")) return false;
  uint32_t bytes = static_cast<uint32_t>(input_bytes), out = 0;
  if (!call(c, xaf::kSetMemPtr, c.input_table, input, "input") ||
      !call(c, xaf::kSetMemPtr, c.output_table, output, "output") ||
      !call(c, xaf::kSetInputBytes, c.input_table, &bytes, "input bytes") ||
      !call(c, xaf::kExecute, xaf::kDoExecute, nullptr, "execute") ||
      !call(c, xaf::kGetOutputBytes, c.output_table, &out, "output bytes"))
    return false;
  *made = out;
  return true;
}

}  // namespace test
