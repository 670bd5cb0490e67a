// From a model to everything that an inference needs: the table of contents of the interpreter.
#pragma once
#include "nook/interp/resolver.h"
#include "nook/interp/store.h"
#include "nook/interp/working.h"
#include "nook/ops/constant_store.h"
#include "nook/plan/problem.h"

namespace nook::interp {

using Fault = nook_interpreter_fault;

// What is built; what has no value here has none before build() succeeds. Of a store that counts, the
// pointers mean nothing but `places`.
struct Built {
  Node* nodes;
  uint32_t* places;  // never null: working memory when persistent memory is only counted
  const void** inputs;
  void** outputs;
  uint32_t persistent_bytes, scratch_bytes;
  uint32_t state_offset = 0, state_bytes = 0;
  ConstantStore* constants = nullptr;  // given by a packer
  uint32_t constant_bytes = 0;
};

// Bytes of the working buffer, with what the packer of the options needs.
size_t working_need(const Model& model, const Workload& load, const nook_interpreter_options& options,
                    const Widths& on = {});

// Builds in `store` and `working`, which has room for working_need(). Where the store ends it goes on
// counting, and built->persistent_bytes says how much it would have been. On failure `fault` is filled.
// `constants` is memory for a packer, who has a function of his own that ends in this one.
Code build(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
           const Widths& on, Store& store, Arena& working, Span<const uint8_t> constants, Built* built,
           Fault* fault);
using Build = decltype(build);

// memory_requirements() for a machine with these widths.
Code require(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
             const Widths& on, Span<uint8_t> working, nook_memory_requirements* requirements, Fault* fault);

}  // namespace nook::interp

// Runs operators row by row, behind a packer if there is one.
struct nook_rows_plan {
  size_t (*working_bytes)(const nook::Model& model);
  nook::interp::Build* build;
};

// Lays weights out for the kernels of the core, in memory that the application lends for them.
struct nook_packer {
  // Beside what a model takes otherwise: the largest table of scales.
  size_t (*working_bytes)(const nook::Model& model);
  nook::interp::Build* build;
  bool writes;
};

namespace nook::interp {

// The one that the options ask for.
Build* build_of(const nook_interpreter_options& options, const Model& model);

}  // namespace nook::interp
