// SPDX-License-Identifier: Apache-2.0

#include "api/generated/implementation.h"

namespace gridcall::api {

core::Ref<core::Context> context_default() {
  core::handle_collect();
  return core::Ref<core::Context>(&core::default_context());
}

core::Ref<core::Context> context_primary(core::Device& device) {
  if (const Failure* loss = device.loss()) throw core::Context::lost(device, *loss);
  core::Context& context = device.context();
  core::collect(context);
  return core::Ref<core::Context>(&context);
}

std::string context_choice(core::Context& context) {
  return context.choice();
}

core::Device& context_device(core::Context& context) {
  return context.device();
}

void context_synchronize(core::Context& context) {
  context.synchronize();
}

void context_memory_info(core::Context& context, std::uint64_t& out_free, std::uint64_t& out_total) {
  // What was released and is finished with counts as free.
  core::handle_collect_all();
  context.sweep(core::Sweep::kNow);
  std::size_t free_bytes = 0, total = 0;
  context.run([&] { context.check(context.table().cuMemGetInfo(&free_bytes, &total), "cuMemGetInfo"); });
  out_free = free_bytes;
  out_total = total;
}

}  // namespace gridcall::api
