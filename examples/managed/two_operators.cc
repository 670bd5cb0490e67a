// The smallest graph by hand: out = largest of (weights * in), two operators on four tensors.
// docs/managed-tensors.md states its size.
#include "nook/managed/managed.h"
#include "nook/managed/ops/reference.h"
#include "ports/port.h"

using namespace nook::managed;

namespace {

// The application owns all memory: one arena for the objects of tensors, one for their elements.
alignas(8) uint8_t objects[640], elements[128];
// The last events. An error is recorded, and the operation that caused it has had no effect.
Event history[16];

constexpr int32_t kWeights[2][3] = {{1, 2, 3}, {-4, 5, 6}};

// False if something did not fit or did not match; `history` has the error.
bool infer(int32_t* in, int32_t* out) {
  Tensor x = new BufferTensor({3, 1}, i32, in);           // the application's memory
  Tensor weights = new RomTensor({2, 3}, i32, kWeights);  // flash
  Tensor product = new RamTensor({2, 1}, i32);            // the arena
  Tensor y = new BufferTensor({1}, i32, out);

  reference::MatMul<int32_t> multiply;
  multiply.set_inputs({{multiply.b, x}, {multiply.a, weights}}).set_outputs({{multiply.out, product}});
  reference::Max<int32_t> largest;
  largest.set_inputs({{largest.in, product}}).set_outputs({{largest.out, y}});
  return multiply.eval() && largest.eval();
}  // every tensor is freed

}  // namespace

int main(int, char**) {
  CircularArenaAllocator<> metadata{nook::Span<uint8_t>(objects)}, ram{nook::Span<uint8_t>(elements)};
  EventHistory errors(history, go_on);
  Context context(&metadata, &ram, &errors);
  Context::set_default_context(&context);

  int32_t in[3] = {7, 8, 9}, out = 0;
  const bool right = infer(in, &out) && out == -28 + 40 + 54;
  port_print(right ? "the largest of weights * in is 66\n" : "something went wrong\n");
  return !right;
}
