// Runs the interpreter on a model that may be hostile, in exactly the memory that it asks for.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "nook/interp/interpreter.h"

namespace fuzz {

// A model whose buffers are larger together is not run.
constexpr size_t kMostBytes = 1 << 22;

// A block of its own, so that ASan sees every step outside.
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

// A copy of a file that ends where its block does.
inline Block copy_of(const void* bytes, size_t size) {
  Block copy(size);
  if (size > 0) memcpy(copy.data.get(), bytes, size);
  return copy;
}

// Whether one inference takes a short time.
bool is_short(const nook::Model& model);

// The query, every construction with one byte less, which must be refused, and one inference. Traps where
// the query was wrong or a plan is.
void interpret(const nook::Model& model, nook::InterpreterOptions options);

// The outputs of one inference on inputs whose bytes are all `fill`, by the reference kernels; nothing where
// the interpreter refuses the model or an inference takes long.
std::vector<std::vector<char>> outputs_of(const nook::Model& model, char fill);

// The kernels of the core, which packers need.
nook::Resolver fast_ops();

}  // namespace fuzz
