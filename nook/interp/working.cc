#include "nook/interp/working.h"

#include "nook/interp/layout.h"

namespace nook::interp {

Workload workload_of(const Model& model) {
  Workload load;
  if (model.subgraph_count() > 0) find_places(model, model.subgraph(0), nullptr, &load);
  return load;
}

}  // namespace nook::interp
