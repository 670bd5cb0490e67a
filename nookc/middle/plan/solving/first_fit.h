// Places buffers in a given order, each at the lowest free offset: an equivalent of nook::place_in_order()
// for many buffers and many orders. Placed buffers are kept sorted by offset, so each is visited only once.
#pragma once
#include <vector>

#include "nookc/middle/plan/solving/solution.h"

namespace nookc {

class FirstFit {
 public:
  // Borrows the problem, which must be valid.
  explicit FirstFit(const nook::Problem& problem);

  // The plan that nook::place_in_order() computes for that order; not feasible if that function refuses.
  Solution place(const std::vector<int32_t>& order);
  int64_t work() const { return work_; }  // visits of a buffer, summed over all calls

 private:
  struct Placed {
    int64_t begin, end;  // in bytes
    int32_t first, last, buffer;
  };
  // A buffer with a separation from `self`: it excludes `self` only from the bytes `begin` to `end`.
  struct Separated {
    int64_t begin, end;
  };

  bool put(int32_t self, Solution* plan);
  int64_t lowest(int32_t self, int32_t pool, int64_t from);
  void set_separated(int32_t self, int32_t pool, const Solution& plan);

  const nook::Problem& problem_;
  std::vector<std::vector<nook::Separation>> separations_;  // per buffer: its separations
  std::vector<std::vector<Placed>> placed_;                 // per pool, by offset
  std::vector<char> is_placed_;                             // per buffer
  std::vector<char> is_separated_;  // per buffer: it is separated from the buffer being placed
  std::vector<char> has_gaps_;      // per buffer
  std::vector<Separated> separated_;
  int64_t work_ = 0;
};

}  // namespace nookc
