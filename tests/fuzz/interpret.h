// Runs the interpreter on a possibly hostile model, in exactly the memory that it requests.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "nook/interp/interpreter.h"

namespace fuzz {

// Models with more bytes in all buffers together are not run.
constexpr size_t kMostBytes = 1 << 22;

// A separate allocation, so that ASan detects every access outside.
struct Block {
  explicit Block(size_t size) : bytes(size), data(new (std::align_val_t{64}) uint8_t[size]) {
    memset(data.get(), 0x5A, size);
  }
  struct Free {
    void operator()(uint8_t* p) const { operator delete[](p, std::align_val_t{64}); }
  };
  nook::Span<uint8_t> span() const { return {data.get(), bytes}; }
  size_t bytes;
  std::unique_ptr<uint8_t, Free> data;
};

// A copy of a file that ends exactly at the end of its block.
inline Block copy_of(const void* bytes, size_t size) {
  Block copy(size);
  if (size > 0) memcpy(copy.data.get(), bytes, size);
  return copy;
}

// Whether one inference takes a short time.
bool is_short(const nook::Model& model);

// Runs the query, every construction with one byte less, which must be refused, and one inference. Traps if
// the query or a plan is wrong.
void interpret(const nook::Model& model, nook::InterpreterOptions options);

// The outputs of one inference with the reference kernels on inputs whose bytes are all `fill`; nothing if
// the interpreter refuses the model or an inference would take long.
std::vector<std::vector<char>> outputs_of(const nook::Model& model, char fill);

// The kernels of the core, which packers need.
nook::Resolver fast_ops();

}  // namespace fuzz
