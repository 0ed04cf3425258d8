/* SPDX-License-Identifier: Apache-2.0
 *
 * A host that knows the library by its file name alone: dlopen, one dlsym, and the function table.
 */

#include <dlfcn.h>
#include <gridcall/preview.h> /* for the last row of the table */
#include <gridcall/table.h>
#include <stdio.h>

int main(int argc, char** argv) {
  void* library;
  const gc_api* (*get_api)(uint32_t) = NULL;
  const gc_api* api;
  gc_device* device = NULL;
  gc_error* error = NULL;
  int32_t count = 0;

  if (argc != 2) return 2;
  library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!library) return fprintf(stderr, "%s\n", dlerror()), 1;
  *(void**)(&get_api) = dlsym(library, "gc_get_api");
  if (!get_api) return fprintf(stderr, "no gc_get_api\n"), 1;
  if (get_api(GRIDCALL_ABI_VERSION + 1000)) return fprintf(stderr, "it accepts any ABI\n"), 1;
  api = get_api(GRIDCALL_ABI_VERSION);
  if (!api || api->size != sizeof(gc_api)) return fprintf(stderr, "the table has another size\n"), 1;
  if (api->version() != GRIDCALL_VERSION) return fprintf(stderr, "another version\n"), 1;
  if (!GRIDCALL_API_HAS(api, device_get_count) || !GRIDCALL_API_HAS(api, pipe_create))
    return fprintf(stderr, "the table lacks a function\n"), 1;
  if (api->device_get_count(&count, &error) || count < 1) return fprintf(stderr, "no device\n"), 1;
  if (api->device_find("no such device", &device, &error) == GRIDCALL_OK)
    return fprintf(stderr, "a device of no name was found\n"), 1;
  printf("%s\n", api->error_message(error));
  api->error_release(error);
  return 0;
}
