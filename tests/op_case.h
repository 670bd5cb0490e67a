// Tests one operator: runs every row of a form and compares the bytes it writes, with output and inputs
// separate and overlapping as far as the row permits.
#pragma once
#include <string.h>

#include "nook/core/fixed_point.h"
#include "nook/kernels/dot/pack/packed_bytes.h"
#include "nook/ops/contract/prepare.h"
#include "tests/fpu_registers.h"
#include "tests/test.h"

namespace test {

template <class... Sizes>
nook::Shape shape(Sizes... sizes) {
  nook::Shape s;
  ((s.dim[s.rank++] = sizes), ...);
  return s;
}

// Scales for tensors to borrow.
inline constexpr float kHalf = 0.5f, kQuarter = 0.25f;

inline nook::TensorInfo tensor(nook::DType type, const nook::Shape& shape) {
  nook::TensorInfo t;
  t.type = type, t.shape = shape;
  return t;
}
// An int8 tensor; borrows the scale.
inline nook::TensorInfo quantized(const nook::Shape& shape, const float& scale, int32_t zero_point) {
  nook::TensorInfo t = tensor(nook::DType::kS8, shape);
  t.scales = {&scale, 1}, t.zero_point = zero_point;
  return t;
}
inline nook::TensorInfo quantized_s16(const nook::Shape& shape, const float& scale, int32_t zero_point = 0) {
  nook::TensorInfo t = quantized(shape, scale, zero_point);
  t.type = nook::DType::kS16;
  return t;
}
// A vector of indices that is a constant of the model; borrows it.
template <size_t N>
nook::TensorInfo constant(const int32_t (&values)[N], int32_t count = N) {
  nook::TensorInfo t = tensor(nook::DType::kS32, shape(count));
  t.data = values;
  return t;
}

// A node, and the memory of its Params. Case, which derives from this, provides operands() and results().
template <class Case, class Op_, size_t most_bytes>
struct NodeCase {
  using Op = Op_;
  typename Op::Attrs attrs{};
  size_t memory_bytes = most_bytes;
  nook::Arena arena{{}};
  nook::Refusal refusal{};
  alignas(16) uint8_t memory[most_bytes];

  nook::Result<nook::Prepared> prepare() {
    const Case& c = static_cast<const Case&>(*this);
    arena = nook::Arena({memory, memory_bytes});
    nook::PrepareContext context{arena, nook::kBuildIsa, false, {}};
    const nook::NodeView node{nook::OpCode{}, 1, {}, c.operands(), c.results()};
    const auto prepared = nook::prepare_op<Op>(attrs, node, context);
    const nook::Code made = prepared ? nook::make_scales(*prepared, node, context) : nook::Code::kOk;
    refusal = context.refusal;
    if (made == nook::Code::kOk) return prepared;
    arena.rewind(0);
    return made;
  }

  // The Params of a node that must be accepted with form `form`.
  template <class Form>
  const typename Form::Params* params() {
    const auto prepared = prepare();
    if (!prepared) {
      ++failures;
      printf("refused: reason %d at operand %d\n", static_cast<int>(refusal.reason), refusal.operand);
      return nullptr;
    }
    return static_cast<const typename Form::Params*>(prepared->params);
  }

  bool refused(nook::Reason reason, int operand) {
    const auto prepared = prepare();
    if (!prepared && refusal.reason == reason && refusal.operand == operand &&
        prepared.code() == code_of(reason) && arena.used() == 0)
      return true;
    printf("code %d, reason %d at operand %d\n", static_cast<int>(prepared.code()),
           static_cast<int>(refusal.reason), refusal.operand);
    return false;
  }
  // Refused because no form accepts these types.
  bool no_form() {
    const auto prepared = prepare();
    return prepared.code() == nook::Code::kBadType && refusal.reason == nook::Reason::kNone;
  }
};

// A node with one result.
template <class Op>
struct OpCase : NodeCase<OpCase<Op>, Op, 2048> {
  static constexpr size_t kOperands = Op::kSignature.count > 4 ? Op::kSignature.count : 4;
  nook::TensorInfo in[kOperands], out;
  size_t inputs = Op::kSignature.least() < kOperands ? Op::kSignature.least() : kOperands;

  nook::Span<const nook::TensorInfo> operands() const { return {in, inputs}; }
  nook::Span<const nook::TensorInfo> results() const { return {&out, 1}; }
};

// A node of one operand.
template <class Op>
OpCase<Op> case_of(const nook::TensorInfo& x, const nook::TensorInfo& y) {
  OpCase<Op> c;
  c.in[0] = x, c.out = y;
  return c;
}

// A node with two operands.
template <class Op>
OpCase<Op> case_of(const nook::TensorInfo& a, const nook::TensorInfo& b, const nook::TensorInfo& y) {
  OpCase<Op> c;
  c.inputs = 2;
  c.in[0] = a, c.in[1] = b, c.out = y;
  return c;
}

struct Operand {
  const void* data;
  int32_t bytes;
};

// Guard bytes around a buffer, checked for writes outside it.
constexpr int32_t kGuard = 64;
constexpr uint8_t kGuardByte = 0xA5;
// The largest operand or output that these helpers support.
constexpr int32_t kMostBytes = 4096;
constexpr int32_t kMostPacked = 65536;

struct OpMemory {
  alignas(16) uint8_t buffers[2 * kMostBytes + 3 * kGuard];
  alignas(16) uint8_t scratch[kMostBytes + kGuard];
  alignas(16) uint8_t packed[kMostPacked + kGuard];
  alignas(16) uint8_t reference[kMostBytes];
};
inline OpMemory op_memory;
// The scratch that a kernel is given: none where it needs none, as a compiled model without scratch does.
inline uint8_t* scratch_of(const nook::KernelEntry& row, const void* params) {
  return row.scratch(params) > 0 ? op_memory.scratch : nullptr;
}
// Number of runs of rows other than the reference.
inline int fast_runs = 0;

inline bool only_guard(const uint8_t* at, int32_t bytes) {
  for (int32_t i = 0; i < bytes; ++i)
    if (at[i] != kGuardByte) return false;
  return true;
}

// Runs a row with input `overlapped` starting `distance` bytes after the output (-1: none), all other inputs
// elsewhere. The output starts `shift` bytes after a multiple of 16.
template <class Form>
void expect_row(const nook::KernelEntry& row, const typename Form::Params& p, const Operand* in, int inputs,
                const void* expected, int32_t bytes, int overlapped, int32_t distance, int32_t shift = 0) {
  uint8_t* const memory = op_memory.buffers;
  const void* pointers[64];
  const int32_t reach = overlapped < 0 ? 0 : distance + in[overlapped].bytes;
  const int32_t size = reach > bytes ? reach : bytes;
  EXPECT(size <= 2 * kMostBytes && row.scratch(&p) <= kMostBytes && inputs <= 64);
  uint8_t* const y = memory + kGuard + shift;
  memset(memory, kGuardByte, static_cast<size_t>(size + shift + 2 * kGuard));
  memset(op_memory.scratch, kGuardByte, sizeof op_memory.scratch);
  for (int i = 0; i < inputs; ++i) pointers[i] = in[i].data;
  const bool absent = overlapped >= 0 && in[overlapped].data == nullptr;  // a missing optional operand
  if (overlapped >= 0 && !absent) {
    memcpy(y + distance, in[overlapped].data, static_cast<size_t>(in[overlapped].bytes));
    pointers[overlapped] = y + distance;
  }
  void* out[] = {y};
  keeping_fpu_registers([&] { row.invoke(&p, {pointers, out, scratch_of(row, &p)}); });
  fast_runs += strstr(row.symbol, "_ref") == nullptr;
  EXPECT(only_guard(op_memory.scratch + row.scratch(&p), kGuard));
  if (memcmp(y, expected, static_cast<size_t>(bytes)) != 0) {
    ++failures;
    printf("%s: wrong output, input %d at %d\n", row.symbol, overlapped, static_cast<int>(distance));
  }
  EXPECT(only_guard(memory, kGuard + shift));
  EXPECT(only_guard(y + size, kGuard));
}

// Operands may be parts of larger tensors or rows of images, so their addresses are only aligned to `align`,
// the alignment of an element.
template <class Form>
void expect_row_anywhere(const nook::KernelEntry& row, const typename Form::Params& p, const Operand* in,
                         int inputs, const void* expected, int32_t bytes, int32_t align) {
  const int32_t behind = (bytes + align - 1) / align * align;
  if (behind + in[0].bytes <= 2 * kMostBytes)
    expect_row<Form>(row, p, in, inputs, expected, bytes, 0, behind, align);
}

// A row with a packing gets the packed constant operands, and null for later ones. `align`: an element of
// input and output.
template <class Form>
void expect_packed_row(const nook::KernelEntry& row, const typename Form::Params& p, const Operand* in,
                       int inputs, const void* expected, int32_t bytes, int32_t align) {
  const int32_t size = row.packing->bytes(&p);
  EXPECT(size <= kMostPacked);
  const void* constants[64] = {};
  Operand packed[64] = {};
  for (int i = 1; i < inputs; ++i) constants[i] = in[i].data;
  if (row.packing->takes && !row.packing->takes(&p, constants)) return;
  memset(op_memory.packed, kGuardByte, sizeof op_memory.packed);
  nook::PackedBytes to(op_memory.packed);
  row.packing->pack(&p, constants, to);
  EXPECT(only_guard(op_memory.packed + size, kGuard));
  for (int i = 0; i < inputs; ++i)
    if (Form::Op::kSignature.at(static_cast<size_t>(i)).role == nook::Role::kData) packed[i] = in[i];
  packed[1] = {op_memory.packed, size};
  expect_row<Form>(row, p, packed, inputs, expected, bytes, -1, 0);
  expect_row_anywhere<Form>(row, p, packed, inputs, expected, bytes, align);
  const int32_t least = row.overlap(&p, 0);
  if (least == nook::kDisjoint) return;
  EXPECT(least >= 0 && least <= bytes);
  expect_row<Form>(row, p, packed, inputs, expected, bytes, 0, least);
}

// The operands' constants as packed for the row called `symbol`, which must accept them.
template <class Form>
const int8_t* packed_for(const char* symbol, const typename Form::Params& p, const Operand* in, int inputs) {
  const void* constants[64] = {};
  for (int i = 1; i < inputs; ++i) constants[i] = in[i].data;
  for (const auto& row : Form::kernels()) {
    if (strcmp(row.symbol, symbol) != 0) continue;
    EXPECT(row.accepts(&p, nook::KernelRows::kAll) && row.packing->bytes(&p) <= kMostPacked);
    EXPECT(!row.packing->takes || row.packing->takes(&p, constants));
    nook::PackedBytes to(op_memory.packed);
    row.packing->pack(&p, constants, to);
    return reinterpret_cast<const int8_t*>(op_memory.packed);
  }
  const bool a_row_of_that_name = false;
  EXPECT(a_row_of_that_name);
  return nullptr;
}

// Runs a row that this build supports and that accepts `p`, with operands at all kinds of places. `align`:
// alignment of the widest operand's type; `y_align`: of the output, if larger; for rows with a packing, of
// input and output.
template <class Form>
void expect_row_in_all_places(const nook::KernelEntry& row, const typename Form::Params& p, const Operand* in,
                              int inputs, const void* expected, int32_t bytes, int32_t align,
                              int32_t y_align) {
  if (row.packing->bytes) return expect_packed_row<Form>(row, p, in, inputs, expected, bytes, y_align);
  expect_row<Form>(row, p, in, inputs, expected, bytes, -1, 0);
  expect_row_anywhere<Form>(row, p, in, inputs, expected, bytes, align > y_align ? align : y_align);
  for (int i = 0; i < inputs; ++i) {
    const int32_t least = row.overlap(&p, i);
    if (least == nook::kDisjoint) continue;
    EXPECT(least >= 0 && least <= bytes);
    const int32_t at = (least + align - 1) / align * align;
    expect_row<Form>(row, p, in, inputs, expected, bytes, i, at);
    expect_row<Form>(row, p, in, inputs, expected, bytes, i, at + align);
  }
}

// The rows that interpreters and managed tensors get are the form's own: a form that derives from another one
// would inherit rows with weights of another type.
template <class Form>
void expect_own_rows() {
  const auto expect_own = [](nook::Span<const nook::KernelEntry> some) {
    for (const auto& row : some) {
      bool found = !row.invoke;
      for (const auto& own : Form::kernels()) found |= own.invoke == row.invoke;
      EXPECT(found);
    }
  };
  expect_own(nook::detail::unpacked_kernels<Form>());
  expect_own(nook::detail::interpreted_kernels<Form>());
}

// Runs every row that this build supports and that accepts `p`.
template <class Form>
void expect_rows(const typename Form::Params& p, const Operand* in, int inputs, const void* expected,
                 int32_t bytes, int32_t align, int32_t y_align = 1) {
  expect_own_rows<Form>();
  int rows = 0;
  for (const auto& row : Form::kernels()) {
    if (!row.invoke || !row.accepts(&p, nook::KernelRows::kAll)) continue;
    ++rows;
    expect_row_in_all_places<Form>(row, p, in, inputs, expected, bytes, align, y_align);
  }
  EXPECT(rows > 0);  // the reference accepts everything
}

// Every row of a form computes `y` from these arrays, which are all operands that a kernel of node `c`
// receives.
template <class Form, class Case, class Y, size_t N, class... X>
void expect_makes(Case& c, const Y (&y)[N], const X&... x) {
  const auto* p = c.template params<Form>();
  const Operand in[] = {{x, sizeof x}...};
  size_t align = sizeof(Y);  // size of the widest element
  ((align = sizeof x[0] > align ? sizeof x[0] : align), ...);
  if (p) expect_rows<Form>(*p, in, sizeof...(X), y, sizeof y, static_cast<int32_t>(align));
}

// Every row writes the same bytes as the reference.
template <class Form>
void expect_rows_like_reference(const typename Form::Params& p, const Operand* in, int inputs, int32_t bytes,
                                int32_t align, int32_t y_align = 1) {
  EXPECT(bytes <= kMostBytes);
  const auto rows = Form::kernels();
  const void* pointers[64];
  for (int i = 0; i < inputs; ++i) pointers[i] = in[i].data;
  void* out[] = {op_memory.reference};
  rows[rows.size() - 1].invoke(&p, {pointers, out, scratch_of(rows[rows.size() - 1], &p)});
  expect_rows<Form>(p, in, inputs, op_memory.reference, bytes, align, y_align);
}

// Whether this build runs any kernel other than the reference.
template <class Form>
bool has_fast_rows() {
  for (const auto& row : Form::kernels())
    if (row.invoke && strstr(row.symbol, "_ref") == nullptr) return true;
  return false;
}

// The kernel of this name, or null with a message.
template <class Form>
const nook::KernelEntry* row_called(const char* symbol) {
  for (const auto& row : Form::kernels())
    if (strcmp(row.symbol, symbol) == 0) return &row;
  printf("%s: the table has no row of this name\n", symbol);
  return nullptr;
}

// Whether a kernel takes at least one in eight of the random layers; otherwise with a message.
inline bool takes_enough(const char* symbol, uint32_t taken, uint32_t all) {
  if (taken >= all / 8) return true;
  printf("%s takes %u of %u layers\n", symbol, static_cast<unsigned>(taken), static_cast<unsigned>(all));
  return false;
}

// The number of random cases for an operator's fast kernels, set by nook's own build (tests/CMakeLists.txt).
#ifndef NOOK_RANDOM_LAYERS
#define NOOK_RANDOM_LAYERS 1000
#endif
inline uint32_t fast_cases() { return NOOK_RANDOM_LAYERS; }

// The reference kernel of a form with one input; for outputs that are compared with a tolerance.
template <class Form>
void run_reference(const typename Form::Params& p, const void* x, void* y) {
  const auto rows = Form::kernels();
  const void* in[] = {x};
  void* out[] = {y};
  rows[rows.size() - 1].invoke(&p, {in, out, scratch_of(rows[rows.size() - 1], &p)});
}

// Memory smaller than the operator needs is refused at any size.
template <class Case>
void refuses_too_little_memory(Case& c) {
  EXPECT(c.prepare());
  const size_t needed = c.arena.used();
  for (c.memory_bytes = 0; c.memory_bytes < needed; ++c.memory_bytes)
    EXPECT(c.refused(nook::Reason::kPersistent, 0));
}

// A fine() case is refused if y has another shape (`other`, of its rank), rank or type, if x has no elements,
// or if both have a type of less than a byte.
template <class Fine>
void refuses_shapes_and_types_of_moved(const Fine& fine, const nook::Shape& other) {
  auto c = fine();
  c.out.shape = other;
  EXPECT(c.refused(nook::Reason::kOutputShape, nook::kFirstOutput));
  c = fine(), c.out.shape = shape(c.out.shape.elements());
  EXPECT(c.refused(nook::Reason::kRank, nook::kFirstOutput));
  c = fine(), c.in[0].shape.dim[0] = 0;
  EXPECT(c.refused(nook::Reason::kElements, 0));
  c = fine(), c.out.type = nook::DType::kU8;
  EXPECT(c.refused(nook::Reason::kType, nook::kFirstOutput));
  c = fine(), c.in[0].type = c.out.type = nook::DType::kS4;
  EXPECT(c.no_form());
}

// Operand 1 is refused for the same reason with each of these values.
template <class Case, size_t... N>
void refuses_constants(Case& c, nook::Reason why, const int32_t (&... values)[N]) {
  const auto refuses = [&](const nook::TensorInfo& operand) {
    c.in[1] = operand;
    EXPECT(c.refused(why, 1));
  };
  (refuses(constant(values)), ...);
}

// An attribute is refused with each of these values; afterwards it is unchanged.
template <class Case, size_t N>
void refuses_values(Case& c, int32_t& attribute, nook::Reason why, const int32_t (&values)[N]) {
  const int32_t fine = attribute;
  for (const int32_t value : values) {
    attribute = value;
    EXPECT(c.refused(why, 0));
  }
  attribute = fine;
}

inline void fill(Rng& rng, int8_t* x, int32_t size) {
  for (int32_t i = 0; i < size; ++i) x[i] = static_cast<int8_t>(rng.in(-128, 127));
}
inline void fill(Rng& rng, uint8_t* x, int32_t size) {
  for (int32_t i = 0; i < size; ++i) x[i] = static_cast<uint8_t>(rng.in(0, 255));
}
inline void fill(Rng& rng, int16_t* x, int32_t size) {
  for (int32_t i = 0; i < size; ++i) x[i] = static_cast<int16_t>(rng.in(-32768, 32767));
}
inline void fill(Rng& rng, float* x, int32_t size) {
  for (int32_t i = 0; i < size; ++i) x[i] = rng.real(-8, 8);
}
// Random integers, which floats add exactly. If `most` is small, many are equal; most bools are true.
template <class T>
void fill_whole(Rng& rng, T* x, int32_t size, int32_t most) {
  for (int32_t i = 0; i < size; ++i) x[i] = static_cast<T>(rng.in(-most, most));
}
inline void fill_whole(Rng& rng, uint8_t* x, int32_t size, int32_t) {
  for (int32_t i = 0; i < size; ++i) x[i] = rng.in(0, 5) != 0;
}

// The options of a node as the bytes of a flatbuffer table: field i, of 4 bytes, is values[i].
template <size_t N>
struct Options {
  static constexpr size_t kVtable = 4, kTable = (kVtable + 4 + 2 * N + 3) / 4 * 4;
  alignas(4) uint8_t bytes[kTable + 4 + 4 * N] = {};
  explicit Options(const int32_t (&values)[N]) {
    put16(kVtable, 4 + 2 * N), put16(kVtable + 2, 4 + 4 * N);
    const int32_t back = static_cast<int32_t>(kTable - kVtable);
    memcpy(bytes + kTable, &back, 4);
    for (size_t i = 0; i < N; ++i) {
      put16(kVtable + 4 + 2 * i, 4 + 4 * i);
      memcpy(bytes + kTable + 4 + 4 * i, &values[i], 4);
    }
  }
  template <class Op>
  nook::Result<typename Op::Attrs> parse() const {
    nook::NodeView node{};
    node.options = nook::Table({bytes, sizeof bytes}, static_cast<uint32_t>(kTable));
    return Op::parse(node);
  }

 private:
  void put16(size_t at, size_t value) {
    const uint16_t narrow = static_cast<uint16_t>(value);
    memcpy(bytes + at, &narrow, 2);
  }
};

// A shape of up to `most` elements.
inline nook::Shape random_shape(Rng& rng, int32_t least_rank, int32_t most) {
  nook::Shape s;
  s.rank = static_cast<uint8_t>(rng.in(least_rank, nook::kMaxRank));
  for (int d = 0; d < s.rank; ++d) {
    const int32_t size = rng.in(1, 7);
    s.dim[d] = size <= most ? size : 1;
    most /= s.dim[d];
  }
  return s;
}

// TensorFlow Lite's arithmetic, straight from its definition: the reference for fixed_point.h and quantize.h.
inline int32_t naive_rescale(int64_t x, double real) {
  int32_t exponent = 0;
  if (real == 0) return 0;
  while (real >= 1) real /= 2, ++exponent;
  while (real < 0.5) real *= 2, --exponent;
  int64_t multiplier = static_cast<int64_t>(real * 2147483648.0 + 0.5);
  if (multiplier == int64_t{1} << 31) multiplier /= 2, ++exponent;
  if (exponent < -31) return 0;
  if (NOOK_SINGLE_ROUNDING) {
    const int64_t unit = int64_t{1} << (31 - exponent), sum = x * multiplier + unit / 2;
    return static_cast<int32_t>(sum / unit - (sum % unit < 0));
  }
  for (; exponent > 0; --exponent) x *= 2;
  const int64_t product = x * multiplier;
  const int64_t half = int64_t{1} << 30;
  int64_t q = (product + (product >= 0 ? half : 1 - half)) / (int64_t{1} << 31);
  const int64_t divisor = int64_t{1} << -exponent;
  if (divisor > 1) q = (q + (q >= 0 ? divisor / 2 : -divisor / 2)) / divisor;
  return static_cast<int32_t>(q);
}

inline int32_t naive_clamp(int64_t x, int32_t low, int32_t high) {
  if (x < low) return low;
  return x > high ? high : static_cast<int32_t>(x);
}

}  // namespace test
