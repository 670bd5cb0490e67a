#include "nookc/core/model_fault.h"

#include "nookc/core/dtype.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

// In the order of Fault.
constexpr const char* kTexts[] = {
#define NOOK_FAULT(name, code, text) text,
#include "nook/model/faults.inc"
#undef NOOK_FAULT
};

struct PartName {
  const char* table;  // table of the schema
  const char* text;
};

PartName name_of(nook::Part part) {
  switch (part) {
#define NOOK_PART(name, table, text) \
  case nook::Part::name:             \
    return {#table, text};
#include "nook/model/parts.inc"
#undef NOOK_PART
  }
  return {"", ""};
}

std::string field_name(const char* part, uint8_t slot) {
  const std::string table = part;
#define NOOK_FIELD_NAME(in, number, name) \
  if (table == #in && slot == number) return #name;
#include "nook/model/field_names.inc"
#undef NOOK_FIELD_NAME
  return {};
}

struct Hint {
  nook::Fault fault;
  const char* text;
};
constexpr Hint kHints[] = {
    {nook::Fault::kIdentifier,
     "nook reads .tflite and .onnx files: check that this is one, and that it is complete"},
    {nook::Fault::kVersion, "convert the model again, with a converter that writes version 3 of the schema"},
    {nook::Fault::kSparse, "`nook convert` writes the model with dense constants"},
    {nook::Fault::kExternal, "convert the model into one file"},
    {nook::Fault::kTooLarge, "a smaller model: no tensor may have 2 GiB or more"}};

std::string hint_of(nook::Fault fault, const std::string& code) {
  for (const Hint& hint : kHints)
    if (hint.fault == fault) return hint.text;
  return code == "N3002" ? "the file is damaged or cut off: check the download, or convert the model again"
                         : "`nook inspect` shows the tensor; convert or quantize the model again";
}

}  // namespace

Diag model_fault(const std::string& file, nook::Code code, const nook::ModelFault& fault) {
  Diag diag{Exit::kUnsupported, "N3002", file, {}, {}};
  if (code == nook::Code::kUnsupported || code == nook::Code::kBadType) diag.code = "N3004";
  if (fault.fault == nook::Fault::kNoSubgraph) {
    diag.code = "N3003", diag.what = "the model has no subgraph", diag.hint = "convert the model again";
    return diag;
  }
  if (fault.fault == nook::Fault::kFileSize) {
    const bool small = fault.have > 0 && fault.have < 8;
    diag.what = fault.have == 0 ? "the file is empty"
                                : "need a file of 8 bytes to 2 GiB, have " +
                                      (small ? std::to_string(fault.have) + " bytes" : "a larger one");
    diag.hint = "nook reads .tflite and .onnx files: check that this is one, and that it is complete";
    return diag;
  }
  const PartName part = name_of(fault.part);
  diag.what = part.text;
  if (fault.index >= 0 && fault.part != nook::Part::kModel) diag.what += " " + std::to_string(fault.index);
  if (const std::string field = field_name(part.table, fault.slot); !field.empty()) diag.what += ", " + field;
  diag.what += std::string(": ") + kTexts[static_cast<size_t>(fault.fault)];
  if (fault.fault == nook::Fault::kType)  // `have` is the format's number, which is one below DType's
    diag.what += " " + dtype_name(static_cast<nook::DType>(fault.have + 1)) + " is not supported";
  else if (fault.fault == nook::Fault::kIndex)
    diag.what += ": need less than " + std::to_string(fault.need) + ", have " + std::to_string(fault.have);
  else if (fault.need != fault.have)
    diag.what += ": need " + std::to_string(fault.need) + ", have " + std::to_string(fault.have);
  if (fault.offset > 0 && code == nook::Code::kBadModel)
    diag.what += " (at byte " + std::to_string(fault.offset) + ")";
  diag.hint = hint_of(fault.fault, diag.code);
  return diag;
}

}  // namespace nookc
