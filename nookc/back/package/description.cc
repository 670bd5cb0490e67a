#include "nookc/back/package/description.h"

#include <algorithm>

#include "nookc/back/interface/weight_file.h"
#include "nookc/back/resources/resources.h"

namespace nookc {

std::string package_name(const Package& package) { return "nook_" + package.name; }

std::string tools_for(const std::string& target) {
  if (target.starts_with("cortex-")) return "arm-none-eabi-";
  if (target.starts_with("rv32")) return "riscv64-unknown-elf-";
  if (target == "xtensa") return "xtensa-esp32-elf-";
  return {};
}

Package describe_package(const Program& program, const EmitOptions& options, const Files& files) {
  Package p;
  p.name = p.network = options.name;
  p.facts = options.facts;
  p.version = p.facts.version.empty() ? options.provenance.version : p.facts.version;
  p.target = program.target->name;
  p.flags = program.target->flags;
  p.this_machine = program.target->this_machine();
  p.one_core = !program.target->condition.empty();
  for (const File& file : files) {
    if (is_source(file.path)) p.sources.push_back(file.path);
    p.cpp |= file.path.ends_with(".cc");
    p.assembly |= file.path.ends_with(".S");
    p.fpu |= file.path.ends_with("_fpu.c") || file.path.ends_with("_fpu.S");
    p.vectors_of_floats |= file.path.ends_with("_rvvf.S");
    p.vectors |= p.vectors_of_floats || file.path.ends_with("_rvv.S");
    p.math |= file.math;
  }
  std::ranges::sort(p.sources);
  p.what = "The neural network " + p.name +
           (p.cpp ? " with its interpreter, by nook " : ", compiled by nook ") + options.provenance.version +
           " for " + p.target;
  if (!program.stored.empty()) p.weights = weight_file_name(interface_of(program, options));
  p.entry = p.name + (p.cpp ? "_init" : "_run");
  return p;
}

}  // namespace nookc
