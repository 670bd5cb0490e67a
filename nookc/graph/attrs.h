#pragma once
#include <cstddef>
#include <memory>
#include <type_traits>

#include "nook/ops/contract/op_row.h"

namespace nookc {

// The attributes of one operator of any kind, held by value; empty for an erased node. Code that edits an
// operator's attributes includes that operator's header; code that only passes them on includes none.
class Attrs {
 public:
  Attrs() = default;
  template <class A, class Op = typename A::Op>
  Attrs(const A& attrs) : code_(Op::kCode), none_(false) {  // NOLINT(google-explicit-constructor)
    static_assert(std::is_same_v<A, typename Op::Attrs> && std::is_trivially_copyable_v<A>);
    static_assert(sizeof(A) <= nook::kMostAttrs && alignof(A) <= 8);
    std::construct_at(reinterpret_cast<A*>(bytes_), attrs);
  }
  // Stores the result of row.parse() for a node of a model.
  static nook::Code parse(const nook::OpRow& row, const nook::NodeView& node, Attrs* attrs) {
    attrs->code_ = row.code;
    const nook::Code code = row.parse(node, attrs->bytes_);
    attrs->none_ = code != nook::Code::kOk;
    return code;
  }

  bool none() const { return none_; }
  nook::OpCode code() const { return code_; }  // for empty attributes there is no operator
  const void* data() const { return bytes_; }
  template <class Op>
  typename Op::Attrs* get() {
    return !none_ && code_ == Op::kCode ? reinterpret_cast<typename Op::Attrs*>(bytes_) : nullptr;
  }
  template <class Op>
  const typename Op::Attrs* get() const {
    return const_cast<Attrs*>(this)->get<Op>();
  }

 private:
  nook::OpCode code_{};
  bool none_ = true;
  alignas(8) std::byte bytes_[nook::kMostAttrs] = {};
};

}  // namespace nookc
