#include "nookc/front/import/variables.h"

#include <algorithm>

#include "nook/model/fields.h"
#include "nookc/core/text.h"
#include "nookc/graph/any_attrs.h"

namespace nookc {
namespace {

bool is(int32_t code, nook::OpCode which) { return code == static_cast<int32_t>(which); }

}  // namespace

bool Variables::is_for(int32_t code) {
  return is(code, nook::OpCode::kVarHandle) || is(code, nook::OpCode::kReadVariable) ||
         is(code, nook::OpCode::kAssignVariable) || is(code, nook::OpCode::kCallOnce);
}

bool Variables::is_first(int32_t code) { return is(code, nook::OpCode::kCallOnce); }

Variables::Name Variables::name_of(const nook::OperatorView& handle) {
  namespace field = nook::fields::VarHandleOptions;
  const nook::Table options = handle.options();
  const auto text = [](nook::Span<const char> span) { return std::string(span.begin(), span.end()); };
  return {text(options[field::container].span()), text(options[field::shared_name].span())};
}

std::string Variables::tensor_name(const Name& name) {
  const auto& [container, shared] = name;
  const std::string own = shared.empty() ? "variable" : shared;
  return container.empty() ? own : container + "/" + own;
}

std::string Variables::tensor_name(const nook::OperatorView& handle) { return tensor_name(name_of(handle)); }

std::string Variables::add(const nook::OperatorView& op, Node node) {
  const auto lists = [&](size_t in, size_t out) {
    const auto all = [](const std::vector<TensorId>& list, size_t count) {
      return list.size() == count && std::ranges::find(list, TensorId::kNone) == list.end();
    };
    return all(node.in, in) && all(node.out, out);
  };
  graph_.unlisted.insert(static_cast<nook::OpCode>(op.code()));
  const std::string count = "it has the wrong number of operands or results";
  if (is(op.code(), nook::OpCode::kCallOnce)) return lists(0, 0) ? call_once(op) : count;
  if (is(op.code(), nook::OpCode::kVarHandle)) {
    if (!lists(0, 1)) return count;
    if (graph_[node.out[0]].type != nook::DType::kResource) return "its result is not a resource";
    handles_[node.out[0]] = name_of(op);
    return {};
  }
  const bool reads = is(op.code(), nook::OpCode::kReadVariable);
  if (reads ? !lists(1, 1) : !lists(2, 0)) return count;
  const TensorId resource = node.in[0], value = reads ? node.out[0] : node.in[1];
  TensorId variable = TensorId::kNone;
  if (std::string wrong = tensor_of(resource, value, &variable); !wrong.empty()) return wrong;
  node.attrs = reshape();
  node.in = {reads ? variable : value}, node.out = {reads ? value : variable};
  node.version = 1;
  graph_.nodes.push_back(std::move(node));
  used_ = true;
  return {};
}

void Variables::rename(TensorId handle, TensorId other) {
  if (const auto named = handles_.find(handle); named != handles_.end()) handles_[other] = named->second;
}

std::string Variables::tensor_of(TensorId resource, TensorId value, TensorId* variable) {
  const auto handle = handles_.find(resource);
  if (handle == handles_.end()) return "its first operand is not the result of a VAR_HANDLE";
  const Tensor& held = graph_[value];
  if (nook::size_of(held.type) == 0) return "the variable has an unsupported element type";
  const auto [at, fresh] = tensors_.try_emplace(handle->second, TensorId::kNone);
  if (fresh) {
    Tensor tensor;
    tensor.name = tensor_name(handle->second);
    tensor.type = held.type, tensor.shape = held.shape, tensor.variable = true;
    at->second = graph_.add(std::move(tensor));
  }
  *variable = at->second;
  const Tensor &tensor = graph_[at->second], &other = graph_[value];
  if (tensor.type != other.type || tensor.bytes() != other.bytes())
    return "the variable '" + first_name(tensor.name) + "' holds " + std::to_string(tensor.bytes()) +
           " bytes, have " + std::to_string(other.bytes()) + ", or elements of another type";
  return {};
}

std::string Variables::call_once(const nook::OperatorView& op) {
  const int32_t number = op.options()[nook::fields::CallOnceOptions::init_subgraph_index];
  if (number <= 0 || static_cast<uint32_t>(number) >= model_.subgraph_count())
    return "subgraph " + std::to_string(number) + " can't be called";
  if (used_) return "it follows operators that use variables, which is not supported";
  if (!called_.insert(number).second) return {};  // it runs once, as in TensorFlow Lite
  const nook::SubgraphView once = model_.subgraph(static_cast<uint32_t>(number));
  std::map<int32_t, Name> handles;
  for (uint32_t i = 0; i < once.operator_count(); ++i) {
    const nook::OperatorView each = once.op(i);
    if (is(each.code(), nook::OpCode::kVarHandle) && each.outputs().size() == 1) {
      handles[each.outputs()[0]] = name_of(each);
    } else if (std::string wrong = assign_first(once, each, handles); !wrong.empty()) {
      return "subgraph " + std::to_string(number) + ", operator " + std::to_string(i) + ": " + wrong;
    }
  }
  return {};
}

std::string Variables::assign_first(const nook::SubgraphView& from, const nook::OperatorView& op,
                                    const std::map<int32_t, Name>& handles) {
  const bool assigns = is(op.code(), nook::OpCode::kAssignVariable) && op.inputs().size() == 2;
  if (!assigns || op.inputs()[1] < 0)
    return "a subgraph that is called once may only assign constants to variables";
  const auto handle = handles.find(op.inputs()[0]);
  if (handle == handles.end()) return "its first operand is not the result of a VAR_HANDLE";
  nook::ModelFault fault;
  const auto value = nook::tensor_info(model_, from.tensor(static_cast<uint32_t>(op.inputs()[1])), &fault);
  if (!value || !value->data) return "a subgraph that is called once may only assign constants to variables";
  const std::byte* const bytes = static_cast<const std::byte*>(value->data);
  first_[handle->second] = std::make_shared<const Bytes>(bytes, bytes + value->bytes());
  return {};
}

std::string Variables::finish() {
  for (const auto& [name, bytes] : first_) {
    const auto variable = tensors_.find(name);
    if (variable == tensors_.end()) continue;  // it is never read
    Tensor& tensor = graph_[variable->second];
    if (static_cast<size_t>(tensor.bytes()) != bytes->size())
      return "the variable '" + first_name(tensor.name) + "' holds " + std::to_string(tensor.bytes()) +
             " bytes, but " + std::to_string(bytes->size()) + " are assigned at first";
    tensor.first = bytes;
  }
  return {};
}

}  // namespace nookc
