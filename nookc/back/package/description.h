// The facts in the build files and README.md of a package.
#pragma once
#include <string>
#include <vector>

#include "nookc/back/emit/emit.h"
#include "nookc/core/files.h"

namespace nookc {

struct Package {
  std::string name;          // name of the model
  std::string network;       // prefix in C: the name, or the first network's if there are several
  std::string version;       // version of the package
  PackageFacts facts;        // facts from its owner
  std::string target;        // name of the target
  std::string flags;         // compiler flags for the target; may be empty
  bool this_machine = true;  // the target is a host
  bool one_core = false;     // other cores can't run its code
  // All `.c`, `.cc` and `.S` files, as paths below the folder of the build file.
  std::vector<std::string> sources;
  bool math = false;               // needs libm
  bool fpu = false;                // its kernels keep integers in registers of the FPU
  bool vectors = false;            // its kernels have vector instructions of RISC-V
  bool vectors_of_floats = false;  // and instructions of Zve32f
  bool cpp = false;                // some sources are C++17: the interpreter's
  bool assembly = false;           // some sources are assembly
  std::string what;                // "The neural network kws, compiled by nook 0.1.0 for cortex-m4"
  std::string entry;               // the function to call first
  // The example: its declarations, its setup (may be empty), and the code of each inference.
  std::string declared, once, each;
  bool waits = false;   // the example: a call may have no result yet
  std::string weights;  // the file of weights in storage; empty: none
};

// Describes everything except the example.
Package describe_package(const Program& program, const EmitOptions& options, const Files& files);

// "nook_digits" for "digits": the name of libraries and configuration symbols.
std::string package_name(const Package& package);

// The compiler prefix of a Makefile for a target, "arm-none-eabi-"; empty: this machine's compilers.
std::string tools_for(const std::string& target);

}  // namespace nookc
