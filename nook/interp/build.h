// Builds everything that an inference needs from a model: the interpreter's table of contents.
#pragma once
#include "nook/interp/resolver.h"
#include "nook/interp/store.h"
#include "nook/interp/working.h"
#include "nook/ops/contract/constant_store.h"
#include "nook/plan/problem.h"

namespace nook::interp {

using Fault = nook_interpreter_fault;

// The result of build(). Members without an initial value are set when it succeeds. If the store only counts,
// `places` is the only valid pointer.
struct Built {
  Node* nodes;
  uint32_t* places;  // never null: in working memory if persistent memory is only counted
  const void** inputs;
  void** outputs;
  uint32_t persistent_bytes, scratch_bytes;
  uint32_t state_offset = 0, state_bytes = 0;
  ConstantStore* constants = nullptr;  // provided by a packer
  uint32_t constant_bytes = 0;
};

// Bytes of the working buffer, including the packer's share.
size_t working_need(const Model& model, const Workload& load, const nook_interpreter_options& options,
                    const Widths& on = kHere);

// Builds in `store` and `working`, which must have room for working_need(). When the store is full, build()
// continues to count, and built->persistent_bytes becomes the size that would have been needed. On failure it
// fills `fault`. `constants` is the packer's memory; a packer's own function ends by calling this one.
Code build(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
           const Widths& on, Store& store, Arena& working, Span<const uint8_t> constants, Built* built,
           Fault* fault);
using Build = decltype(build);

// memory_requirements() for a machine with these widths.
Code require(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
             const Widths& on, Span<uint8_t> working, nook_memory_requirements* requirements, Fault* fault);

}  // namespace nook::interp

// Runs operators row by row; called by the packer if there is one.
struct nook_rows_plan {
  size_t (*working_bytes)(const nook::Model& model);
  nook::interp::Build* build;
};

// Packs weights for the core's kernels, into memory that the application lends for this.
struct nook_packer {
  // Bytes needed in addition to the model's other working memory: the largest table of scales.
  size_t (*working_bytes)(const nook::Model& model);
  nook::interp::Build* build;
  bool writes;
};

namespace nook::interp {

// The build function for these options.
Build* build_of(const nook_interpreter_options& options, const Model& model);

}  // namespace nook::interp
