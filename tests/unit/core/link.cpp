// SPDX-License-Identifier: Apache-2.0
//
// gc_module_link over the driver's linker. The fake one links PTX by joining it.

#include "fixture.h"
#include "gridcall/preview.h"

namespace {

constexpr char kCaller[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n.extern .func helper;\n"
    ".visible .entry caller(.param .u64 data)\n{\n ret;\n}\n";
constexpr char kHelper[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n.visible .func helper()\n{\n ret;\n}\n"
    ".visible .global .align 4 .u32 total;\n";

gc_link_input input(const char* name, const char* text) {
  return {name, text, strlen(text)};
}

void inputs_are_linked(void**) {
  const gc_link_input inputs[] = {input("caller.ptx", kCaller), input(nullptr, kHelper)};
  gc_module_options options = GRIDCALL_MODULE_OPTIONS_INIT;
  options.flags = GRIDCALL_MODULE_VERBOSE;
  options.max_registers = 40;
  const Calls created("cuLinkCreate"), added("cuLinkAddData"), destroyed("cuLinkDestroy");
  gc_module* module = nullptr;
  MUST(gc_module_link(context, &options, inputs, 2, &module, &e));
  assert_int_equal(created.made(), 1);
  assert_int_equal(added.made(), 2);
  assert_int_equal(destroyed.made(), 1);
  gc_kernel* caller = nullptr;
  gc_mem* total = nullptr;
  MUST(gc_module_get_kernel(module, "caller", &caller, &e));
  MUST(gc_module_get_global(module, "total", &total, &e));
  gc_mem_release(total);
  gc_kernel_release(caller);
  gc_module_release(module);
}

void failures_have_the_log(void**) {
  const gc_link_input inputs[] = {input("caller.ptx", kCaller)};
  gc_module* module = nullptr;
  gc_error* error = nullptr;
  const Calls destroyed("cuLinkDestroy");
  assert_int_equal(gc_module_link(context, nullptr, inputs, 1, &module, &error), GRIDCALL_ERROR_COMPILE);
  assert_non_null(strstr(gc_error_log(error), "Undefined reference to 'helper' in 'caller.ptx'"));
  assert_non_null(strstr(gc_error_message(error), "cuLinkComplete"));
  gc_error_release(error);
  assert_null(module);
  assert_int_equal(destroyed.made(), 1);
}

void other_inputs_are_refused(void**) {
  gc_module* module = nullptr;
  char image[96] = "GRIDCPUR";
  const gc_link_input foreign = {"cpu.o", image, sizeof image};
  REFUSED(gc_module_link(context, nullptr, &foreign, 1, &module, &e), INCOMPATIBLE_IMAGE,
          "`cpu.o`|96 bytes|CPU device");
  const gc_link_input text = input("notes", "nothing of the kind");
  REFUSED(gc_module_link(context, nullptr, &text, 1, &module, &e), INVALID_IMAGE, "`notes`|19 bytes");
  const gc_link_input none = input("none", "");
  REFUSED(gc_module_link(context, nullptr, &none, 1, &module, &e), INVALID_IMAGE, "`inputs[0].size` is 0");
  REFUSED(gc_module_link(context, nullptr, nullptr, 0, &module, &e), INVALID_ARGUMENT, "`input_count` is 0");
}

void driver_without_a_linker(void**) {
  const gc_link_input inputs[] = {input("helper.ptx", kHelper)};
  gc_module* module = nullptr;
  REFUSED(gc_module_link(context, nullptr, inputs, 1, &module, &e), UNSUPPORTED,
          "cuLinkCreate|update the driver");
}

}  // namespace

int main() {
  const CMUnitTest without[] = {cmocka_unit_test(driver_without_a_linker)};
  const CMUnitTest tests[] = {cmocka_unit_test(inputs_are_linked), cmocka_unit_test(failures_have_the_log),
                              cmocka_unit_test(other_inputs_are_refused)};
  return getenv("FAKE_CUDA_MISSING")
             ? cmocka_run_group_tests_name("link without a linker", without, open_context, nothing_left)
             : cmocka_run_group_tests_name("link", tests, open_context, nothing_left);
}
