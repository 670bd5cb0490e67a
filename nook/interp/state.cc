// Saves and restores the state of an interpreter, after a head that says to which model and places it
// belongs.
#include <string.h>

#include "nook/interp/address.h"
#include "nook/interp/buffers.h"
#include "nook/interpreter.h"

namespace nook::interp {
namespace {

// The head: "nkis", hashes of the file and of the places of all state, and the bytes with the head.
struct Head {
  uint32_t magic, model, plan, bytes;
};
constexpr uint32_t kMagic = 0x73696B6E;

// FNV-1a over words of four bytes; the last word may be short.
uint32_t hash(uint32_t from, const uint8_t* data, size_t bytes) {
  for (size_t at = 0; at < bytes; at += sizeof(uint32_t)) {
    uint32_t word = 0;
    memcpy(&word, data + at, bytes - at < sizeof word ? bytes - at : sizeof word);
    from = (from ^ word) * 16777619u;
  }
  return from;
}

Head head_of(const nook_interpreter& self) {
  constexpr uint32_t kFirst = 2166136261u;
  Head head{kMagic, hash(kFirst, static_cast<const uint8_t*>(self.file), self.file_bytes), kFirst, 0};
  const Model model = model_of(self);
  const uint32_t graphs = self.control ? model.subgraph_count() : 1;
  const uint32_t* places = self.places;
  for (uint32_t s = 0; s < graphs; ++s) {
    const uint32_t tensors = model.subgraph(s).tensor_count();
    for (uint32_t t = 0; t < tensors; ++t) {
      if (kind_of(places[t]) != Place::kPersistent) continue;
      const uint32_t at = where_of(places[t]) - self.state_offset;
      head.plan = hash(head.plan, reinterpret_cast<const uint8_t*>(&at), sizeof at);
    }
    places += tensors;
  }
  head.bytes = static_cast<uint32_t>(nook_interpreter_saved_bytes(&self));
  return head;
}

}  // namespace
}  // namespace nook::interp

extern "C" size_t nook_interpreter_saved_bytes(const nook_interpreter* self) {
  return self && self->state_bytes > 0 ? sizeof(nook::interp::Head) + self->state_bytes : 0;
}

extern "C" nook_status nook_interpreter_save(const nook_interpreter* self, nook_buffer to) {
  if (!self || !to.data) return NOOK_NULL;
  const nook_buffer state = nook_interpreter_state(self);
  if (to.bytes < nook_interpreter_saved_bytes(self)) return NOOK_NO_MEMORY;
  if (state.bytes == 0) return NOOK_OK;
  const nook::interp::Head head = nook::interp::head_of(*self);
  memcpy(to.data, &head, sizeof head);
  memcpy(static_cast<uint8_t*>(to.data) + sizeof head, state.data, state.bytes);
  return NOOK_OK;
}

extern "C" nook_status nook_interpreter_restore(nook_interpreter* self, nook_const_buffer from) {
  if (!self || !from.data) return NOOK_NULL;
  const nook_buffer state = nook_interpreter_state(self);
  if (from.bytes < nook_interpreter_saved_bytes(self)) return NOOK_NO_MEMORY;
  if (state.bytes == 0) return NOOK_OK;
  const nook::interp::Head head = nook::interp::head_of(*self);
  if (memcmp(from.data, &head, sizeof head) != 0) return NOOK_BAD_MODEL;
  memcpy(state.data, static_cast<const uint8_t*>(from.data) + sizeof head, state.bytes);
  return NOOK_OK;
}
