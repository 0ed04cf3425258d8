// SPDX-License-Identifier: Apache-2.0

#include "core/ndarray/dlpack.h"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/concat.h"
#include "core/check.h"
#include "core/memory/allocation.h"

namespace gridcall::core {

namespace {

// The structs of DLPack.
enum DeviceType : std::int32_t { kDLCPU = 1, kDLCUDA = 2, kDLCUDAHost = 3, kDLCUDAManaged = 13 };
struct DLDevice {
  std::int32_t type, id;
};
struct DLDataType {
  std::uint8_t code, bits;
  std::uint16_t lanes;
};
struct DLTensor {
  void* data;
  DLDevice device;
  std::int32_t ndim;
  DLDataType dtype;
  std::int64_t* shape;
  std::int64_t* strides;  // in elements; nullptr: C order without gaps
  std::uint64_t byte_offset;
};
struct DLManagedTensor {
  DLTensor tensor;
  void* manager;
  void (*deleter)(DLManagedTensor*);
};
struct DLVersion {
  std::uint32_t major, minor;
};
struct DLManagedTensorVersioned {
  DLVersion version;
  void* manager;
  void (*deleter)(DLManagedTensorVersioned*);
  std::uint64_t flags;
  DLTensor tensor;
};
static_assert(sizeof(DLTensor) == 48 && sizeof(DLManagedTensor) == 64 &&
              sizeof(DLManagedTensorVersioned) == 80);
constexpr DLVersion kVersion = {1, 1};
constexpr std::uint64_t kReadOnly = 1;
constexpr std::int64_t kMaxTensorDims = kMaxDims;

[[noreturn]] void unsupported(std::string message) {
  throw Failure(status::kUnsupported, std::move(message));
}

// --- Export to another library.

// A tensor and the arrays that it points to.
struct Export {
  union {
    DLManagedTensor legacy;
    DLManagedTensorVersioned versioned;
  };
  Ref<Mem> mem;
  std::vector<std::int64_t> numbers;  // the shape, then the strides

  Export() : versioned{} {}
};

// The deleter runs on any thread of another library, so it only drops a reference.
void delete_legacy(DLManagedTensor* tensor) {
  delete static_cast<Export*>(tensor->manager);
}
void delete_versioned(DLManagedTensorVersioned* tensor) {
  delete static_cast<Export*>(tensor->manager);
}

DLDevice device_of(const Ndarray& ndarray) {
  const Context& context = ndarray.context();
  if (context.is_cpu()) return {kDLCPU, 0};
  switch (ndarray.mem().place()) {
    case MemPlace::kDevice:
      return {kDLCUDA, context.device().id()};
    case MemPlace::kHost:
      return {kDLCUDAHost, context.device().id()};
    case MemPlace::kManaged:
      return {kDLCUDAManaged, context.device().id()};
    case MemPlace::kPageable:
      break;
  }
  return {kDLCPU, 0};
}

DLTensor tensor_of(const Ndarray& ndarray, std::vector<std::int64_t>& numbers) {
  if (ndarray.element().is_record())
    unsupported(
        "`ndarray` has records as elements, which DLPack has not: pass one of their fields "
        "(gc_ndarray_get_field)");
  const Layout& layout = ndarray.layout();
  const auto size = static_cast<std::int64_t>(ndarray.element().size);
  numbers.reserve(2 * std::size_t{layout.ndim} + 1);
  for (std::size_t i = 0; i < layout.ndim; ++i) numbers.push_back(static_cast<std::int64_t>(layout.shape[i]));
  for (std::size_t i = 0; i < layout.ndim; ++i) {
    if (layout.shape[i] > 1 && layout.strides[i] % size != 0)
      unsupported(concat("stride ", i, " of `ndarray` is ", layout.strides[i],
                         " bytes, no multiple of its elements' ", size,
                         ", and DLPack counts elements: copy it to a contiguous array"));
    numbers.push_back(layout.strides[i] / size);
  }
  const DlpackType type = dlpack_type(ndarray.type());
  return {reinterpret_cast<void*>(static_cast<std::uintptr_t>(ndarray.address())),
          device_of(ndarray),
          static_cast<std::int32_t>(layout.ndim),
          {type.code, type.bits, 1},
          numbers.data(),
          numbers.data() + layout.ndim,
          0};
}

// --- Import from another library.

// A tensor that no work uses any more, whose deleter must be called.
struct FinishedTensor {
  void* tensor;
  void (*call)(void* tensor);
  FinishedTensor* next = nullptr;
};
constinit std::atomic<FinishedTensor*> finished{nullptr};

void finish(FinishedTensor* one) noexcept {
  FinishedTensor* head = finished.load(std::memory_order_relaxed);
  do {
    one->next = head;
  } while (!finished.compare_exchange_weak(head, one, std::memory_order_release, std::memory_order_relaxed));
}

// The memory of a tensor. When its work is done, the tensor waits for gc_handle_collect.
class TensorMemory final : public Allocation {
 public:
  TensorMemory(Context& context, MemPlace place, std::uint64_t address, std::uint64_t size, std::byte* host)
      : Allocation(context, place) {
    set_whole(address, size, host);
  }
  ~TensorMemory() override {
    if (finished_) finish(finished_.release());
  }
  // Takes ownership of the tensor.
  void take(std::unique_ptr<FinishedTensor> tensor) noexcept { finished_ = std::move(tensor); }

  MemOrigin origin() const noexcept override { return MemOrigin::kWrapped; }
  bool waits_for_device() const noexcept override { return false; }
  bool give_back() noexcept override {
    return context_->slots().unfinished(slots_in_use() & context_->slots().all(), deferred_at, true) == 0;
  }

 protected:
  void last_reference() noexcept override { context_->defer(this); }

 private:
  std::unique_ptr<FinishedTensor> finished_;
};

// Throws INVALID_ARGUMENT if the memory does not exist, which a system call tells. If that call is forbidden,
// the check passes.
void check_readable(std::uint64_t address, std::size_t size, const char* what) {
  if (address != 0 && address % 8 == 0) {
    std::byte sink[2 * kMaxDims * sizeof(std::int64_t)];
    const iovec local{sink, size},
        remote{reinterpret_cast<void*>(static_cast<std::uintptr_t>(address)), size};
    const ssize_t read = ::process_vm_readv(::getpid(), &local, 1, &remote, 1, 0);
    if (read == static_cast<ssize_t>(size) || (read < 0 && errno != EFAULT && errno != EINVAL)) return;
  }
  throw Failure(status::kInvalidArgument,
                concat("`tensor`: ", what, " at ", address, ", where the process has no ", size,
                       " bytes that it can read: pass the address of a tensor"));
}

// A tensor argument in either form.
struct TensorArgument {
  const DLTensor* tensor = nullptr;
  bool is_read_only = false;
  FinishedTensor finished{};
};

TensorArgument given_tensor(std::uint64_t address, std::uint64_t flags) {
  TensorArgument given;
  auto* const pointer = reinterpret_cast<void*>(static_cast<std::uintptr_t>(address));
  if (address == 0) throw Failure(status::kInvalidArgument, "`tensor` is 0: pass the address of one");
  if ((flags & kDlpackLegacy) != 0) {
    check_readable(address, sizeof(DLManagedTensor), "a DLManagedTensor is said to lie");
    given.tensor = &static_cast<DLManagedTensor*>(pointer)->tensor;
    given.finished = {pointer, [](void* of) {
                        auto* tensor = static_cast<DLManagedTensor*>(of);
                        if (tensor->deleter) tensor->deleter(tensor);
                      }};
    return given;
  }
  check_readable(address, sizeof(DLManagedTensorVersioned), "a DLManagedTensorVersioned is said to lie");
  auto* const versioned = static_cast<DLManagedTensorVersioned*>(pointer);
  if (versioned->version.major != kVersion.major)
    unsupported(concat("`tensor` is of version ", versioned->version.major, '.', versioned->version.minor,
                       " of DLPack, and this library reads version ", kVersion.major,
                       ": ask its producer for that, or pass GRIDCALL_DLPACK_LEGACY with a DLManagedTensor"));
  given.tensor = &versioned->tensor;
  given.is_read_only = (versioned->flags & kReadOnly) != 0;
  given.finished = {pointer, [](void* of) {
                      auto* tensor = static_cast<DLManagedTensorVersioned*>(of);
                      if (tensor->deleter) tensor->deleter(tensor);
                    }};
  return given;
}

void check_device(const DLDevice& device, const Context& context) {
  const bool is_cuda = device.type == kDLCUDA || device.type == kDLCUDAHost || device.type == kDLCUDAManaged;
  if (context.is_cpu() ? device.type == kDLCPU
                       : is_cuda && (device.type != kDLCUDA || device.id == context.device().id()))
    return;
  unsupported(concat("`tensor` is on DLPack's device ", device.type, ", number ", device.id,
                     ", and `context` is of ", context.device().label(),
                     context.is_cpu()
                         ? ": it takes kDLCPU (1)"
                         : ": it takes kDLCUDA (2) of that GPU, kDLCUDAHost (3) and kDLCUDAManaged (13)"));
}

Element element_of(const DLDataType& type) {
  const ScalarType scalar = type.lanes == 1 ? scalar_of({type.code, type.bits}) : ScalarType{};
  if (scalar == ScalarType{})
    unsupported(concat("`tensor` has elements of DLPack's type code ", type.code, " with ", type.bits,
                       " bits and ", type.lanes,
                       " lanes, which no GRIDCALL_SCALAR_TYPE_* is: convert it to another type"));
  if (is_float8(scalar))
    unsupported(concat("`tensor` has elements of ", scalar_text(scalar),
                       ", of which there are no arrays: give its memory as UINT8"));
  return Element::of(scalar);
}

Layout layout_of(const DLTensor& tensor, const Element& element) {
  if (tensor.ndim < 0 || tensor.ndim > kMaxTensorDims)
    throw Failure(status::kInvalidArgument,
                  concat("`tensor` has ", tensor.ndim, " dimensions, and an array has 0 to ", kMaxDims,
                         ": reshape it"));
  const auto ndim = static_cast<std::size_t>(tensor.ndim);
  std::vector<std::uint64_t> shape(ndim);
  if (ndim != 0)
    check_readable(reinterpret_cast<std::uintptr_t>(tensor.shape), ndim * 8, "its shape is said to lie");
  for (std::size_t i = 0; i < ndim; ++i) {
    if (tensor.shape[i] < 0)
      throw Failure(status::kInvalidArgument, concat("dimension ", i, " of `tensor` has ", tensor.shape[i],
                                                     " elements: it must not be negative"));
    shape[i] = static_cast<std::uint64_t>(tensor.shape[i]);
  }
  Layout layout = contiguous_layout(shape, element.size, false);
  if (!tensor.strides || ndim == 0) return layout;
  check_readable(reinterpret_cast<std::uintptr_t>(tensor.strides), ndim * 8, "its strides are said to lie");
  for (std::size_t i = 0; i < ndim; ++i) {
    if (shape[i] > 1 && __builtin_mul_overflow(tensor.strides[i], static_cast<std::int64_t>(element.size),
                                               &layout.strides[i]))
      throw Failure(status::kOutOfRange, concat("stride ", i, " of `tensor` is ", tensor.strides[i],
                                                " elements of ", element.size, " bytes, more than 63 bits"));
  }
  return layout;
}

}  // namespace

std::uint64_t to_dlpack(Ndarray& ndarray, std::uint64_t flags, Stream* stream) {
  Context& context = ndarray.context();
  if (stream) check_context("stream", stream->context(), "`ndarray`", context);
  auto made = std::make_unique<Export>();
  const DLTensor tensor = tensor_of(ndarray, made->numbers);
  const bool is_legacy = (flags & kDlpackLegacy) != 0;
  if (is_legacy && ndarray.is_read_only())
    unsupported(
        "`flags` has LEGACY, whose tensors cannot say that they are read-only, and `ndarray` is read-only: "
        "leave LEGACY out");
  if (is_legacy)
    made->legacy = {tensor, made.get(), &delete_legacy};
  else
    made->versioned = {kVersion, made.get(), &delete_versioned, ndarray.is_read_only() ? kReadOnly : 0,
                       tensor};
  made->mem = ndarray.mem_reference();
  context.run([&] { context.slots().order_behind_uses(ndarray.mem().usage(), queue_of(stream).slot); });
  ndarray.mem().expose();
  return reinterpret_cast<std::uintptr_t>(is_legacy ? static_cast<void*>(&made.release()->legacy)
                                                    : static_cast<void*>(&made.release()->versioned));
}

Ref<Ndarray> from_dlpack(Context& context, std::uint64_t address, std::uint64_t flags, Stream* stream) {
  if (stream) check_context("stream", stream->context(), "`context`", context);
  const TensorArgument given = given_tensor(address, flags);
  const DLTensor& tensor = *given.tensor;
  check_device(tensor.device, context);
  const Element element = element_of(tensor.dtype);
  const Layout layout = layout_of(tensor, element);
  const std::optional<Extent> extent = extent_of(layout, element.size);
  if (!extent)
    throw Failure(status::kOutOfRange, concat("the strides of `tensor` of shape ", shape_text(layout.dims()),
                                              " span more than 63 bits of bytes"));
  auto owner = std::make_unique<FinishedTensor>(given.finished);
  if (layout.count() == 0) {
    NdarraySpec spec;
    spec.element = element;
    spec.layout = layout;
    Ref<Ndarray> made = Ndarray::create(context, spec);
    finish(owner.release());
    return made;
  }
  const std::uint64_t first = reinterpret_cast<std::uintptr_t>(tensor.data) + tensor.byte_offset;
  const std::uint64_t size = extent->low + extent->high;
  if (!tensor.data || first < extent->low)
    throw Failure(status::kInvalidArgument,
                  concat("the first element of `tensor` is at ", first, ", and others ", extent->low,
                         " bytes before it: pass a tensor of memory"));
  const std::uint64_t begin = first - extent->low;
  const bool is_host = tensor.device.type == kDLCPU;
  const Ref<Mem> known = Mem::wrap(context, begin, size, is_host ? begin : 0, false, nullptr, 0);
  auto memory = make<TensorMemory>(context, known->place(), begin, size, known->host());
  TensorMemory& made = *memory;
  const Ref<Mem> mem = Allocation::mem_of(std::move(memory));
  Ref<Ndarray> ndarray = Ndarray::from_mem(*mem, extent->low, element, layout, given.is_read_only);
  mem->use_on(stream);
  made.take(std::move(owner));
  return ndarray;
}

void delete_finished_tensors() noexcept {
  FinishedTensor* each = finished.exchange(nullptr, std::memory_order_acquire);
  if (!each) return;
  const EpochPause pause;
  while (each) {
    const std::unique_ptr<FinishedTensor> one(each);
    each = one->next;
    one->call(one->tensor);
  }
}

}  // namespace gridcall::core
