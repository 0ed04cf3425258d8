// SPDX-License-Identifier: Apache-2.0
//
// One compilation for all that want the same image, without a compiler: what runs, what is shared, what is
// kept.

#include "compile/single_flight.h"

#include "check.h"

#include <sys/wait.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "base/status.h"
#include "support/fail_new.h"

using namespace gridcall;
using namespace gridcall::compile;
using namespace gridcall::compile::test;

namespace {

std::string root;

image::Image code(std::size_t bytes) {
  image::Image image;
  image.bytes.assign(bytes, std::byte{1});
  return image;
}

// A request for `key`; `runs` counts what is really made.
int runs = 0;
image::Image request(const std::string& key, CacheUse use, std::size_t bytes,
                     const std::string& folder = "") {
  return through_cache(folder, key, use, false, [&](const std::shared_ptr<TierUp>& tier_up) {
    assert_null(tier_up.get());
    ++runs;
    return code(bytes);
  });
}

// This runs before any other case: the environment is read once in a process.
void a_cache_that_is_off_is_off_everywhere(void**) {
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::setenv("GRIDCALL_DISABLE_CACHE", "1", 1);
    const std::string folder = root + "/named";
    for (int i = 1; i <= 2; ++i) {
      request("key", CacheUse::kReadAndFill, 10, folder);
      assert_int_equal(runs, i);
    }
    assert_int_equal(::access(folder.c_str(), F_OK), -1);
    // Optimized code that nobody waits for and nothing keeps is not wanted.
    std::shared_ptr<TierUp> later;
    through_cache("", "tiered", CacheUse::kReadAndFill, true, [&](const std::shared_ptr<TierUp>& tier_up) {
      later = tier_up;
      return code(5);
    });
    assert_false(later->is_wanted());
    std::exit(0);
  }
  int status = 0;
  assert_int_equal(::waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
}

void what_was_made_is_read(void**) {
  runs = 0;
  assert_false(request("read", CacheUse::kReadAndFill, 10).from_cache);
  const image::Image again = request("read", CacheUse::kReadAndFill, 20);
  assert_true(again.from_cache && again.bytes.size() == 10 && runs == 1);
  // Neither reads: the one leaves what is there, the other replaces it.
  assert_int_equal(request("read", CacheUse::kNone, 20).bytes.size(), 20);
  assert_int_equal(request("read", CacheUse::kReadAndFill, 30).bytes.size(), 10);
  assert_int_equal(request("read", CacheUse::kFillOnly, 20).bytes.size(), 20);
  assert_int_equal(request("read", CacheUse::kReadAndFill, 30).bytes.size(), 20);
}

void other_folders_have_their_own(void**) {
  runs = 0;
  const std::string folder = root + "/other";
  request("folder", CacheUse::kReadAndFill, 10, folder);
  request("folder", CacheUse::kReadAndFill, 10);
  assert_int_equal(runs, 2);
  assert_true(request("folder", CacheUse::kReadAndFill, 10, folder).from_cache);
  // The process's own by its name, which may be relative.
  assert_true(request("folder", CacheUse::kReadAndFill, 10, root + "/cache").from_cache);
  assert_int_equal(::chdir(root.c_str()), 0);
  assert_true(request("folder", CacheUse::kReadAndFill, 10, "other").from_cache);
  expect_failure(failure_of([] { request("folder", CacheUse::kReadAndFill, 10, "/dev/null/x"); }),
                 status::kIo, "`options->cache_dir` \"/dev/null/x\" cannot be used: ");
}

struct Odd {};

// Threads that ask for one key while it is made wait for it, and get the result or the failure.
void threads_share_a_compilation(void**) {
  for (int kind = 0; kind < 3; ++kind) {
    constexpr int kThreads = 4;
    const std::string key = "shared " + std::to_string(kind);
    std::atomic<int> started{0}, made{0}, came{0}, failed{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i)
      threads.emplace_back([&] {
        ++started;
        try {
          const image::Image image =
              through_cache("", key, CacheUse::kFillOnly, false, [&](const std::shared_ptr<TierUp>&) {
                ++made;
                while (started < kThreads) std::this_thread::yield();
                std::this_thread::sleep_for(std::chrono::milliseconds(50));
                if (kind == 1) throw Failure(status::kCompile, "it does not compile");
                if (kind == 2) throw Odd();
                return code(10);
              });
          came += image.bytes.size() == 10;
        } catch (Failure& failure) {
          failure.notes.push_back("of this thread alone");
          failed += failure.status == status::kCompile && failure.notes.size() == 1;
        } catch (const Odd&) {
          ++failed;
        }
      });
    for (std::thread& thread : threads) thread.join();
    assert_int_equal(came + failed, kThreads);
    assert_int_equal(kind == 0 ? came : failed, kThreads);
    assert_true(made >= 1 && made <= kThreads);
  }
}

// Baseline code is handed out until the optimized code is there, which the cache keeps.
void baseline_code_comes_first(void**) {
  for (const bool succeeds : {true, false}) {
    const std::string key = succeeds ? "tiered" : "tiered in vain";
    int made = 0;
    std::shared_ptr<TierUp> later;
    const auto ask = [&](CacheUse use) {
      return through_cache("", key, use, true, [&](const std::shared_ptr<TierUp>& tier_up) {
        assert_true(tier_up->was_in_vain() == (made != 0));
        ++made;
        later = tier_up;
        image::Image image = code(5);
        image.optimized = tier_up->begin();
        return image;
      });
    };
    const image::Image first = ask(CacheUse::kReadAndFill), second = ask(CacheUse::kReadAndFill);
    assert_int_equal(made, 1);
    assert_true(!first.from_cache && second.from_cache && second.optimized == first.optimized);
    assert_true(later->is_wanted());
    const image::Image optimized = code(50);
    later->end(succeeds ? &optimized : nullptr);
    assert_true(first.optimized->state() ==
                (succeeds ? image::OptimizedTier::State::kMade : image::OptimizedTier::State::kFailed));
    assert_int_equal(first.optimized->bytes().size(), succeeds ? 50 : 0);
    const image::Image third = ask(CacheUse::kReadAndFill);
    assert_int_equal(third.bytes.size(), succeeds ? 50 : 5);
    assert_int_equal(made, succeeds ? 1 : 2);
    if (!succeeds) later->end(&optimized);
    assert_false(later->was_in_vain());
  }
}

void optimized_code_may_have_no_reader(void**) {
  // Without a cache it is wanted as long as somebody has the image.
  std::shared_ptr<TierUp> later;
  const auto begin = [&](const std::shared_ptr<TierUp>& tier_up) {
    later = tier_up;
    image::Image image = code(5);
    image.optimized = tier_up->begin();
    return image;
  };
  const image::Image optimized = code(50);
  {
    const image::Image held = through_cache("", "unread", CacheUse::kNone, true, begin);
    assert_true(later->is_wanted());
  }
  assert_false(later->is_wanted());
  later->end(&optimized);  // nobody gets it
  assert_false(request("unread", CacheUse::kReadAndFill, 7).from_cache);
  // It may be there before the baseline code is handed out.
  const image::Image early =
      through_cache("", "early", CacheUse::kReadAndFill, true, [&](const std::shared_ptr<TierUp>& tier_up) {
        image::Image image = begin(tier_up);
        tier_up->end(&optimized);
        return image;
      });
  assert_true(early.optimized->state() == image::OptimizedTier::State::kMade);
  runs = 0;
  assert_int_equal(request("early", CacheUse::kReadAndFill, 7).bytes.size(), 50);
  assert_int_equal(runs, 0);
}

// The N-th request for memory fails, for every N: nothing but that is thrown.
void any_lack_of_memory_is_survived(void**) {
  std::string folder;
  for (const CacheUse use : {CacheUse::kReadAndFill, CacheUse::kFillOnly, CacheUse::kNone}) {
    for (const bool is_tiered : {false, true}) {
      std::string key = "a key that is too long for a short string";
      const auto ask = [&] {
        std::shared_ptr<TierUp> later;
        const image::Image made =
            through_cache(folder, key, use, is_tiered, [&](const std::shared_ptr<TierUp>& tier_up) {
              image::Image image = code(5);
              later = tier_up;
              if (tier_up) image.optimized = tier_up->begin();
              return image;
            });
        assert_true(made.bytes.size() == 5 || made.from_cache);
        const image::Image optimized = code(50);
        if (later) later->end(&optimized);
      };
      bool is_enough = false;
      for (long count = 0; !is_enough; ++count) {
        assert_true(count < 1000);
        // The next one is not to end early by a failure's entry.
        key = "a key that is too long for a short string " + std::to_string(static_cast<int>(use)) +
              (is_tiered ? " tiered " : " ") + std::to_string(count);
        folder = root + "/folder " +
                 std::to_string(count);  // the more entries, the more memory a look at them takes
        memory_left = count;
        try {
          ask();
          is_enough = true;
        } catch (const std::bad_alloc&) {
        }
        memory_left = -1;
        ask();  // a failure leaves no entry that the next request would wait for
      }
    }
  }
}

}  // namespace

int main() {
  ::umask(0022);
  root = make_temp_directory();
  ::setenv("GRIDCALL_CACHE_DIR", (root + "/cache").c_str(), 1);
  const CMUnitTest tests[] = {
      cmocka_unit_test(a_cache_that_is_off_is_off_everywhere),
      cmocka_unit_test(what_was_made_is_read),
      cmocka_unit_test(other_folders_have_their_own),
      cmocka_unit_test(threads_share_a_compilation),
      cmocka_unit_test(baseline_code_comes_first),
      cmocka_unit_test(optimized_code_may_have_no_reader),
      cmocka_unit_test(any_lack_of_memory_is_survived),
  };
  const int failures = cmocka_run_group_tests_name("compile single flight", tests, nullptr, nullptr);
  remove_tree(root);
  return failures;
}
