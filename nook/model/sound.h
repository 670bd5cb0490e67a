// Reads the flatbuffer tables of a file that Model::open() has accepted: a table is two pointers, and nothing
// is checked again. Only fields that verify.cc has a rule for may be read here; for all others (the options
// of operators) there is Table, which checks each access.
#pragma once
#include "nook/model/table.h"

namespace nook {

class SoundTables;

class SoundTable {
 public:
  constexpr SoundTable() = default;
  // `at` is a multiple of 4; the vtable's address is a multiple of 2.
  [[gnu::always_inline]] explicit SoundTable(const uint8_t* at)
      : at_(at), vtable_(at - aligned<int32_t>(at)) {}

  // The scalar's value, or its default if the field is missing.
  template <class T>
  T operator[](Field<T> field) const {
    const uint8_t* const at = find(field.slot);
    return at ? detail::load<T>(at) : field.fallback;
  }
  // Empty if the field is missing. Inline, so that the slot becomes a constant.
  template <class T>
  [[gnu::always_inline]] Vector<T> operator[](VectorField<T> field) const {
    return Vector<T>(elements(at_, vtable_, entry(field.slot)));
  }
  [[gnu::always_inline]] SoundTable operator[](TableField field) const {
    const uint8_t* const at = find(field.slot);
    return at ? SoundTable(at + detail::load<uint32_t>(at)) : SoundTable();
  }
  [[gnu::always_inline]] SoundTables operator[](TablesField field) const;
  template <class AnyField>
  bool has(AnyField field) const {
    return find(field.slot) != nullptr;
  }

  constexpr bool empty() const { return at_ == nullptr; }
  constexpr const uint8_t* at() const { return at_; }

 private:
  alignas(uint16_t) static constexpr uint8_t kNoFields[2] = {4, 0};

  template <class T>
  static T aligned(const uint8_t* from) {
    return detail::load<T>(static_cast<const uint8_t*>(__builtin_assume_aligned(from, sizeof(T))));
  }
  // The bytes that the vtable needs to contain this slot.
  static constexpr uint32_t entry(uint16_t slot) { return 4 + 2 * uint32_t{slot}; }
  // The address of the field; null: it is missing. Inlined, because a call takes as many bytes as the body.
  [[gnu::always_inline]] const uint8_t* find(uint16_t slot) const {
    if (entry(slot) + 2 > aligned<uint16_t>(vtable_)) return nullptr;
    const uint32_t offset = aligned<uint16_t>(vtable_ + entry(slot));
    return offset ? at_ + offset : nullptr;
  }
  // Static, so that a table may stay in registers.
  static detail::Elements elements(const uint8_t* at, const uint8_t* vtable, uint32_t entry);

  const uint8_t* at_ = nullptr;
  const uint8_t* vtable_ = kNoFields;
};

// The index must be below size().
class SoundTables {
 public:
  constexpr SoundTables() = default;
  constexpr explicit SoundTables(detail::Elements elements) : elements_(elements) {}

  uint32_t size() const { return elements_.count(); }
  [[gnu::always_inline]] SoundTable operator[](uint32_t i) const {
    const uint8_t* const at = elements_.data() + size_t{i} * 4;
    return SoundTable(at + detail::load<uint32_t>(at));
  }

 private:
  detail::Elements elements_;
};

inline SoundTables SoundTable::operator[](TablesField field) const {
  return SoundTables(elements(at_, vtable_, entry(field.slot)));
}

}  // namespace nook
