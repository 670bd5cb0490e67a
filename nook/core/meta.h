#pragma once
#include <stddef.h>

// The parts of <type_traits> and <utility> that the runtime needs. Bare-metal RISC-V toolchains ship a C
// library but no C++ library, so device code includes only C headers.
namespace nook {

template <size_t...>
struct Indices {};
template <size_t N, size_t... I>
struct MakeIndices : MakeIndices<N - 1, N - 1, I...> {};
template <size_t... I>
struct MakeIndices<0, I...> {
  using type = Indices<I...>;
};
template <size_t N>
using indices = typename MakeIndices<N>::type;

template <class...>
struct List {};

// The I-th of List<...>.
template <size_t I, class L>
struct At;
template <class First, class... Rest>
struct At<0, List<First, Rest...>> {
  using type = First;
};
template <size_t I, class First, class... Rest>
struct At<I, List<First, Rest...>> : At<I - 1, List<Rest...>> {};

template <class>
inline constexpr size_t kCount = 0;
template <class... T>
inline constexpr size_t kCount<List<T...>> = sizeof...(T);

template <class...>
using Void = void;

// Whether the type Member<T> exists, such as decltype(&T::member).
template <template <class> class Member, class T, class = void>
inline constexpr bool kHas = false;
template <template <class> class Member, class T>
inline constexpr bool kHas<Member, T, Void<Member<T>>> = true;

}  // namespace nook
