// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

// One function for each of the public header: what the hand-written files in src/api/ implement. By the time
// they run every argument has been checked and every handle is held for the length of the call. They throw
// Failure; the glue writes out parameters only if they return.
//
// The glue is written against src/api/boundary.h:
//   guard(function, out_error, f)     calls f(Call&), makes a status and a gc_error of what it throws
//   accessor(f)                       the same for functions that cannot fail: R{}, or "", if f throws
//   release<T>(handle)                noexcept; ignores what is no live T
//   call.handle<T>(h, name)           T&, held until the call ends; INVALID_HANDLE
//   call.optional_handle<T>(h, name)  T*; nullptr for NULL
//   call.handles<T>(p, count, name)   vector<T*>, each as handle; the message names the element
//   call.find<T>(h)                   T*, held; nullptr for anything that is no live T (accessors)
//                                     A handle in a struct is looked up once, here: `x_objects` holds what it
//                                     names, nullptr for NULL; the implementation does not read the field
//   call.options(p, name, size, mask), call.required_options(p, name, size, mask)
//                                     a copy, zeros for NULL or refused; `size` is the least struct_size, `mask`
//                                     the known bits of the field `flags`
//   call.reserved(value, name)        INVALID_OPTIONS unless 0
//   call.structure(p, name)           const T&, refuses NULL
//   call.str(p, name)                 string_view; refuses NULL and what is not UTF-8
//   call.optional_str(p, name)        the same, for NULL a view whose data() is nullptr
//   call.text(p, size, name)          string_view
//   call.bytes(p, size, name)         span<const std::byte>; NULL only if size is 0
//   call.out_bytes(p, size, name)     span<std::byte>
//   call.array(p, count, name)        span<const T>; NULL only if count is 0
//   call.max_count(count, max, name)  refuses a larger count, before an element is read
//   call.strings(p, count, name)      span<const char* const>, each as str
//   call.fixed_text(p, size, name)    string_view of text in an array of its own
//   call.enumeration(value, name, {values}), call.flags(value, name, mask)
//   call.any_handle(h, name)          core::AnyObject, held until the call ends
//   call.out(p, name)                 refuses NULL
//   call.out_struct(p, name, size)    refuses NULL and a struct_size that is none; `size` is the least
//   call.give_struct(p, value)        as much of it as the caller's struct_size has room for
//   call.buffer(p, capacity, name)    refuses NULL unless capacity is 0
//   call.give(out, Ref<T>), call.give_optional(out, Ref<T>), call.give_borrowed(out, T&)
//   call.give_each(outs, count, vector<Ref<T>>)    all of them or none
//   call.out_string(buffer, capacity, out_needed, string_view)
//   call.out_array(buffer, capacity, out_count, span), call.out_handles, call.out_borrowed
//   NewHandle    of several handles all or none

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/boundary.h"
#include "gridcall/preview.h"

namespace gridcall::core {
class Error;
class Device;
class Context;
class Stream;
class Event;
class Completion;
class Dtype;
class Mem;
class Mapping;
class Pipe;
class Array;
class Texture;
class Surface;
class Sampler;
class Module;
class Program;
class Kernel;
class Prepared;
class Graph;
class Pool;
class Ndarray;
class Log;
}  // namespace gridcall::core

namespace gridcall::comm {
class Rank;
}  // namespace gridcall::comm

namespace gridcall::api {

// The objects that the handles in a gc_dtype_entry name.
struct DtypeEntryObjects {
  core::Dtype* record = nullptr;
};

// The objects that the handles in a gc_mem_options name.
struct MemOptionsObjects {
  core::Completion* completion = nullptr;
};

// The objects that the handles in a gc_mem_wrap_options name.
struct MemWrapOptionsObjects {
  core::Completion* completion = nullptr;
};

// The objects that the handles in a gc_copy_end name.
struct CopyEndObjects {
  core::Mem* mem = nullptr;
  core::Array* array = nullptr;
};

// The objects that the handles in a gc_rect_copy name.
struct RectCopyObjects {
  CopyEndObjects dst;
  CopyEndObjects src;
};

// The objects that the handles in a gc_rect_fill name.
struct RectFillObjects {
  CopyEndObjects dst;
};

// The objects that the handles in a gc_texture_options name.
struct TextureOptionsObjects {
  core::Array* array = nullptr;
  core::Mem* mem = nullptr;
  core::Sampler* sampler = nullptr;
};

// The objects that the handles in a gc_launch_config name.
struct LaunchConfigObjects {
  core::Event* start_event = nullptr;
  core::Event* end_event = nullptr;
};

// The objects that the handles in a gc_ndarray_options name.
struct NdarrayOptionsObjects {
  core::Dtype* record = nullptr;
  core::Pool* pool = nullptr;
  core::Stream* stream = nullptr;
};

// The objects that the handles in a gc_sort_options name.
struct SortOptionsObjects {
  core::Ndarray* values = nullptr;
  core::Ndarray* values_src = nullptr;
  core::Pool* pool = nullptr;
  core::Ndarray* segments = nullptr;
};

// The objects that the handles in a gc_scan_options name.
struct ScanOptionsObjects {
  core::Pool* pool = nullptr;
  core::Ndarray* segments = nullptr;
  core::Ndarray* b = nullptr;
  core::Ndarray* c = nullptr;
  core::Ndarray* d = nullptr;
};

// The objects that the handles in a gc_select_options name.
struct SelectOptionsObjects {
  core::Pool* pool = nullptr;
};

// The objects that the handles in a gc_histogram_options name.
struct HistogramOptionsObjects {
  core::Ndarray* edges = nullptr;
  core::Ndarray* weights = nullptr;
  core::Pool* pool = nullptr;
};

// The objects that the handles in a gc_matmul_options name.
struct MatmulOptionsObjects {
  core::Pool* pool = nullptr;
};

// The objects that the handles in a gc_sparse_matmul_options name.
struct SparseMatmulOptionsObjects {
  core::Pool* pool = nullptr;
};

// The objects that the handles in a gc_factor_options name.
struct FactorOptionsObjects {
  core::Ndarray* info = nullptr;
  core::Pool* pool = nullptr;
};

// The objects that the handles in a gc_fft_options name.
struct FftOptionsObjects {
  core::Pool* pool = nullptr;
};

// The objects that the handles in a gc_comm_op name.
struct CommOpObjects {
  comm::Rank* comm = nullptr;
  core::Mem* dst = nullptr;
  core::Mem* src = nullptr;
  core::Stream* stream = nullptr;
};

// Library
std::uint32_t version();
const char* version_text();
void version_get(gc_version_component component, std::int32_t& out_major, std::int32_t& out_minor,
                 std::int32_t& out_patch);

// Status
const char* status_name(gc_status status);
const char* status_text(gc_status status);
gc_category status_category(gc_status status);

// Error
gc_status error_status(core::Error* error);
const char* error_message(core::Error* error);
const char* error_text(core::Error* error);
const char* error_function(core::Error* error);
std::int32_t error_driver_code(core::Error* error);
const char* error_driver_name(core::Error* error);
std::size_t error_note_count(core::Error* error);
const char* error_note(core::Error* error, std::size_t index);
const char* error_report(core::Error* error, std::size_t index, std::string_view key);
const char* error_log(core::Error* error);
const char* error_options(core::Error* error);
const char* error_source_name(core::Error* error);

// Handle
core::Ref<core::Context> handle_get_context(core::AnyObject handle);
std::uint64_t handle_get_identity(core::AnyObject handle);
std::uint64_t handle_get_native(core::AnyObject handle);

// Device
std::int32_t device_get_count();
gc_device_kind device_get_kind(core::Device& device);
void device_get_compute_capability(core::Device& device, std::int32_t& out_major, std::int32_t& out_minor);
std::vector<gc_device_attribute_entry> device_get_attributes(core::Device& device);
const char* device_attribute_name(gc_device_attribute attribute);
gc_device_attribute device_attribute_from_name(std::string_view name);

// Context
core::Ref<core::Context> context_get_default();
core::Ref<core::Context> context_get_primary(core::Device& device, const gc_context_options& options);
core::Ref<core::Context> context_create(core::Device& device, const gc_context_options& options);
core::Ref<core::Context> context_wrap(core::Device& device, std::uint64_t native);
core::Ref<core::Context> context_get_current();
void context_get_memory_info(core::Context& context, std::uint64_t& out_free, std::uint64_t& out_total);
bool context_is_supported(core::Context& context, gc_feature feature);

// Stream
core::Ref<core::Stream> stream_create(core::Context& context, const gc_stream_options& options);
void context_get_stream_priority_range(core::Context& context, std::int32_t& out_least,
                                       std::int32_t& out_greatest);

// Event
core::Ref<core::Event> event_create(core::Context& context, const gc_event_options& options);
std::int64_t event_get_elapsed(core::Event& start, core::Event& end);

// Completion
void completion_wait(core::Completion& completion, std::uint64_t timeout_nanoseconds,
                     std::uint64_t& out_token, bool& out_done);

// Element types
core::Ref<core::Dtype> dtype_create(std::span<const gc_dtype_entry> entries,
                                    std::span<const DtypeEntryObjects> entries_objects, std::uint64_t size);
gc_dtype_field dtype_get_field(core::Dtype& dtype, std::size_t index);
core::Ref<core::Dtype> dtype_get_field_record(core::Dtype& dtype, std::size_t index);
std::uint32_t dtype_scalar_size(gc_scalar_type scalar_type);
const char* dtype_scalar_name(gc_scalar_type scalar_type);

// Memory
core::Ref<core::Mem> mem_create(core::Context& context, const gc_mem_options& options,
                                const MemOptionsObjects& options_objects);
core::Ref<core::Mem> mem_register(core::Context& context, std::uint64_t host_address, std::uint64_t size,
                                  const gc_mem_register_options& options);
core::Ref<core::Mem> mem_wrap(core::Context& context, std::uint64_t address, std::uint64_t size,
                              const gc_mem_wrap_options& options,
                              const MemWrapOptionsObjects& options_objects);
std::uint64_t mem_get_address(core::Mem& mem);
std::uint64_t mem_get_host_address(core::Mem& mem);
std::uint64_t mem_get_attribute(core::Mem& mem, gc_mem_attribute attribute);
core::Ref<core::Mem> mem_open_ipc(core::Context& context, std::span<const std::byte> handle,
                                  std::uint64_t offset, std::uint64_t size,
                                  const gc_mem_ipc_options& options);
void mem_free(core::Mem& mem, core::HandleValue handle);

// Copy and fill
void memcpy_rect(const gc_rect_copy& rect, const RectCopyObjects& rect_objects, core::Stream* stream);
void memset_rect(const gc_rect_fill& rect, const RectFillObjects& rect_objects, core::Stream* stream);

// Mapping
core::Ref<core::Mapping> mem_map(core::Mem& mem, std::uint64_t offset, std::uint64_t size, gc_map_flags flags,
                                 core::Stream* stream);
std::uint64_t mapping_get_attribute(core::Mapping& mapping, gc_mapping_attribute attribute);

// Array (of textures)
core::Ref<core::Array> array_create(core::Context& context, const gc_array_options& options);
gc_image_format_info array_find_format(gc_channel_order order, gc_channel_type channel_type);
std::uint32_t array_channel_count(std::uint32_t channels);
std::vector<gc_image_format> array_get_image_formats(core::Context& context, gc_array_flags flags,
                                                     std::uint32_t dimensions);
core::Ref<core::Mapping> array_map(core::Array& array, const gc_array_region& region, gc_map_flags flags,
                                   core::Stream* stream);

// Texture, surface and sampler
core::Ref<core::Texture> texture_create(core::Context& context, const gc_texture_options& options,
                                        const TextureOptionsObjects& options_objects);
core::Ref<core::Sampler> sampler_create(core::Context& context, const gc_sampler_options& options);

// Module
core::Ref<core::Module> module_from_source(core::Context& context, std::string_view source,
                                           const gc_compile_options& options);
core::Ref<core::Module> module_from_buffer(core::Context& context, std::span<const std::byte> image,
                                           const gc_module_options& options);
core::Ref<core::Module> module_from_file(core::Context& context, std::string_view path,
                                         const gc_compile_options& options);
std::size_t module_get_kernel_count(core::Module& module);
std::string module_get_kernel_name(core::Module& module, std::size_t index);
void module_bind_texture(core::Module& module, std::string_view name, core::Texture* texture,
                         core::Stream* stream);
void module_bind_surface(core::Module& module, std::string_view name, core::Surface* surface,
                         core::Stream* stream);

// Program
core::Ref<core::Program> program_compile(core::Device* device, std::string_view source,
                                         const gc_compile_options& options);
core::Ref<core::Module> module_from_program(core::Context& context, core::Program& program,
                                            const gc_module_options& options);
std::string program_get_default_options();
void program_set_default_options(std::span<const char* const> options);

// Linker
core::Ref<core::Module> module_link(core::Context& context, const gc_module_options& options,
                                    std::span<const gc_link_input> inputs);

// Kernel
std::size_t kernel_get_param_count(core::Kernel& kernel);
gc_kernel_param kernel_get_param(core::Kernel& kernel, std::size_t index);

// Launch
void launch(core::Kernel& kernel, const gc_launch_config& config, const LaunchConfigObjects& config_objects,
            std::span<const gc_arg> args, core::Stream* stream);
core::Ref<core::Prepared> prepared_create(core::Kernel& kernel, const gc_launch_config& config,
                                          const LaunchConfigObjects& config_objects,
                                          std::span<const gc_arg> args);
void prepared_set_arg(core::Prepared& prepared, std::size_t index, const gc_arg& arg,
                      std::span<const std::byte> bytes);
void prepared_set_config(core::Prepared& prepared, const gc_launch_config& config,
                         const LaunchConfigObjects& config_objects);
void prepared_launch(core::Prepared& prepared, const gc_launch_config& config,
                     const LaunchConfigObjects& config_objects, std::span<const gc_arg> args,
                     core::Stream* stream);

// Staged launch
void launch_staged(core::Kernel& kernel, const gc_launch_config& config,
                   const LaunchConfigObjects& config_objects, std::span<const gc_arg> args,
                   std::span<const gc_host_arg> host_args, core::Stream* stream);

// Graph
std::size_t graph_get_node_count(core::Graph& graph);
gc_graph_node_kind graph_get_node_kind(core::Graph& graph, std::size_t node);
core::Ref<core::Kernel> graph_get_node_kernel(core::Graph& graph, std::size_t node);
void graph_set_arg(core::Graph& graph, std::size_t node, std::size_t index, const gc_arg& arg,
                   std::span<const std::byte> bytes);
std::string graph_get_text(core::Graph& graph);

// Pool
core::Ref<core::Pool> pool_create(core::Context& context, const gc_pool_options& options);
gc_pool_statistics pool_get_statistics(core::Pool& pool);

// Ndarray
core::Ref<core::Ndarray> ndarray_create(core::Context& context, const gc_ndarray_options& options,
                                        const NdarrayOptionsObjects& options_objects);
core::Ref<core::Ndarray> ndarray_from_host(core::Context& context, std::span<const std::byte> data,
                                           const gc_ndarray_options& options,
                                           const NdarrayOptionsObjects& options_objects);
core::Ref<core::Ndarray> ndarray_from_mem(core::Mem& mem, std::uint64_t offset,
                                          const gc_ndarray_options& options,
                                          const NdarrayOptionsObjects& options_objects);
core::Ref<core::Ndarray> ndarray_slice(core::Ndarray& ndarray, std::span<const gc_axis_slice> slices);
core::Ref<core::Ndarray> ndarray_reshape(core::Ndarray& ndarray, std::span<const std::int64_t> shape,
                                         gc_ndarray_flags flags);
core::Ref<core::Ndarray> ndarray_transpose(core::Ndarray& ndarray, std::span<const std::uint32_t> axes);
core::Ref<core::Ndarray> ndarray_view(core::Ndarray& ndarray, gc_scalar_type scalar_type,
                                      core::Dtype* record);
core::Ref<core::Ndarray> ndarray_get_field(core::Ndarray& ndarray, std::string_view name);
void ndarray_copy_from_host(core::Ndarray& ndarray, std::span<const std::byte> data,
                            const gc_ndarray_layout& layout, core::Stream* stream);
void ndarray_copy_to_host(core::Ndarray& ndarray, std::span<std::byte> data, const gc_ndarray_layout& layout,
                          core::Stream* stream);
void ndarray_apply(core::Ndarray& ndarray, std::string_view expression,
                   std::span<core::Ndarray* const> inputs, std::span<const gc_scalar> scalars,
                   core::Stream* stream);
core::Ref<core::Array> array_from_host(core::Context& context, std::span<const std::byte> data,
                                       const gc_ndarray_options& options,
                                       const NdarrayOptionsObjects& options_objects,
                                       gc_array_flags array_flags, gc_array_from_flags from_flags);

// Algorithm
void ndarray_transform_reduce(std::span<core::Ndarray* const> outputs, std::string_view expression,
                              std::span<core::Ndarray* const> inputs, const gc_reduce_options& options,
                              std::span<const gc_scalar> scalars, std::span<const gc_reduction> reductions,
                              std::span<const std::uint32_t> axes, core::Stream* stream);
void ndarray_transform(std::span<core::Ndarray* const> outputs, std::string_view expression,
                       std::span<core::Ndarray* const> inputs, const gc_transform_options& options,
                       std::span<const gc_scalar> scalars, core::Stream* stream);
core::Ref<core::Prepared> prepared_from_expression(std::span<core::Ndarray* const> outputs,
                                                   std::string_view expression,
                                                   std::span<core::Ndarray* const> inputs,
                                                   const gc_transform_options& options,
                                                   std::span<const gc_scalar> scalars);
void ndarray_fill_random(core::Ndarray& ndarray, const gc_random_options& options, core::Stream* stream);
void ndarray_sort(core::Ndarray& ndarray, core::Ndarray& src, const gc_sort_options& options,
                  const SortOptionsObjects& options_objects, core::Stream* stream);
void ndarray_scan(core::Ndarray& ndarray, core::Ndarray& src, gc_reduction reduction,
                  const gc_scan_options& options, const ScanOptionsObjects& options_objects,
                  core::Stream* stream);
void ndarray_select(core::Ndarray& ndarray, core::Ndarray* src, core::Ndarray& mask, core::Ndarray* count,
                    const gc_select_options& options, const SelectOptionsObjects& options_objects,
                    core::Stream* stream);
void ndarray_reduce_by_key(core::Ndarray& keys, core::Ndarray* values, core::Ndarray& src_keys,
                           core::Ndarray* src_values, gc_reduction reduction, core::Ndarray* count,
                           const gc_select_options& options, const SelectOptionsObjects& options_objects,
                           core::Stream* stream);
void ndarray_histogram(core::Ndarray& counts, core::Ndarray& src, const gc_histogram_options& options,
                       const HistogramOptionsObjects& options_objects, core::Stream* stream);
void ndarray_search(core::Ndarray& ndarray, core::Ndarray& sorted, core::Ndarray& values,
                    gc_search_flags flags, core::Stream* stream);
void ndarray_take(core::Ndarray& ndarray, core::Ndarray& src, core::Ndarray& indices,
                  const gc_index_options& options, core::Stream* stream);
void ndarray_put(core::Ndarray& ndarray, core::Ndarray& indices, core::Ndarray& values,
                 const gc_index_options& options, core::Stream* stream);

// Linear algebra
void ndarray_matmul(core::Ndarray& ndarray, core::Ndarray& left, core::Ndarray& right,
                    const gc_matmul_options& options, const MatmulOptionsObjects& options_objects,
                    core::Stream* stream);
void ndarray_sparse_matmul(core::Ndarray& ndarray, core::Ndarray& row_offsets, core::Ndarray& columns,
                           core::Ndarray& values, core::Ndarray& right,
                           const gc_sparse_matmul_options& options,
                           const SparseMatmulOptionsObjects& options_objects, core::Stream* stream);
void ndarray_solve(core::Ndarray& x, core::Ndarray& a, core::Ndarray& b, const gc_factor_options& options,
                   const FactorOptionsObjects& options_objects, core::Stream* stream);
void ndarray_cholesky(core::Ndarray& ndarray, core::Ndarray& a, const gc_factor_options& options,
                      const FactorOptionsObjects& options_objects, core::Stream* stream);
void ndarray_qr(core::Ndarray& q, core::Ndarray& r, core::Ndarray& a, const gc_factor_options& options,
                const FactorOptionsObjects& options_objects, core::Stream* stream);
void ndarray_svd(core::Ndarray& values, core::Ndarray* u, core::Ndarray* vt, core::Ndarray& a,
                 const gc_factor_options& options, const FactorOptionsObjects& options_objects,
                 core::Stream* stream);
void ndarray_eigh(core::Ndarray& values, core::Ndarray* vectors, core::Ndarray& a,
                  const gc_factor_options& options, const FactorOptionsObjects& options_objects,
                  core::Stream* stream);

// Fourier transform
void ndarray_fft(core::Ndarray& ndarray, core::Ndarray& src, const gc_fft_options& options,
                 const FftOptionsObjects& options_objects, core::Stream* stream);

// Communicator
std::string context_get_comm_engine(core::Context& context);
std::array<std::uint8_t, 256> comm_create_id(core::Context& context);
core::Ref<comm::Rank> comm_create(core::Context& context, std::span<const std::byte> id, std::uint32_t rank,
                                  std::uint32_t count, const gc_comm_options& options);
std::vector<core::Ref<comm::Rank>> comm_create_many(std::span<core::Context* const> contexts,
                                                    std::span<const std::uint32_t> ranks,
                                                    std::span<const std::byte> id, std::uint32_t count,
                                                    const gc_comm_options& options);
core::Ref<comm::Rank> comm_from_environment(core::Context* context, const gc_comm_options& options);
core::Ref<comm::Rank> comm_split(comm::Rank& comm, std::int32_t color, std::int32_t key,
                                 const gc_comm_options& options);
void comm_all_reduce(comm::Rank& comm, core::Mem& dst, std::uint64_t dst_offset, core::Mem& src,
                     std::uint64_t src_offset, std::uint64_t count, gc_scalar_type scalar_type,
                     gc_comm_reduction reduction, core::Stream* stream);
void comm_reduce(comm::Rank& comm, core::Mem* dst, std::uint64_t dst_offset, core::Mem& src,
                 std::uint64_t src_offset, std::uint64_t count, gc_scalar_type scalar_type,
                 gc_comm_reduction reduction, std::uint32_t root, core::Stream* stream);
void comm_broadcast(comm::Rank& comm, core::Mem& dst, std::uint64_t dst_offset, core::Mem* src,
                    std::uint64_t src_offset, std::uint64_t count, gc_scalar_type scalar_type,
                    std::uint32_t root, core::Stream* stream);
void comm_all_gather(comm::Rank& comm, core::Mem& dst, std::uint64_t dst_offset, core::Mem& src,
                     std::uint64_t src_offset, std::uint64_t count, gc_scalar_type scalar_type,
                     core::Stream* stream);
void comm_reduce_scatter(comm::Rank& comm, core::Mem& dst, std::uint64_t dst_offset, core::Mem& src,
                         std::uint64_t src_offset, std::uint64_t count, gc_scalar_type scalar_type,
                         gc_comm_reduction reduction, core::Stream* stream);
void comm_all_to_all(comm::Rank& comm, core::Mem& dst, std::uint64_t dst_offset, core::Mem& src,
                     std::uint64_t src_offset, std::uint64_t count, gc_scalar_type scalar_type,
                     core::Stream* stream);
void comm_gather(comm::Rank& comm, core::Mem* dst, std::uint64_t dst_offset, core::Mem& src,
                 std::uint64_t src_offset, std::uint64_t count, gc_scalar_type scalar_type,
                 std::uint32_t root, core::Stream* stream);
void comm_scatter(comm::Rank& comm, core::Mem& dst, std::uint64_t dst_offset, core::Mem* src,
                  std::uint64_t src_offset, std::uint64_t count, gc_scalar_type scalar_type,
                  std::uint32_t root, core::Stream* stream);
void comm_send(comm::Rank& comm, core::Mem& src, std::uint64_t src_offset, std::uint64_t count,
               gc_scalar_type scalar_type, std::uint32_t peer, core::Stream* stream);
void comm_recv(comm::Rank& comm, core::Mem& dst, std::uint64_t dst_offset, std::uint64_t count,
               gc_scalar_type scalar_type, std::uint32_t peer, core::Stream* stream);
void comm_barrier(comm::Rank& comm, core::Stream* stream);
void comm_launch_group(std::span<const gc_comm_op> ops, std::span<const CommOpObjects> ops_objects);
void comm_abort(std::span<comm::Rank* const> comms);

// Compile cache
gc_cache_statistics cache_get_statistics();

// Profiler
void profiler_initialize(core::Context& context, const gc_profiler_options& options);
void profiler_start(core::Context& context);
void profiler_stop(core::Context& context);

// Log
void log_read(core::Log& log, std::uint64_t timeout_nanoseconds, gc_log_record& out_record, bool& out_done);

// Tools
gc_device_data device_get_data(core::Device& device);
void device_get_alignment(core::Device& device, std::uint64_t word_size, std::uint64_t size,
                          std::uint64_t& out_alignment, std::uint64_t& out_size);
gc_occupancy_record device_data_get_occupancy(const gc_device_data& data, std::uint32_t threads,
                                              std::uint64_t shared_size, std::uint32_t registers);
void context_set_memo(core::Context& context, std::span<const std::byte> key, core::AnyObject handle,
                      std::uint64_t value);
void context_get_memo(core::Context& context, std::span<const std::byte> key, std::uint64_t& out_handle,
                      std::uint64_t& out_value, bool& out_found);
void context_clear_memo(core::Context* context);

}  // namespace gridcall::api
