#include "nookc/middle/passes/dilate_convolutions.h"

#include "nook/ops/batch_to_space_nd/batch_to_space_nd_op.h"
#include "nook/ops/space_to_batch_nd/space_to_batch_nd_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/graph/users.h"
#include "nookc/middle/lower/node_memory.h"
#include "nookc/middle/lower/prepare_node.h"
#include "nookc/middle/passes/narrow_weights.h"

namespace nookc {
namespace {

// The nodes from x to y. For sequences, two additional nodes add a dimension of size 1 before the convolution
// and remove it afterwards.
struct Chain {
  Node *to_batches = nullptr, *wider = nullptr, *conv = nullptr, *narrower = nullptr, *to_space = nullptr;
};

// The producer of `t` if nothing else reads `t`.
Node* sole_producer(const Graph& graph, const Users& users, TensorId t) {
  return users.uses(t) == 1 && !graph[t].variable ? users.producer(t) : nullptr;
}

// The producer of operand 0 of a node, looking through one reshape.
Node* follower(const Graph& graph, const Users& users, const Node& node, Node** renamed) {
  Node* const producer = sole_producer(graph, users, node.in[0]);
  if (!producer || !op_row(*producer).renames) return producer;
  *renamed = producer;
  return sole_producer(graph, users, producer->in[0]);
}

bool is_whole(const Graph& graph, const Chain& chain) {
  const Node* const ends[] = {chain.to_batches, chain.conv};
  for (const Node* node : ends)
    if (!node || node->unit != chain.to_space->unit) return false;
  const bool both = chain.wider && chain.narrower, none = !chain.wider && !chain.narrower;
  const int rank = graph[chain.to_batches->in[0]].shape.rank;
  return Graph::attrs<nook::SpaceToBatchNd>(*chain.to_batches) && convolution_of(chain.conv->attrs) &&
         (rank == 4 ? none : rank == 3 && both);
}

Chain chain_to(const Graph& graph, const Users& users, Node& last) {
  Chain chain;
  chain.to_space = &last;
  chain.conv = follower(graph, users, last, &chain.narrower);
  if (chain.conv && convolution_of(chain.conv->attrs))
    chain.to_batches = follower(graph, users, *chain.conv, &chain.wider);
  return is_whole(graph, chain) ? chain : Chain{};
}

// Whether prepare() accepts an operator, so that lowering would not refuse it.
bool is_sound(const Graph& graph, const Node& node, nook::Blocks* blocks = nullptr) {
  NodeMemory memory;
  nook::Arena arena = memory.arena();
  nook::PrepareContext context{arena, nook::kRef, false, {}};
  if (!prepare_node(graph, node, context)) return false;
  const Operands all = operands(graph, node);
  return !blocks ||
         nook::read_blocks(all.view(op_code(node), node.version), context, blocks) == nook::Code::kOk;
}

// The dilated convolution's parameters along its height or its width.
struct Axis {
  int64_t dilation = 1, before = 0, after = 0;
};

// The original convolution's parameters along that axis.
struct Filter {
  int32_t in, size, stride, dilation, before, after;
};

// Computes the dilated convolution along one axis. The original graph pads the image x by `pad` at the
// beginning, cuts it into blocks, filters them, joins them and crops `crop` elements at the beginning, which
// gives y. Returns false if no such convolution exists.
bool make_axis(const Filter& f, nook::PadMode mode, int32_t block, int32_t pad, int32_t crop, int32_t x,
               int32_t y, Axis* axis) {
  constexpr int64_t kMost = INT32_MAX / 4;
  if (block > 1 && f.stride > 1) return false;
  const auto placed = nook::place({f.in, f.size, f.stride, f.dilation}, mode, f.before, f.after);
  if (!placed) return false;
  axis->dilation = int64_t{f.dilation} * block;
  axis->before = int64_t{pad} + int64_t{placed->before} * block - int64_t{crop} * f.stride;
  axis->after = int64_t{y - 1} * f.stride + (f.size - 1) * axis->dilation + 1 - x - axis->before;
  const auto fits = [&](int64_t n) { return n >= 0 && n <= kMost; };
  return fits(axis->dilation) && fits(axis->before) && fits(axis->after);
}

// The dimension of a convolution's image [batch, height, width, channels] that a sequence does not have.
int added_dimension(const Graph& graph, const Chain& chain) {
  const nook::Shape &from = graph[chain.wider->in[0]].shape, &to = graph[chain.wider->out[0]].shape;
  for (const int d : {1, 2})
    if (to.rank == 4 && to.dim[d] == 1 && to.dim[0] == from.dim[0] && to.dim[3 - d] == from.dim[1] &&
        to.dim[3] == from.dim[2])
      return d;
  return 0;
}

class Dilation {
 public:
  Dilation(Graph& graph, const Chain& chain) : graph_(graph), chain_(chain) {}

  // Whether an equivalent convolution exists.
  bool find() {
    const Node &first = *chain_.to_batches, &last = *chain_.to_space;
    const Tensor &x = graph_[first.in[0]], &w = graph_[chain_.conv->in[1]];
    const bool hybrid =
        x.type == nook::DType::kF32 && w.type != nook::DType::kF32 && !has_narrow_weights(*chain_.conv);
    if (hybrid || !graph_.same_quantization(first.in[0], first.out[0]) ||
        !graph_.same_quantization(last.in[0], last.out[0]))
      return false;
    nook::Blocks blocks, crops;
    if (!is_sound(graph_, *chain_.conv) || !is_sound(graph_, first, &blocks) ||
        !is_sound(graph_, last, &crops))
      return false;
    if (chain_.wider && !is_sequence()) return false;
    for (const int d : {1, 2})
      if (!find(d, blocks, crops)) return false;
    return true;
  }

  void apply(Users& users) {
    Node &first = *chain_.to_batches, &conv = *chain_.conv, &last = *chain_.to_space;
    nook::ConvolutionAttrs& attrs = *convolution_of(conv.attrs);
    attrs.dilation_h = static_cast<int32_t>(axes_[0].dilation);
    attrs.dilation_w = static_cast<int32_t>(axes_[1].dilation);
    attrs.padding = {nook::PadMode::kExplicit, static_cast<int32_t>(axes_[0].before),
                     static_cast<int32_t>(axes_[0].after), static_cast<int32_t>(axes_[1].before),
                     static_cast<int32_t>(axes_[1].after)};
    const TensorId x = first.in[0], y = last.out[0];
    if (chain_.wider) graph_[conv.in[0]].shape = widened(graph_[x].shape);
    if (chain_.wider) graph_[conv.out[0]].shape = widened(graph_[y].shape);
    users.read(chain_.wider ? *chain_.wider : conv, 0, x);
    users.make(chain_.narrower ? *chain_.narrower : conv, y);
    for (Node* node : {&first, &last}) {
      if (node->source >= 0) conv.folded.push_back(node->source);
      users.erase(*node);
    }
  }

 private:
  // Whether the convolution's image is x and its result is y, each with one more dimension at the same place.
  bool is_sequence() {
    added_ = added_dimension(graph_, chain_);
    const nook::Shape &image = graph_[chain_.conv->out[0]].shape,
                      &flat = graph_[chain_.narrower->out[0]].shape;
    return added_ > 0 && flat.rank == 3 && image == widened(flat) && is_sound(graph_, *chain_.wider) &&
           is_sound(graph_, *chain_.narrower);
  }

  nook::Shape widened(const nook::Shape& flat) const {
    nook::Shape image{{flat.dim[0], flat.dim[1], flat.dim[1], flat.dim[2]}, 4};
    image.dim[added_] = 1;
    return image;
  }

  // Finds the convolution along dimension d of the image.
  bool find(int d, const nook::Blocks& blocks, const nook::Blocks& crops) {
    const nook::ConvolutionAttrs& a = *convolution_of(chain_.conv->attrs);
    const nook::Padding& p = a.padding;
    const nook::Shape &in = graph_[chain_.conv->in[0]].shape, &w = graph_[chain_.conv->in[1]].shape,
                      &out = graph_[chain_.conv->out[0]].shape;
    const nook::Shape &x = graph_[chain_.to_batches->in[0]].shape, &y = graph_[chain_.to_space->out[0]].shape;
    const Filter filter = d == 1 ? Filter{in.dim[1], w.dim[1], a.stride_h, a.dilation_h, p.top, p.bottom}
                                 : Filter{in.dim[2], w.dim[2], a.stride_w, a.dilation_w, p.left, p.right};
    Axis& axis = axes_[d - 1];
    if (d == added_) return make_axis(filter, p.mode, 1, 0, 0, 1, out.dim[d], &axis);
    const int at = added_ > 0 ? 1 : d;  // dimension of x and y
    return blocks.size[at] == crops.size[at] && make_axis(filter, p.mode, blocks.size[at], blocks.before[at],
                                                          crops.before[at], x.dim[at], y.dim[at], &axis);
  }

  Graph& graph_;
  Chain chain_;
  int added_ = 0;
  Axis axes_[2];
};

}  // namespace

int dilate_convolutions(Graph& graph) {
  Users users(graph);
  int dilated = 0;
  for (Node& node : graph.nodes) {
    if (!Graph::attrs<nook::BatchToSpaceNd>(node)) continue;
    const Chain chain = chain_to(graph, users, node);
    if (!chain.to_space) continue;
    Dilation dilation(graph, chain);
    if (!dilation.find()) continue;
    dilation.apply(users);
    ++dilated;
  }
  return dilated;
}

}  // namespace nookc
