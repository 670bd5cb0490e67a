#include "nook/ops/contract/custom_options.h"

#include <float.h>

#include "nook/model/model.h"

namespace nook {

Span<const uint8_t> NodeView::custom_options() const {
  return in_model ? in_model->custom_options() : Span<const uint8_t>();
}

bool OptionReader::integer(const char* name, int64_t least, int64_t most, int64_t* value) {
  OptionValue found;
  ok_ = map_.find(name, &found) && ok_;
  if (found.kind == OptionValue::Kind::kNone) return false;
  ok_ = ok_ && found.kind == OptionValue::Kind::kInteger && found.integer >= least && found.integer <= most;
  *value = found.integer;
  return ok_;
}

void OptionReader::value(const char* name, int32_t& member) {
  int64_t number = 0;
  if (integer(name, INT32_MIN, INT32_MAX, &number)) member = static_cast<int32_t>(number);
}

void OptionReader::value(const char* name, bool& member) {
  int64_t number = 0;
  if (integer(name, 0, 1, &number)) member = number != 0;
}

void OptionReader::value(const char* name, float& member) {
  OptionValue found;
  ok_ = map_.find(name, &found) && ok_;
  if (found.kind == OptionValue::Kind::kNone) return;
  ok_ = ok_ && found.real >= -static_cast<double>(FLT_MAX) && found.real <= static_cast<double>(FLT_MAX);
  if (ok_) member = static_cast<float>(found.real);
}

}  // namespace nook
