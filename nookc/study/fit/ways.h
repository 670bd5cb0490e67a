// The ways to compile a model that nook fit tries, and their needs.
#pragma once
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "nookc/middle/lower/call_work.h"
#include "nookc/request/request.h"
#include "nookc/target/linked.h"

namespace nookc {

// Options of nook compile, as text and as values.
struct Way {
  std::string options;  // "-O ram --input-in-scratch", empty: the default
  std::string level = "balanced";
  bool in_scratch = false, stream = false;
};

// From the fastest to the smallest.
std::span<const Way> ways();

struct Needs {
  int64_t scratch = 0, kept = 0, tensors = 0;  // tensors: inputs and outputs in the application's buffers
  int64_t constants = 0;
  int64_t macs = 0;
  std::vector<CallWork> calls;
  std::set<std::string_view> kernels;  // kernels that are linked
  int64_t generated = 0;               // approximate size of the generated functions
  int64_t stack = 0;                   // stack of the run call, on any core with these kernels

  int64_t ram() const { return scratch + kept + tensors; }
  int64_t code(std::string_view target) const { return linked_bytes(kernels, target) + generated; }
  int64_t all_ram() const { return ram() + stack; }
  int64_t all_flash(std::string_view target) const { return constants + code(target); }
};

Needs needs_of(const Program& program);

// The request, changed to compile in this way.
Request in_way(const Request& request, const Way& way);

// Nothing if the way does not apply to the model, or the request's pools have no room. Diags as compile().
Result<std::optional<Needs>> compiled_needs(const ModelBytes& model, const Request& request, const Way& way);

}  // namespace nookc
