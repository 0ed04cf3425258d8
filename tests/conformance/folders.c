/* SPDX-License-Identifier: Apache-2.0
 *
 * Options of one compilation that name files: its cache, the folder that keeps what was made, the compiler.
 */

#include "harness.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[128];

static const char* make_folder(void) {
  snprintf(folder, sizeof folder, "/tmp/gridcall-folders-XXXXXX");
  assert_non_null(mkdtemp(folder));
  return folder;
}
static const char* below(const char* name) {
  /* As many as one test takes. */
  static char path[32][256];
  static int next;
  next = (next + 1) % 32;
  snprintf(path[next], sizeof path[next], "%s/%s", folder, name);
  return path[next];
}
static size_t size_of(const char* path) {
  struct stat info;
  return stat(path, &info) == 0 ? (size_t)info.st_size : 0;
}
static int files_in(const char* path) {
  DIR* dir = opendir(path);
  if (dir == NULL) return -1;
  int count = 0;
  for (const struct dirent* item; (item = readdir(dir)) != NULL;) count += item->d_name[0] != '.';
  closedir(dir);
  return count;
}
static void remove_folder(void) {
  char command[256];
  snprintf(command, sizeof command, "rm -r '%s'", folder);
  assert_int_equal(system(command), 0);
}
static const char* own_text(int value) {
  static char text[256];
  snprintf(text, sizeof text, "#warning look\n__global__ void k(int *x) { *x = %d; } // %ld\n", value,
           (long)getpid());
  return text;
}
static int32_t is_cached(const char* text, const gc_compile_options* options) {
  gc_module* m = NULL;
  int32_t cached = -1;
  CALL(gc_module_from_source, context, text, strlen(text), options, &m);
  CALL(gc_module_is_cached, m, &cached);
  gc_module_release(m);
  return cached;
}
static int cache_is_on(void) {
  gc_cache_statistics statistics = GRIDCALL_CACHE_STATISTICS_INIT;
  CALL(gc_cache_get_statistics, &statistics);
  return statistics.enabled;
}

static void cache_dir(void** state) {
  (void)state;
  if (!cache_is_on()) skip();
  make_folder();
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.cache_dir = below("made/cache");
  gc_cache_statistics before = GRIDCALL_CACHE_STATISTICS_INIT, after = GRIDCALL_CACHE_STATISTICS_INIT;
  CALL(gc_cache_get_statistics, &before);
  assert_int_equal(is_cached(own_text(1), &options), 0);
  assert_int_equal(files_in(options.cache_dir) > 0, 1);
  assert_int_equal(is_cached(own_text(1), &options), 1);
  CALL(gc_cache_get_statistics, &after);
  assert_true(after.hits == before.hits + 1 && after.misses == before.misses + 1);
  /* The process's own does not have it, nor has another folder. */
  gc_compile_options other = options;
  other.cache_dir = below("other");
  assert_int_equal(is_cached(own_text(1), &other), 0);
  assert_int_equal(is_cached(own_text(1), NULL), 0);
  /* NO_CACHE holds for it too. */
  options.flags = GRIDCALL_COMPILE_NO_CACHE;
  assert_int_equal(is_cached(own_text(1), &options), 0);
  options.flags = 0;
  gc_module* m = NULL;
  assert_int_equal(mkdir(below("open"), 0777), 0);
  assert_int_equal(chmod(below("open"), 0777), 0);
  options.cache_dir = below("open");
  FAILS(GRIDCALL_ERROR_IO, gc_module_from_source, context, own_text(1), strlen(own_text(1)), &options, &m);
  assert_says("`options->cache_dir`");
  assert_says("others may write to");
  options.cache_dir = "/dev/null/cache";
  FAILS(GRIDCALL_ERROR_IO, gc_module_from_source, context, own_text(1), strlen(own_text(1)), &options, &m);
  options.cache_dir = "";
  FAILS(GRIDCALL_ERROR_INVALID_OPTIONS, gc_module_from_source, context, "", 0, &options, &m);
  assert_says("`options->cache_dir` is empty");
  remove_folder();
}

static void keep_dir(void** state) {
  (void)state;
  make_folder();
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.keep_dir = below("made/kept");
  options.name = "kernels/scale.cu";
  const char* define[] = {"-DWANTED=1"};
  options.options = define;
  options.option_count = 1;
  for (int round = 0; round < 2; ++round) { /* the second from the cache */
    is_cached(own_text(2), &options);
    assert_int_equal(files_in(options.keep_dir), 4);
    assert_int_equal(size_of(below("made/kept/scale.cu")), strlen(own_text(2)));
    assert_true(size_of(below("made/kept/scale.log")) > 10);
    assert_true(size_of(below("made/kept/scale.options")) > strlen(define[0]));
    assert_true(size_of(below(is_gpu ? "made/kept/scale.cubin" : "made/kept/scale.o")) > 100 ||
                size_of(below("made/kept/scale.ptx")) > 100);
    assert_int_equal(unlink(below("made/kept/scale.cu")), 0);
  }
  /* A source that does not compile is kept too, without an image. */
  gc_module* m = NULL;
  options.name = "wrong.cu";
  FAILS(GRIDCALL_ERROR_COMPILE, gc_module_from_source, context, "int x = ;", 9, &options, &m);
  assert_int_equal(size_of(below("made/kept/wrong.cu")), 9);
  assert_true(size_of(below("made/kept/wrong.log")) > 10);
  assert_int_equal(size_of(below(is_gpu ? "made/kept/wrong.cubin" : "made/kept/wrong.o")), 0);
  options.keep_dir = "/dev/null/kept";
  FAILS(GRIDCALL_ERROR_IO, gc_module_from_source, context, own_text(2), strlen(own_text(2)), &options, &m);
  assert_says("`options->keep_dir`: \"/dev/null/kept\" cannot be written");
  FAILS(GRIDCALL_ERROR_COMPILE, gc_module_from_source, context, "int x = ;", 9, &options, &m);
  remove_folder();
}

static void compiler(void** state) {
  (void)state;
  make_folder();
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  /* The one that is used anyway, by a name of ours. */
  options.keep_dir = folder;
  options.flags = GRIDCALL_COMPILE_NO_CACHE;
  is_cached(own_text(3), &options);
  char found[4096] = "";
  FILE* file = fopen(below("source.options"), "r");
  assert_non_null(file);
  assert_non_null(fgets(found, sizeof found, file));
  fclose(file);
  found[strcspn(found, "\n")] = '\0';
  options.keep_dir = NULL;
  options.compiler = found;
  assert_int_equal(is_cached(own_text(3), &options), 0);
  gc_module* m = NULL;
  options.compiler = below("none");
  FAILS(GRIDCALL_ERROR_COMPILER_UNAVAILABLE, gc_module_from_source, context, own_text(3), strlen(own_text(3)),
        &options, &m);
  assert_says("`options->compiler`");
  options.compiler = "";
  FAILS(GRIDCALL_ERROR_INVALID_OPTIONS, gc_module_from_source, context, own_text(3), strlen(own_text(3)),
        &options, &m);
  /* A file that is no compiler. */
  options.compiler = "/etc/passwd";
  FAILS(GRIDCALL_ERROR_COMPILER_UNAVAILABLE, gc_module_from_source, context, own_text(3), strlen(own_text(3)),
        &options, &m);
  remove_folder();
}

const struct CMUnitTest folder_tests[] = {
    {"compile_cache_dir", cache_dir, NULL, NULL, NULL},
    {"compile_keep_dir", keep_dir, NULL, NULL, NULL},
    {"compile_compiler", compiler, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
