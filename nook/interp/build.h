// From a model to everything that an inference needs: the table of contents of the interpreter.
#pragma once
#include "nook/interp/resolver.h"
#include "nook/interp/store.h"
#include "nook/interp/working.h"
#include "nook/plan/problem.h"

namespace nook::interp {

using Fault = nook_interpreter_fault;

// What is built. Of a store that counts, the pointers mean nothing but `places`.
struct Built {
  Node* nodes = nullptr;
  uint32_t* places = nullptr;  // never null: working memory when persistent memory is only counted
  const void** inputs = nullptr;
  void** outputs = nullptr;
  uint32_t state_offset = 0, state_bytes = 0;
  uint32_t persistent_bytes = 0, scratch_bytes = 0;
};

// Builds in `store` and `working`, which has room for working_bytes(). Where the store ends it goes on
// counting, and built->persistent_bytes says how much it would have been. On failure `fault` is filled.
Code build(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
           const Widths& on, Store& store, Arena& working, Built* built, Fault* fault);

// memory_requirements() for a machine with these widths.
Code require(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
             const Widths& on, Span<uint8_t> working, nook_memory_requirements* requirements, Fault* fault);

}  // namespace nook::interp
