#include "integrations/xaf/filter_component.h"

#include <math.h>
#include <string.h>

#include "integrations/xaf/fft.h"

namespace xaf_filter {
namespace {

enum Table : int32_t { kInputTable, kOutputTable, kScratchTable, kPersistTable, kTables };

// What lives as long as the component.
struct Kept {
  Complex roots[kPoints / 2];
  Complex response[kPoints];
  float echo[kPoints - kBlock];  // of the blocks before
};

constexpr uint32_t kFrameBytes = kBlock * sizeof(int16_t);
constexpr uint32_t kSizes[kTables] = {kFrameBytes, kFrameBytes, kPoints * sizeof(Complex), sizeof(Kept)};

struct Object {
  const float* coefficients;
  uint32_t taps;
  void* pointers[kTables];
  uint32_t given, consumed, made;
  bool sized, ready;
};

template <class T>
T read(const void* value) {
  T result;
  memcpy(&result, value, sizeof result);
  return result;
}
template <class T>
void write(void* value, T what) {
  memcpy(value, &what, sizeof what);
}

void prepare(Object& o) {
  Kept& kept = *static_cast<Kept*>(o.pointers[kPersistTable]);
  memset(static_cast<void*>(&kept), 0, sizeof kept);
  make_roots(kept.roots, kPoints);
  for (uint32_t i = 0; i < o.taps; ++i) kept.response[i].re = o.coefficients[i];
  transform(kept.response, kept.roots, kPoints);
  o.ready = true;
}

int16_t saturate(float x) {
  const float rounded = roundf(x);
  return static_cast<int16_t>(rounded > 32767.0f ? 32767.0f : rounded < -32768.0f ? -32768.0f : rounded);
}

void filter(Object& o) {
  Kept& kept = *static_cast<Kept*>(o.pointers[kPersistTable]);
  Complex* const work = static_cast<Complex*>(o.pointers[kScratchTable]);
  const int16_t* const in = static_cast<const int16_t*>(o.pointers[kInputTable]);
  int16_t* const out = static_cast<int16_t*>(o.pointers[kOutputTable]);
  for (uint32_t i = 0; i < kPoints; ++i) work[i] = {i < kBlock ? static_cast<float>(in[i]) : 0.0f, 0.0f};
  transform(work, kept.roots, kPoints);
  for (uint32_t i = 0; i < kPoints; ++i) work[i] = work[i] * kept.response[i];
  transform_back(work, kept.roots, kPoints);
  for (uint32_t i = 0; i < kBlock; ++i) out[i] = saturate(work[i].re + kept.echo[i]);
  for (uint32_t i = 0; i < kPoints - kBlock; ++i) {
    const float before = i + kBlock < kPoints - kBlock ? kept.echo[i + kBlock] : 0.0f;
    kept.echo[i] = before + work[i + kBlock].re;
  }
}

xaf::Error initialize(Object& o, int32_t stage, void* value) {
  switch (stage) {
    case xaf::kPreConfig:
      memset(static_cast<void*>(&o), 0, sizeof o);
      return xaf::kOk;
    case xaf::kPostConfig:
      if (!o.coefficients || o.taps == 0 || o.taps > kMostTaps) return xaf::fatal(xaf::Class::kConfig, 0);
      o.sized = true;
      return xaf::kOk;
    case xaf::kInitProcess:
      if (!o.sized || !o.pointers[kPersistTable]) return xaf::kMemAlloc;
      prepare(o);
      return xaf::kOk;
    case xaf::kInitDoneQuery:
      write<int32_t>(value, o.ready);
      return xaf::kOk;
    default:
      return xaf::kInvalidCommandType;
  }
}

xaf::Error execute(Object& o, int32_t stage, void* value) {
  switch (stage) {
    case xaf::kRuntimeInit:
      if (o.ready) prepare(o);
      return xaf::kOk;
    case xaf::kDoExecute:
      o.consumed = o.made = 0;
      if (!o.ready || !o.pointers[kInputTable] || !o.pointers[kOutputTable] || !o.pointers[kScratchTable])
        return xaf::fatal(xaf::Class::kExecute, 0);
      if (o.given < kFrameBytes) return xaf::kOk;
      filter(o);
      o.given -= kFrameBytes, o.consumed = o.made = kFrameBytes;
      return xaf::kOk;
    case xaf::kDoneQuery:
      write<int32_t>(value, 0);
      return xaf::kOk;
    default:
      return xaf::kInvalidCommandType;
  }
}

xaf::Error describe(const Object& o, int32_t command, int32_t table, void* value) {
  static constexpr int32_t kTypes[] = {xaf::kInput, xaf::kOutput, xaf::kScratch, xaf::kPersist};
  if (!o.sized || table < 0 || table >= kTables) return xaf::kInvalidCommandType;
  if (command == xaf::kGetMemInfoSize) write<uint32_t>(value, kSizes[table]);
  if (command == xaf::kGetMemInfoAlignment) write<uint32_t>(value, 4);
  if (command == xaf::kGetMemInfoType) write<int32_t>(value, kTypes[table]);
  return xaf::kOk;
}

xaf::Error configure(Object& o, int32_t parameter, const void* value) {
  if (parameter == kTaps) {
    o.taps = read<uint32_t>(value);
  } else if (parameter == kCoefficients) {
    o.coefficients = read<const float*>(value);
  } else {
    return xaf::kInvalidCommandType;
  }
  return xaf::kOk;
}

}  // namespace

xaf::Error component(void* object, int32_t command, int32_t index, void* value) {
  if (command == xaf::kGetApiSize) return write<uint32_t>(value, sizeof(Object)), xaf::kOk;
  Object& o = *static_cast<Object*>(object);
  switch (command) {
    case xaf::kInit:
      return initialize(o, index, value);
    case xaf::kSetConfigParam:
      return configure(o, index, value);
    case xaf::kGetMemtabsSize:
      return write<uint32_t>(value, 0), xaf::kOk;
    case xaf::kSetMemtabsPtr:
    case xaf::kInputOver:
      return xaf::kOk;
    case xaf::kGetNMemtabs:
      return write<int32_t>(value, kTables), xaf::kOk;
    case xaf::kExecute:
      return execute(o, index, value);
    case xaf::kSetInputBytes:
      o.given = read<uint32_t>(value);
      return xaf::kOk;
    case xaf::kGetCuridxInputBuf:
      return write<uint32_t>(value, o.consumed), xaf::kOk;
    case xaf::kGetOutputBytes:
      return write<uint32_t>(value, o.made), xaf::kOk;
    case xaf::kSetMemPtr:
      if (!o.sized || index < 0 || index >= kTables) return xaf::kInvalidCommandType;
      if (reinterpret_cast<uintptr_t>(value) % 4) return xaf::kMemAlign;
      o.pointers[index] = value;
      return xaf::kOk;
    case xaf::kGetMemInfoSize:
    case xaf::kGetMemInfoAlignment:
    case xaf::kGetMemInfoType:
      return describe(o, command, index, value);
    default:
      return xaf::kInvalidCommand;
  }
}

}  // namespace xaf_filter
