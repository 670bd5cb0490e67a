// Document 004, "uTensor Runtime": managed tensors. Here its promises about where elements are stored, and
// how they are read and written.
#include <string.h>

#include "nook/managed/managed.h"
#include "nook/managed/ops/optimized.h"
#include "tests/managed/recorder.h"

using namespace managed_test;

// "RomTensors are read-only tensors", "BufferTensors are a R/W generalization of RomTensor", "RamTensors
// [...] when they go out of scope this data is automatically freed" Yes: a write to a `RomTensor` is a
// ReadOnlyTensorError and has no effect.
TEST(lib_tensors_1_where_elements_are) {
  World<> world;
  static const int8_t rom[2] = {1, 2};
  int8_t buffer[2] = {1, 2};
  const size_t before = world.ram.available();
  {
    Tensor constant = new RomTensor({2}, i8, rom), lent = new BufferTensor({2}, i8, buffer),
           temporary = new RamTensor({2}, i8);
    constant(0) = 9;
    EXPECT(world.saw(ReadOnlyTensorError()) && rom[0] == 1);
    lent(0) = 9, temporary(0) = lent(0);
    EXPECT(buffer[0] == 9 && static_cast<int8_t>(temporary(0)) == 9 && world.ram.available() < before);
  }
  EXPECT(world.ram.available() == before && world.saw());
}

// "you could implement a OffChipRamTensor, NPUTensor, DMATensor, CameraTensor, TimeSeriesTensor"
// Yes: a class derived from `TensorInterface`, or a `CallbackTensor` with a pair of functions. A class that
// lends operators a copy of its elements is told when they have written to it, by `block_written()`.
TEST(lib_tensors_2_elements_may_be_off_the_chip) {
  static uint8_t off_chip[4] = {1, 2, 3, 4};
  World<> world;
  Tensor x = new CallbackTensor(
      {4}, u8,
      [](void* chip, uint32_t offset, void* to, uint32_t bytes) {
        return memcpy(to, static_cast<uint8_t*>(chip) + offset, bytes), true;
      },
      nullptr, off_chip);
  EXPECT(static_cast<uint8_t>(x(3)) == 4 && world.saw());

  class DMATensor : public TensorInterface {
   public:
    DMATensor() : TensorInterface({1, 2}, i8) {}
    bool is_ready() const override { return true; }
    int8_t chip[2] = {};

   protected:
    const void* get_readable_block(uint32_t, uint32_t offset) const override { return here_ + offset; }
    bool block_written() override { return memcpy(chip, here_, sizeof chip), true; }

   private:
    int8_t here_[2] = {};
  };
  int8_t two[2] = {4, -4};
  static const int8_t exchange[4] = {0, 1, 1, 0};
  Tensor from = new BufferTensor({1, 2}, i8, two), weights = new RomTensor({2, 2}, i8, exchange),
         to = new DMATensor;
  weights->set_quantization_params(PerTensorQuantizationParams(0, 1.0f));
  from->set_quantization_params(PerTensorQuantizationParams(0, 1.0f));
  to->set_quantization_params(PerTensorQuantizationParams(0, 1.0f));
  optimized::OptFullyConnected<int8_t> op;
  EXPECT(op.set_inputs({{op.in, from}, {op.filter, weights}}).set_outputs({{op.out, to}}).eval() &&
         world.saw());
  EXPECT(static_cast<DMATensor&>(*to).chip[0] == -4 && static_cast<DMATensor&>(*to).chip[1] == 4);
}

// "uint16_t a2 = mTensor(0,0); [...] prints 0xdead", "prints 0xdeadbeef"
// No: the example runs unchanged, but prints 0xadde and 0xefbeadde: every target of nook is little-endian,
// like the original's, which prints the same. Its last line prints no number, because a % is missing.
TEST(lib_tensors_3_the_example_of_reading_and_writing) {
  World<> world;
  uint32_t printed[4];
  int count = 0;
  {
    const auto printf = [&](const char*, uint32_t value) { printed[count++] = value; };
    // clang-format off
uint8_t myBuffer[4] = { 0xde, 0xad, 0xbe, 0xef };
Tensor mTensor = new BufferTensor({2,2}, u8, myBuffer); // define a 2x2 tensor of uint8_ts

uint8_t a1 = mTensor(0,0);  // implicitly casts the memory referenced at this index to a uint8_t
printf("0x%hhx\n", a1);     // prints 0xde

uint16_t a2 = mTensor(0,0); // implicitly casts the memory referenced at this index to a uint16_t
printf("0x%hx\n", a2);      // prints 0xdead

uint32_t a3 = mTensor(0,0); // implicitly casts the memory referenced at this index to a uint32_t
printf("0x%x\n", a3);      // prints 0xdeadbeef

// You can also write and read values with explicit casting and get similar behavior
mTensor(0,0) = static_cast<uint8_t>(0xFF);
printf("0xhhx\n", static_cast<uint8_t>(mTensor(0,0)));
    // clang-format on
  }
  EXPECT(count == 4 && printed[0] == 0xde && printed[1] == 0xadde && printed[2] == 0xefbeadde);
  EXPECT(printed[3] == 0xff && world.saw());
}

// "mTensor(0,0) = static_cast<uint8_t>(0xFF)", "write and read values with explicit casting and get similar
// behavior" No: reading a uint32_t reads four bytes, but writing one changes a single element, with the value
// converted to the tensor's type; the original overwrites its three neighbours.
TEST(lib_tensors_4_a_write_changes_one_element) {
  World<> world;
  uint8_t bytes[4] = {1, 2, 3, 4};
  Tensor t = new BufferTensor({4}, u8, bytes);
  t(0) = static_cast<uint32_t>(0xAABBCCDD);
  EXPECT(bytes[0] == 0xDD && bytes[1] == 2 && bytes[2] == 3 && bytes[3] == 4);
  EXPECT(static_cast<uint32_t>(t(0)) == 0x040302DD && world.saw());
}
