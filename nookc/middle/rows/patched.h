#pragma once
#include <initializer_list>
#include <map>
#include <string>

#include "nookc/middle/lower/choose_kernel.h"
#include "nookc/middle/lower/program.h"
#include "nookc/middle/rows/strips.h"

namespace nookc {

// Params of a call, prepared again in `memory`, whose integer fields can be changed. Without fields if that
// gives another form.
class Patched {
 public:
  Patched(const Program& program, const Call& call, const CompileOptions& options,
          const std::vector<KernelRows>& rows, StageMemory& memory);

  bool has(std::initializer_list<const char*> names) const;
  void set(const char* name, int32_t value) { *fields_.at(name) = value; }
  int32_t operator[](const char* name) const { return *fields_.at(name); }
  int32_t get(const char* name, int32_t otherwise) const;
  const void* params() const { return params_; }

 private:
  std::map<std::string, int32_t*> fields_;
  const void* params_ = nullptr;
};

}  // namespace nookc
