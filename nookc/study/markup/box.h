// Rectangles of pictures, to see whether a label has room.
#pragma once

namespace nookc {

// y grows downwards.
struct Box {
  double left, top, right, bottom;

  // Whether both have an area in common: touching edges have none.
  bool meets(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

}  // namespace nookc
