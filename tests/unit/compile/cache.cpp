// SPDX-License-Identifier: Apache-2.0
//
// The compile cache: entries are content that will run, so every way to damage or plant one is tried.

#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "base/status.h"
#include "compile/cache.h"
#include "compile/entry.h"
#include "compile/key.h"
#include "compile/sha256.h"
#include "support/fail_new.h"
#include "support/slowdown.h"

using namespace gridcall;
using namespace gridcall::compile;
using namespace gridcall::compile::test;

namespace {

constexpr uid_t kStranger = 4242;
bool is_root() {
  return ::geteuid() == 0;
}

// A directory of its own for each test.
struct Place {
  Place() : root(make_temp_directory()), directory(root + "/cache") {}
  ~Place() { remove_tree(root); }

  CacheSettings settings() const {
    CacheSettings result;
    result.directory = directory;
    return result;
  }
  std::string entry_path(const std::string& key) const {
    return directory + "/" + to_hex(sha256(key)) + ".gridcall";
  }
  int count_files(const std::string& prefix) const {
    int count = 0;
    DIR* stream = ::opendir(directory.c_str());
    if (!stream) return 0;
    while (dirent* item = ::readdir(stream)) {
      if (std::string(item->d_name).starts_with(prefix) && item->d_name[0] != '.') ++count;
    }
    ::closedir(stream);
    return count;
  }

  std::string root;
  std::string directory;
};

// Another function in a place of the table of file operations, until the end of the scope.
template <class Function>
class Replacement {
 public:
  Replacement(Function& place, Function other) : place_(place), real_(place) { place_ = other; }
  ~Replacement() { place_ = real_; }
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;

 private:
  Function& place_;
  Function real_;
};

const Os real_os = os;

image::Image sample(std::size_t bytes) {
  image::Image result;
  for (std::size_t i = 0; i < bytes; ++i) result.bytes.push_back(static_cast<std::byte>(i * 7 + 1));
  result.log = "a warning\n";
  result.lowered_names = {{"scale<float>", "_Z5scaleIfEvPT_i"}, {"table", "table"}};
  result.kernels = {"scale<float>"};
  return result;
}

void results_survive_encoding(void**) {
  image::Image result = sample(1000);
  std::optional<image::Image> back = decode_image(encode_image(result));
  assert_true(back.has_value());
  assert_true(back->bytes == result.bytes && back->lowered_names == result.lowered_names &&
              back->kernels == result.kernels && back->log == result.log);
  std::string encoded = encode_image(result);
  for (std::size_t cut = 0; cut < encoded.size(); ++cut) {
    assert_false(decode_image(std::string_view(encoded).substr(0, cut)).has_value());
  }
  assert_false(decode_image(encode_image(image::Image{})).has_value());  // code of no bytes
  assert_false(decode_image(encoded + "x").has_value());
  std::mt19937 random(3);
  for (int round = 0; round < 50000; ++round) {  // wrong lengths must not be believed
    std::string damaged = encoded;
    for (int i = 0; i < 8; ++i) damaged[random() % damaged.size()] = static_cast<char>(random());
    decode_image(damaged);
  }
}

// R9: every single-bit flip and every truncation.
void damaged_entries_are_refused(void**) {
  long flips = 0;
  for (std::size_t bytes : {1u, 64u, 700u}) {
    std::string entry = make_entry("the key", encode_image(sample(bytes)));
    assert_true(parse_entry(entry, "the key").has_value());
    for (std::size_t cut = 0; cut < entry.size(); ++cut) {
      assert_false(parse_entry(std::string_view(entry).substr(0, cut), "the key").has_value());
    }
    for (std::size_t bit = 0; bit < entry.size() * 8; ++bit, ++flips) {
      entry[bit / 8] = static_cast<char>(entry[bit / 8] ^ (1 << (bit % 8)));
      assert_false(parse_entry(entry, "the key").has_value());
      entry[bit / 8] = static_cast<char>(entry[bit / 8] ^ (1 << (bit % 8)));
    }
    assert_false(parse_entry(entry + "x", "the key").has_value());
    assert_false(parse_entry(entry, "another key").has_value());
  }
  std::printf("# METRIC cache_bit_flips_refused %ld\n", flips);
}

// The entries are whole and have the right digest, but another version of the library wrote them.
void entries_of_other_versions_are_refused(void**) {
  const std::string entry = make_entry("the key", "the payload");
  constexpr std::size_t kVersion = 8, kReserved = 12;  // behind the magic
  const auto with = [&](std::size_t offset, std::uint32_t value) {
    std::string changed = entry.substr(0, entry.size() - sizeof(Digest));
    std::memcpy(changed.data() + offset, &value, sizeof value);
    const Digest digest = sha256(changed);
    return changed.append(reinterpret_cast<const char*>(digest.data()), digest.size());
  };
  assert_true(parse_entry(with(kVersion, kEntryVersion), "the key").has_value());
  for (const std::uint32_t version : {0u, kEntryVersion - 1, kEntryVersion + 1, ~0u})
    assert_false(parse_entry(with(kVersion, version), "the key").has_value());
  assert_false(parse_entry(with(kReserved, 1), "the key").has_value());
}

// R8, short: bytes that never came from make_entry.
void arbitrary_bytes_are_refused(void**) {
  std::mt19937_64 random(5);
  std::string good = make_entry("k", "payload");
  for (int round = 0; round < 200000; ++round) {
    std::string bytes = good;
    // Lengths that overflow when added are the ones worth trying.
    for (std::size_t at : {std::size_t{16}, std::size_t{24}}) {
      std::uint64_t number = random() >> (random() % 64);
      if (random() % 4 == 0) number = ~number;
      std::memcpy(bytes.data() + at, &number, sizeof(number));
    }
    if (bytes == good) continue;
    assert_false(parse_entry(bytes, "k").has_value());
    bytes.resize(random() % bytes.size());
    assert_false(parse_entry(bytes, "k").has_value());
  }
}

void keys_with_equal_parts_differ(void**) {
  KeyBuilder a;
  a.add("option", "-DA");
  a.add("option", "-DB");
  KeyBuilder b;
  b.add("option", "-DA-DB");
  KeyBuilder c;
  c.add("optio", "n-DA");
  c.add("option", "-DB");
  assert_true(a.bytes() != b.bytes() && a.bytes() != c.bytes());
}

void what_is_stored_comes_back(void**) {
  Place place;
  ::umask(0077);
  {
    Cache cache(place.settings());
    assert_false(cache.load("key").has_value());
    cache.store("key", "payload");
    expect_equal(*cache.load("key"), "payload");
    assert_false(cache.load("other").has_value());
    assert_int_equal(cache.stats().errors, 0);
    expect_equal(cache.directory(), place.directory);
  }
  Cache again(place.settings());
  expect_equal(*again.load("key"), "payload");
  again.drop("key");
  assert_false(again.load("key").has_value());
  again.store("key", "payload");
  again.clear();
  assert_false(again.load("key").has_value());
  assert_int_equal(again.stats().errors, 0);
}

void modes_do_not_depend_on_the_umask(void**) {
  for (mode_t mask : {0000U, 0022U, 0077U, 0777U}) {
    Place place;
    mode_t before = ::umask(mask);
    Cache cache(place.settings());
    cache.store("key", "payload");
    ::umask(before);
    struct stat info;
    assert_int_equal(::stat(place.directory.c_str(), &info), 0);
    assert_int_equal(info.st_mode & 07777, 0700);
    assert_int_equal(::stat(place.entry_path("key").c_str(), &info), 0);
    assert_int_equal(info.st_mode & 07777, 0600);
    assert_true(cache.load("key").has_value());
  }
}

void expect_refused(const CacheSettings& settings, const char* what) {
  Cache cache(settings);
  if (!cache.directory().empty() || cache.stats().enabled || cache.stats().errors != 1 ||
      cache.why().empty()) {
    fail_msg("%s: not refused (%s)", what, cache.why().c_str());
  }
  cache.store("key", "payload");
  assert_false(cache.load("key").has_value());
  cache.clear();
}

// R13, the directory.
void directories_of_others_are_refused(void**) {
  {
    Place place;
    ::mkdir(place.directory.c_str(), 0700);
    for (mode_t mode : {0720U, 0702U, 0777U, 01777U}) {
      ::chmod(place.directory.c_str(), mode);
      expect_refused(place.settings(), "writable by others");
    }
    ::chmod(place.directory.c_str(), 0755);  // readable is fine
    Cache cache(place.settings());
    expect_equal(cache.directory(), place.directory);
  }
  {
    Place place;
    ::mkdir((place.root + "/real").c_str(), 0700);
    assert_int_equal(::symlink((place.root + "/real").c_str(), place.directory.c_str()), 0);
    expect_refused(place.settings(), "a symbolic link");
    CacheSettings slash = place.settings();
    slash.directory += "/";
    expect_refused(slash, "a symbolic link and a slash");
    slash.directory += ".";
    expect_refused(slash, "a symbolic link and a dot");
  }
  {
    Place place;
    write_file(place.directory, "");
    expect_refused(place.settings(), "a file");
  }
  {
    Place place;
    ::chmod(place.root.c_str(), 0777);
    expect_refused(place.settings(), "a parent that others can write to");
    ::chmod(place.root.c_str(), 01777);
    Cache cache(place.settings());
    expect_equal(cache.directory(), place.directory);
  }
  if (!is_root()) {
    std::printf("# SKIPPED: directories of another user need root\n");
    return;
  }
  {
    Place place;
    ::mkdir(place.directory.c_str(), 0700);
    assert_int_equal(::chown(place.directory.c_str(), kStranger, kStranger), 0);
    expect_refused(place.settings(), "of another user");
  }
  {
    Place place;  // HOME of another user, under sudo: nothing is made there
    assert_int_equal(::chown(place.root.c_str(), kStranger, kStranger), 0);
    CacheSettings settings = place.settings();
    settings.directory = place.root + "/.cache/gridcall";
    expect_refused(settings, "in the home of another user");
    assert_int_equal(::access((place.root + "/.cache").c_str(), F_OK), -1);
    Cache cache(settings);
    expect_contains(cache.why(),
                    "user " + std::to_string(kStranger) + " can replace what is in `" + place.root + "`");
  }
  {
    // A folder that root owns, and a group of others that can write to it.
    Place place;
    ::chmod(place.root.c_str(), 0770);
    Cache(place.settings()).store("key", "payload");
    assert_true(Cache(place.settings()).load("key").has_value());  // the user's own group
    assert_int_equal(::chown(place.root.c_str(), 0, kStranger), 0);
    expect_refused(place.settings(), "of a group of others");
    Cache cache(place.settings());
    expect_contains(cache.why(), "group " + std::to_string(kStranger) + " can replace what is in");
    // To an ordinary user neither root's folders, links and group nor the user's own group are of others.
    assert_int_equal(::chown(place.directory.c_str(), kStranger, kStranger), 0);
    assert_int_equal(::symlink(".", (place.root + "/link").c_str()), 0);
    CacheSettings settings;
    settings.directory = place.root + "/link/cache";
    const struct {
      gid_t of_folder, own;
      bool is_used;
    } kGroups[] = {{0, kStranger, true},
                   {kStranger, kStranger, true},
                   {kStranger + 1, kStranger, false},
                   {kStranger + 1, kStranger + 1, false}};
    for (const auto& [of_folder, own, is_used] : kGroups) {
      assert_int_equal(::chown(place.root.c_str(), kStranger, of_folder), 0);
      assert_true(::setegid(own) == 0 && ::seteuid(kStranger) == 0);
      const bool reaches = ::faccessat(AT_FDCWD, place.root.c_str(), X_OK, AT_EACCESS) == 0;
      const bool uses = !Cache(settings).directory().empty();
      assert_true(::seteuid(0) == 0 && ::setegid(0) == 0);
      if (reaches) assert_int_equal(uses, is_used);
    }
  }
  {
    Place place;  // a link that another user can point elsewhere
    ::mkdir((place.root + "/real").c_str(), 0700);
    const std::string link = place.root + "/link";
    assert_int_equal(::symlink("real", link.c_str()), 0);
    assert_int_equal(::lchown(link.c_str(), kStranger, kStranger), 0);
    CacheSettings settings = place.settings();
    settings.directory = link + "/cache";
    expect_refused(settings, "through a link of another user");
    settings.shared = true;  // whose users are trusted
    expect_equal(Cache(settings).directory(), settings.directory);
    settings.shared = false;
    assert_int_equal(::lchown(link.c_str(), 0, 0), 0);
    expect_equal(Cache(settings).directory(), settings.directory);
  }
}

// A user who can replace a folder can replace all that is below it.
void every_folder_above_is_looked_at(void**) {
  Place place;
  CacheSettings settings = place.settings();
  settings.directory = place.root + "/a/b/c/cache";
  const auto expect_used = [&] {
    Cache cache(settings);
    cache.store("key", "payload");
    if (!cache.load("key").has_value()) fail_msg("%s", cache.why().c_str());
  };
  expect_used();
  for (const char* above : {"", "/a", "/a/b", "/a/b/c"}) {
    const std::string folder = place.root + above;
    ::chmod(folder.c_str(), 0777);
    expect_refused(settings, folder.c_str());
    Cache cache(settings);
    expect_contains(cache.why(), "everybody can replace what is in `" + folder + "`");
    ::chmod(folder.c_str(), 01777);
    expect_used();
    ::chmod(folder.c_str(), 0700);
  }
  // The user's own links lead there too, in the middle alone.
  assert_int_equal(::symlink("a/../a/b", (place.root + "/own").c_str()), 0);
  settings.directory = place.root + "//own/./c/cache/";
  expect_used();
  assert_int_equal(::symlink("round", (place.root + "/round").c_str()), 0);
  settings.directory = place.root + "/round/cache";
  expect_refused(settings, "a link to itself");
  // No folder is made below a refused one.
  ::chmod((place.root + "/a").c_str(), 0777);
  settings.directory = place.root + "/a/new/cache";
  expect_refused(settings, "a new folder below");
  assert_int_equal(::access((place.root + "/a/new").c_str(), F_OK), -1);
}

void a_folder_of_its_own_is_named(void**) {
  Place place;
  for (const std::string& name : {std::string("/"), place.root + "/.", place.root + "/x/.."}) {
    CacheSettings settings;
    settings.directory = name;
    expect_refused(settings, name.c_str());
  }
  // An absolute link, and one whose text has no end.
  ::mkdir((place.root + "/real").c_str(), 0700);
  assert_int_equal(::symlink((place.root + "/real").c_str(), (place.root + "/link").c_str()), 0);
  CacheSettings settings;
  settings.directory = place.root + "/link/cache";
  expect_equal(Cache(settings).directory(), settings.directory);
  const Replacement endless(
      os.readlinkat, +[](int, const char*, char*, std::size_t size) { return static_cast<ssize_t>(size); });
  expect_refused(settings, "a link without an end");
  os.readlinkat = [](int, const char*, char*, std::size_t) {
    errno = EIO;
    return ssize_t{-1};
  };
  expect_refused(settings, "a link that cannot be read");
}

// The umask has taken the user's own bits from a new folder, and they cannot be given back.
void a_new_folder_that_stays_closed(void**) {
  static bool fails_late, is_late;
  const mode_t before = ::umask(0300);
  for (const bool late : {false, true}) {
    Place place;
    fails_late = late;
    is_late = false;
    const Replacement changing(
        os.fchmod, +[](int fd, mode_t mode) {
          is_late = true;
          errno = EPERM;
          return fails_late ? real_os.fchmod(fd, mode) : -1;
        });
    const Replacement looking(
        os.fstat, +[](int fd, struct stat* out) {
          errno = EIO;
          return fails_late && is_late ? -1 : real_os.fstat(fd, out);
        });
    Cache cache(place.settings());
    expect_contains(cache.why(), late ? "cannot be closed to others: Input/output error"
                                      : "cannot be closed to others: Operation not permitted");
  }
  ::umask(before);
}

// Another process makes the folder at the same time.
void a_folder_that_comes_meanwhile(void**) {
  Place place;
  const Replacement meanwhile(
      os.mkdirat, +[](int dir, const char* path, mode_t mode) {
        real_os.mkdirat(dir, path, mode);
        errno = EEXIST;
        return -1;
      });
  expect_equal(Cache(place.settings()).directory(), place.directory);
}

// A user writes to the root of the file system, or the system lets nobody look at it.
void a_root_that_cannot_be_trusted(void**) {
  Place place;
  {
    const Replacement writable(
        os.fstat, +[](int fd, struct stat* out) {
          const int result = real_os.fstat(fd, out);
          out->st_mode |= S_IWOTH;
          return result;
        });
    Cache cache(place.settings());
    expect_equal(cache.why(), "everybody can replace what is in `/`");
    with_little_memory([&] { Cache(place.settings()).directory(); });
  }
  const Replacement failing(
      os.fstat, +[](int, struct stat*) {
        errno = EACCES;
        return -1;
      });
  Cache cache(place.settings());
  expect_contains(cache.why(), "`/` cannot be looked at");
  with_little_memory([&] { Cache(place.settings()).directory(); });
}

void a_cache_without_a_folder_does_nothing(void**) {
  Place place;
  CacheSettings settings;
  settings.why_off = "for the test";
  Cache counted(settings);
  expect_equal(counted.directory(), "");
  counted.store("key", "payload");
  counted.drop("key");
  counted.clear();
  assert_false(counted.load_image("key").has_value());
  assert_false(counted.take_turn("key").waited);
  assert_int_equal(counted.make_image("key", true, [] { return sample(5); }).bytes.size(), 5);
  assert_int_equal(counted.stats().misses, 0);
  // A cache counts for another one, but not that its own folder cannot be used: the caller is told.
  settings.directory = place.root + "/..";
  Cache other(settings, &counted);
  expect_equal(other.directory(), "");
  assert_int_equal(counted.stats().errors, 0);
}

void sharing_is_asked_for(void**) {
  Place place;
  ::mkdir(place.directory.c_str(), 0700);
  ::chmod(place.directory.c_str(), 0777);
  CacheSettings settings = place.settings();
  settings.shared = true;
  Cache cache(settings);
  cache.store("key", "payload");
  if (is_root()) assert_int_equal(::chown(place.entry_path("key").c_str(), kStranger, kStranger), 0);
  expect_equal(*cache.load("key"), "payload");
  assert_false(cache.take_turn("key").waited);
}

// R13, entries. Each comes in place of a good one.
template <typename Plant>
void expect_miss(const char* what, bool is_removed, Plant plant) {
  Place place;
  Cache cache(place.settings());
  cache.store("key", "payload");
  assert_true(cache.load("key").has_value());
  std::string path = place.entry_path("key");
  plant(path, place);
  time_t before = ::time(nullptr);
  if (cache.load("key").has_value()) fail_msg("%s: was used", what);
  if (::time(nullptr) - before > 1) fail_msg("%s: blocked", what);
  if (cache.stats().errors != 1) fail_msg("%s: not counted", what);
  struct stat info;
  bool is_gone = ::lstat(path.c_str(), &info) != 0;
  if (is_gone != is_removed) fail_msg("%s: %s", what, is_gone ? "was removed" : "is still there");
}

void planted_entries_are_misses(void**) {
  expect_miss("symbolic link", false, [](const std::string& path, const Place& place) {
    ::rename(path.c_str(), (place.root + "/good").c_str());
    assert_int_equal(::symlink((place.root + "/good").c_str(), path.c_str()), 0);
  });
  expect_miss("FIFO", false, [](const std::string& path, const Place&) {
    ::unlink(path.c_str());
    assert_int_equal(::mkfifo(path.c_str(), 0600), 0);
  });
  expect_miss("directory", false, [](const std::string& path, const Place&) {
    ::unlink(path.c_str());
    assert_int_equal(::mkdir(path.c_str(), 0700), 0);
  });
  expect_miss("hard link", true, [](const std::string& path, const Place& place) {
    assert_int_equal(::link(path.c_str(), (place.root + "/alias").c_str()), 0);
  });
  expect_miss("writable by others", true,
              [](const std::string& path, const Place&) { ::chmod(path.c_str(), 0666); });
  expect_miss("empty", true, [](const std::string& path, const Place&) { write_file(path, ""); });
  expect_miss("truncated", true, [](const std::string& path, const Place&) {
    std::string bytes = read_file(path);
    write_file(path, bytes.substr(0, bytes.size() - 1));
  });
  expect_miss("larger than any entry", true, [](const std::string& path, const Place&) {
    assert_int_equal(::truncate(path.c_str(), static_cast<off_t>(kMaxEntryBytes) + 1), 0);
  });
  expect_miss("one bit", true, [](const std::string& path, const Place&) {
    std::string bytes = read_file(path);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
    write_file(path, bytes);
  });
  expect_miss("entry of another key, checksum right", true, [](const std::string& path, const Place&) {
    write_file(path, make_entry("another key", "payload"));
  });
  expect_miss("entry of a key as long, checksum right", true,
              [](const std::string& path, const Place&) { write_file(path, make_entry("kex", "payload")); });
  if (!is_root()) {
    std::printf("# SKIPPED: entries of another user need root\n");
    return;
  }
  expect_miss("of another user", true, [](const std::string& path, const Place&) {
    assert_int_equal(::chown(path.c_str(), kStranger, kStranger), 0);
  });
}

// An entry that was read some time after it was written is read once, until its file is another.
void an_entry_is_kept_until_its_file_changes(void**) {
  Place place;
  Cache cache(place.settings());
  const std::vector<std::string> keys = {"same", "damaged", "writable", "removed"};
  for (const std::string& key : keys) cache.store(key, "payload");
  std::this_thread::sleep_for(std::chrono::milliseconds(2100));
  for (const std::string& key : keys) expect_equal(*cache.load(key), "payload");
  std::string bytes = read_file(place.entry_path("damaged"));
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
  write_file(place.entry_path("damaged"), bytes);
  ::chmod(place.entry_path("writable").c_str(), 0666);
  ::unlink(place.entry_path("removed").c_str());
  for (const char* key : {"damaged", "writable", "removed"}) assert_false(cache.load(key).has_value());
  assert_int_equal(cache.stats().errors, 2);
  const Replacement unreadable(
      os.read, +[](int, void*, std::size_t) -> ssize_t {
        errno = EIO;
        return -1;
      });
  expect_equal(*cache.load("same"), "payload");
}

// A file system that does not know a file's size.
void a_size_below_zero_is_a_miss(void**) {
  Place place;
  Cache cache(place.settings());
  cache.store("key", "payload");
  const Replacement wrong(
      os.fstat, +[](int fd, struct stat* out) {
        const int result = real_os.fstat(fd, out);
        out->st_size = -1;
        return result;
      });
  assert_false(cache.load("key").has_value());
  assert_int_equal(cache.stats().errors, 1);
}

// Whatever tells that a damaged entry is no more the one that was read, it stays.
void another_file_is_not_removed(void**) {
  static int change;
  for (change = 0; change < 8; ++change) {
    Place place;
    Cache cache(place.settings());
    cache.store("key", "payload");
    write_file(place.entry_path("key"), "damaged");
    const Replacement changed(
        os.fstatat, +[](int dir, const char* path, struct stat* out, int flags) {
          const int result = real_os.fstatat(dir, path, out, flags);
          if (change == 0) return -1;
          if (change == 1) out->st_mode = S_IFIFO;
          if (change == 2) ++out->st_dev;
          if (change == 3) ++out->st_ino;
          if (change == 4) ++out->st_size;
          if (change == 5) ++out->st_mtim.tv_sec;
          if (change == 6) ++out->st_mtim.tv_nsec;
          return result;
        });
    assert_false(cache.load("key").has_value());
    assert_int_equal(::access(place.entry_path("key").c_str(), F_OK), change == 7 ? -1 : 0);
  }
}

// An entry that another process replaced between reading and removing stays.
void only_what_was_read_is_removed(void**) {
  static std::string replacement_path;
  static int (*real)(int, const char*, struct stat*, int);
  Place place;
  Cache cache(place.settings());
  cache.store("key", "payload");
  std::string good = read_file(place.entry_path("key"));
  write_file(place.entry_path("key"), "damaged");
  replacement_path = place.entry_path("key");
  static std::string replacement;
  replacement = good;
  real = os.fstatat;
  os.fstatat = [](int dir, const char* path, struct stat* out, int flags) {
    if (std::string(path).ends_with(".gridcall")) {
      ::unlink(replacement_path.c_str());
      write_file(replacement_path, replacement);
    }
    return real(dir, path, out, flags);
  };
  assert_false(cache.load("key").has_value());
  os.fstatat = real;
  ::chmod(place.entry_path("key").c_str(), 0600);
  expect_equal(*cache.load("key"), "payload");
}

// R4: the N-th file operation fails, for every N, in every way.
namespace faults {

Os real;
int countdown;
int error;
bool short_writes;

bool hit() {
  return --countdown == 0;
}
#define GRIDCALL_FAULT(failed) \
  if (hit()) {                 \
    errno = error;             \
    return failed;             \
  }
int openat(int dir, const char* path, int flags, mode_t mode) {
  GRIDCALL_FAULT(-1) return real.openat(dir, path, flags, mode);
}
int close(int fd) {
  if (hit()) {
    real.close(fd);  // the descriptor is gone, as with the real one
    errno = error;
    return -1;
  }
  return real.close(fd);
}
int fstat(int fd, struct stat* out) {
  GRIDCALL_FAULT(-1) return real.fstat(fd, out);
}
int fstatat(int dir, const char* path, struct stat* out, int flags) {
  GRIDCALL_FAULT(-1) return real.fstatat(dir, path, out, flags);
}
ssize_t read(int fd, void* buffer, std::size_t bytes) {
  if (short_writes && hit()) return real.read(fd, buffer, bytes / 2);
  if (!short_writes) GRIDCALL_FAULT(-1)
  return real.read(fd, buffer, bytes);
}
ssize_t readlinkat(int dir, const char* path, char* buffer, std::size_t bytes) {
  GRIDCALL_FAULT(-1) return real.readlinkat(dir, path, buffer, bytes);
}
ssize_t write(int fd, const void* buffer, std::size_t bytes) {
  if (short_writes && hit()) return real.write(fd, buffer, bytes / 2);
  if (!short_writes) GRIDCALL_FAULT(-1)
  return real.write(fd, buffer, bytes);
}
int mkdirat(int dir, const char* path, mode_t mode) {
  GRIDCALL_FAULT(-1) return real.mkdirat(dir, path, mode);
}
int fchmod(int fd, mode_t mode) {
  GRIDCALL_FAULT(-1) return real.fchmod(fd, mode);
}
int renameat(int from_dir, const char* from, int to_dir, const char* to) {
  GRIDCALL_FAULT(-1) return real.renameat(from_dir, from, to_dir, to);
}
int unlinkat(int dir, const char* path, int flags) {
  GRIDCALL_FAULT(-1) return real.unlinkat(dir, path, flags);
}
int flock(int fd, int operation) {
  GRIDCALL_FAULT(-1) return real.flock(fd, operation);
}
int futimens(int fd, const struct timespec times[2]) {
  GRIDCALL_FAULT(-1) return real.futimens(fd, times);
}
DIR* fdopendir(int fd) {
  GRIDCALL_FAULT(nullptr) return real.fdopendir(fd);
}
dirent* readdir(DIR* dir) {
  GRIDCALL_FAULT(nullptr) return real.readdir(dir);
}
int closedir(DIR* dir) {
  if (hit()) {
    real.closedir(dir);
    errno = error;
    return -1;
  }
  return real.closedir(dir);
}

void install(int n, int code, bool partial) {
  real = os;
  countdown = n;
  error = code;
  short_writes = partial;
  os = {openat, close,    fstat,    fstatat, read,     readlinkat, write,   mkdirat,
        fchmod, renameat, unlinkat, flock,   futimens, fdopendir,  readdir, closedir};
}
// Whether the N-th operation came at all.
bool remove() {
  os = real;
  return countdown <= 0;
}

}  // namespace faults

void any_failing_operation_is_survived(void**) {
  int injected = 0;
  for (int error : {ENOSPC, EIO, EACCES, EINTR, EMFILE, EROFS, 0}) {
    for (int n = 1;; ++n) {
      Place place;
      int files_before = count_open_files();
      bool was_hit;
      {
        Cache cache(place.settings());
        faults::install(n, error, error == 0);
        {
          Cache::Wait wait = cache.take_turn("key");
        }
        std::optional<std::string> first = cache.load("key");
        cache.store("key", "payload");
        std::optional<std::string> second = cache.load("key");
        try {
          cache.clear();
        } catch (const Failure&) {
        }
        cache.store("key", "payload");
        was_hit = faults::remove();
        assert_false(first.has_value());
        if (second) expect_equal(*second, "payload");
        if (error != EINTR && error != 0 && was_hit && !second && cache.stats().errors == 0) {
          fail_msg("operation %d with errno %d: a failure that nothing counted", n, error);
        }
      }
      // No half-written entry is visible afterwards: an entry that is there is right.
      Cache after(place.settings());
      if (std::optional<std::string> found = after.load("key")) expect_equal(*found, "payload");
      if (is_root() || error != EACCES) assert_int_equal(after.stats().errors, 0);
      after.store("key", "payload");
      assert_true(after.load("key").has_value());
      assert_true(place.count_files("tmp-") <= 1);
      if (!was_hit) break;
      ++injected;
      if (n > 200) fail_msg("operations have no end");
      if (count_open_files() > files_before + 1)
        fail_msg("operation %d with errno %d: a file stays open", n, error);
    }
  }
  std::printf("# METRIC cache_file_faults %d\n", injected);
  assert_true(injected > 100);
}

// The N-th request for memory fails, for every N: nothing but that is thrown, and the cache works afterwards.
void any_lack_of_memory_is_survived(void**) {
  Place place;
  ::mkdir((place.root + "/real").c_str(), 0700);
  assert_int_equal(::symlink("real", (place.root + "/a link whose name is long").c_str()), 0);
  CacheSettings settings = place.settings();
  settings.directory = place.root + "/a link whose name is long/cache";
  settings.max_bytes = 3000;
  const image::Image image = sample(900);
  std::vector<std::string> keys;
  for (int i = 0; i < 6; ++i) keys.push_back("a key too long for a short string, " + std::to_string(i));
  const int before = count_open_files();
  const long needed = with_little_memory([&] {
    Cache cache(settings);
    for (const std::string& key : keys) {
      cache.make_image(key, true, [&] { return image; });
      cache.load_image(key);
      cache.drop(key);
      cache.store_image(key, image);
    }
    cache.clear();
  });
  assert_true(needed > 20);
  assert_int_equal(count_open_files(), before);
  settings.directory = "/dev/null/a folder whose name is long";
  with_little_memory([&] {
    Cache cache(settings);
    if (!cache.directory().empty() || cache.why().empty()) std::abort();
  });
  Cache cache(place.settings());
  cache.store("key", "payload");
  expect_equal(*cache.load("key"), "payload");
}

// R4: a limit on the size of files. The signal that the system sends would end the process.
void a_limit_on_file_sizes_ends_nothing(void**) {
  Place place;
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_DFL);
    struct rlimit limit = {1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    Cache cache(place.settings());
    cache.store("large", std::string(100'000, 'x'));
    sigset_t set;
    ::sigpending(&set);
    bool is_left = ::sigismember(&set, SIGXFSZ) == 1;
    ::pthread_sigmask(SIG_BLOCK, nullptr, &set);
    is_left |= ::sigismember(&set, SIGXFSZ) == 1;
    const bool is_counted = cache.stats().errors == 1 && !cache.load("large").has_value();
    cache.store("small", "x");
    ::_exit(is_left ? 2 : !is_counted ? 3 : !cache.load("small").has_value() ? 4 : 0);
  }
  int status = 0;
  assert_int_equal(::waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
  assert_int_equal(place.count_files("tmp-"), 0);
  // One that was there before stays.
  sigset_t set;
  sigset_t before;
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGXFSZ);
  ::pthread_sigmask(SIG_BLOCK, &set, &before);
  ::raise(SIGXFSZ);
  Cache cache(place.settings());
  cache.store("small", "y");
  ::sigpending(&set);
  assert_int_equal(::sigismember(&set, SIGXFSZ), 1);
  int signal = 0;
  ::sigwait(&set, &signal);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void old_entries_make_room(void**) {
  Place place;
  CacheSettings settings = place.settings();
  settings.max_bytes = 100'000;
  Cache cache(settings);
  std::string payload(9'000, 'x');
  for (int i = 0; i < 40; ++i) {
    std::string key = "key " + std::to_string(i);
    cache.store(key, payload);
    struct timespec times[2] = {{1'000'000 + i, 0}, {1'000'000 + i, 0}};
    ::utimensat(AT_FDCWD, place.entry_path(key).c_str(), times, 0);
    // Eleven fit; an eighth of the space is made free when the next one comes.
    assert_true(place.count_files("") >= std::min(i + 1, 9));
  }
  std::uint64_t total = 0;
  for (int i = 0; i < 40; ++i) {
    struct stat info;
    if (::stat(place.entry_path("key " + std::to_string(i)).c_str(), &info) == 0) {
      total += static_cast<std::uint64_t>(info.st_size);
    }
  }
  assert_true(total <= 110'000 && total >= 50'000);
  assert_false(cache.load("key 0").has_value());
  assert_true(cache.load("key 39").has_value());
  assert_int_equal(cache.stats().errors, 0);
  // A hit makes an old entry young.
  struct stat info;
  assert_int_equal(::stat(place.entry_path("key 39").c_str(), &info), 0);
  assert_true(::time(nullptr) - info.st_mtim.tv_sec < 100);
  // It is too large for the cache at all: it is not stored, and does no harm.
  cache.store("large", std::string(200'000, 'y'));
  assert_false(cache.load("large").has_value());
}

void left_over_temporary_files_go(void**) {
  Place place;
  {
    Cache cache(place.settings());
    cache.store("key", "payload");
  }
  write_file(place.directory + "/tmp-old", "x");
  write_file(place.directory + "/tmp-new", "x");
  struct timespec times[2] = {{1'000'000, 0}, {1'000'000, 0}};
  ::utimensat(AT_FDCWD, (place.directory + "/tmp-old").c_str(), times, 0);
  Cache cache(place.settings());
  cache.store("other", "payload");
  assert_int_equal(::access((place.directory + "/tmp-old").c_str(), F_OK), -1);
  assert_int_equal(::access((place.directory + "/tmp-new").c_str(), F_OK), 0);
}

// Files that are no entries are not the cache's, whatever they are called.
void foreign_files_stay(void**) {
  Place place;
  CacheSettings settings = place.settings();
  settings.max_bytes = 5000;
  Cache cache(settings);
  cache.store("key", "payload");
  const std::string digits(64, 'a');
  const std::string names[] = {digits + ".gridcalx", std::string(64, 'g') + ".gridcall",
                               digits + ".gridcall0", "notes", "lock-zz"};
  for (const std::string& name : names) write_file(place.directory + "/" + name, std::string(9000, 'x'));
  write_file(place.directory + "/tmp-of-a-writer", "x");
  Cache again(settings);
  again.store("other", "payload");
  assert_true(again.load("key").has_value());
  again.clear();
  assert_false(again.load("key").has_value());
  assert_int_equal(again.stats().errors, 0);
  for (const std::string& name : names)
    assert_int_equal(::access((place.directory + "/" + name).c_str(), F_OK), 0);
  assert_int_equal(::access((place.directory + "/tmp-of-a-writer").c_str(), F_OK), -1);
}

// The oldest goes first, by the nanosecond; what another process has removed makes room as well, and what
// cannot be removed does not end the search.
void room_is_made_in_order(void**) {
  static int error;
  for (const int each : {0, ENOENT, EACCES}) {
    error = each;
    Place place;
    CacheSettings settings = place.settings();
    settings.max_bytes = 100'000;
    Cache cache(settings);
    for (int i = 0; i < 10; ++i) {
      const std::string key = "key " + std::to_string(i);
      cache.store(key, std::string(9'000, 'x'));
      struct timespec times[2] = {{1'000'000, 900 - i}, {1'000'000, 900 - i}};
      ::utimensat(AT_FDCWD, place.entry_path(key).c_str(), times, 0);
    }
    const Replacement removed(
        os.unlinkat, +[](int dir, const char* path, int flags) {
          if (error == 0) return real_os.unlinkat(dir, path, flags);
          errno = error;
          return -1;
        });
    settings.max_bytes = 50'000;
    Cache smaller(settings);
    smaller.store("small", "payload");
    // The first ones are the youngest.
    assert_int_equal(::access(place.entry_path("key 9").c_str(), F_OK), error == 0 ? -1 : 0);
    assert_int_equal(::access(place.entry_path("key 0").c_str(), F_OK), 0);
    assert_true(smaller.load("small").has_value());
  }
}

// Emptying the cache fails with a reason.
void clearing_says_what_failed(void**) {
  static int error;
  Place place;
  Cache cache(place.settings());
  cache.store("key", "payload");
  {
    const Replacement failing(
        os.unlinkat, +[](int, const char*, int) {
          errno = error;
          return -1;
        });
    error = ENOENT;  // another process was first
    cache.clear();
    error = EACCES;
    expect_failure(failure_of([&] { cache.clear(); }), status::kIo,
                   "`" + place.directory + "` could not be emptied: Permission denied");
  }
  const Replacement failing(
      os.readdir, +[](DIR*) -> dirent* {
        errno = EIO;
        return nullptr;
      });
  expect_failure(failure_of([&] { cache.clear(); }), status::kIo, "could not be emptied: reading it failed");
  with_little_memory([&] { failure_of([&] { cache.clear(); }); });
}

// Nobody makes room for an entry that no reader would take. Pages that nothing writes to cost no memory.
void an_entry_without_end_is_not_stored(void**) {
  if (::sysconf(_SC_AVPHYS_PAGES) < (3L << 30) / ::sysconf(_SC_PAGESIZE)) {
    std::printf("# SKIPPED: an entry of 1 GiB needs 3 GiB of memory\n");
    return;
  }
  Place place;
  CacheSettings settings = place.settings();
  settings.max_bytes = std::uint64_t{1} << 40;
  Cache cache(settings);
  void* const pages =
      ::mmap(nullptr, kMaxEntryBytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  assert_true(pages != MAP_FAILED);
  cache.store("key", {static_cast<const char*>(pages), kMaxEntryBytes});
  ::munmap(pages, kMaxEntryBytes);
  assert_int_equal(place.count_files(""), 0);
  assert_int_equal(cache.stats().errors, 0);
}

void entries_that_are_no_images_are_misses(void**) {
  Place place;
  Cache cache(place.settings());
  cache.store("key", "payload");
  assert_false(cache.load_image("key").has_value());
  assert_int_equal(cache.stats().errors, 1);
  assert_int_equal(cache.stats().hits, 0);
  cache.store_image("key", sample(10));
  assert_true(cache.load_image("key")->from_cache);
  assert_int_equal(cache.stats().hits, 1);
}

// Another process is at the same source: its result is used, unless it is not to be read or never came.
void waiting_for_another_process(void**) {
  for (const bool reads : {true, false})
    for (const bool comes : {true, false}) {
      Place place;
      Cache first(place.settings()), second(place.settings());
      std::optional<Cache::Wait> held(first.take_turn("key"));
      std::thread other([&] {
        ::usleep(20'000);
        if (comes) first.store_image("key", sample(10));
        held.reset();
      });
      const image::Image made = second.make_image("key", reads, [] { return sample(20); });
      other.join();
      // A machine that is busy may not have waited.
      const bool is_theirs = made.bytes.size() == 10;
      if (is_theirs) assert_true(reads && comes);
      if (!comes || !reads) assert_int_equal(made.bytes.size(), 20);
      assert_int_equal(second.stats().misses, is_theirs ? 0 : 1);
    }
  // Baseline code is not kept: the optimized code follows.
  Place place;
  Cache cache(place.settings());
  cache.make_image("key", true, [] {
    image::Image baseline = sample(5);
    baseline.optimized = std::make_shared<image::OptimizedTier>();
    return baseline;
  });
  assert_false(cache.load_image("key").has_value());
}

void locks_are_files(void**) {
  Place place;
  Cache cache(place.settings());
  expect_equal(cache.directory(), place.directory);
  const std::string lock = place.directory + "/lock-" + to_hex(sha256(std::string_view("key"))).substr(0, 2);
  assert_int_equal(::mkfifo(lock.c_str(), 0600), 0);
  assert_false(cache.take_turn("key").waited);
  assert_int_equal(cache.stats().errors, 1);
}

void turns_are_taken_and_end(void**) {
  Place place;
  Cache first(place.settings());
  Cache second(place.settings());
  std::optional<Cache::Wait> held(first.take_turn("key"));
  assert_false(held->waited);
  struct timespec start;
  struct timespec end;
  ::clock_gettime(CLOCK_MONOTONIC, &start);
  Cache::Wait late = second.take_turn("key");  // nobody releases it: after two seconds the wait ends
  ::clock_gettime(CLOCK_MONOTONIC, &end);
  assert_true(late.waited);
  double seconds = static_cast<double>(end.tv_sec - start.tv_sec) +
                   static_cast<double>(end.tv_nsec - start.tv_nsec) * 1e-9;
  assert_true(seconds > 1.5 && seconds < 4.0 * slowdown());
  held.reset();
  assert_false(second.take_turn("key").waited);
}

void the_environment_says_where(void**) {
  for (const char* name :
       {"GRIDCALL_CACHE_DIR", "PYCUDA_CACHE_DIR", "XDG_CACHE_HOME", "HOME", "GRIDCALL_DISABLE_CACHE",
        "PYCUDA_DISABLE_CACHE", "GRIDCALL_CACHE_SHARED", "GRIDCALL_CACHE_SIZE"}) {
    ::unsetenv(name);
  }
  auto directory = [] { return cache_settings_from_environment().directory; };
  expect_equal(directory(), "");  // no home: no cache
  ::setenv("HOME", "/home/u", 1);
  expect_equal(directory(), "/home/u/.cache/gridcall");
  ::setenv("XDG_CACHE_HOME", "relative", 1);
  expect_equal(directory(), "/home/u/.cache/gridcall");
  ::setenv("XDG_CACHE_HOME", "/xdg", 1);
  expect_equal(directory(), "/xdg/gridcall");
  ::setenv("PYCUDA_CACHE_DIR", "/seed", 1);
  expect_equal(directory(), "/seed");
  ::setenv("GRIDCALL_CACHE_DIR", "/own", 1);
  expect_equal(directory(), "/own");
  ::setenv("GRIDCALL_CACHE_DIR", "relative", 1);
  expect_equal(directory(), "");  // never the working directory
  ::setenv("GRIDCALL_CACHE_DIR", "/own", 1);
  for (const char* off : {"off", "no", "false"}) {
    ::setenv("GRIDCALL_DISABLE_CACHE", off, 1);
    assert_true(!directory().empty());
  }
  ::setenv("GRIDCALL_DISABLE_CACHE", "0", 1);
  expect_equal(directory(), "/own");
  ::setenv("PYCUDA_DISABLE_CACHE", "0", 1);
  expect_equal(directory(), "/own");
  ::setenv("PYCUDA_DISABLE_CACHE", "1", 1);
  expect_equal(directory(), "");
  ::unsetenv("PYCUDA_DISABLE_CACHE");
  ::setenv("GRIDCALL_DISABLE_CACHE", "1", 1);
  expect_equal(directory(), "");
  ::unsetenv("GRIDCALL_DISABLE_CACHE");
  ::setenv("GRIDCALL_CACHE_SIZE", "3M", 1);
  assert_int_equal(cache_settings_from_environment().max_bytes, 3u << 20);
  for (const char* wrong : {"nonsense", "3X", "-1", "99999999999G", "1 M"}) {
    ::setenv("GRIDCALL_CACHE_SIZE", wrong, 1);
    expect_failure(failure_of([] { cache_settings_from_environment(); }), status::kInvalidArgument,
                   "GRIDCALL_CACHE_SIZE in the environment is \"" + std::string(wrong) + "\"");
  }
  ::unsetenv("GRIDCALL_CACHE_SIZE");
  ::setenv("GRIDCALL_DISABLE_CACHE", "perhaps", 1);
  expect_failure(failure_of([] { cache_settings_from_environment(); }), status::kInvalidArgument,
                 "write 1 or 0");
  ::unsetenv("GRIDCALL_DISABLE_CACHE");
}

void a_cache_that_is_off_says_why(void**) {
  for (const char* name : {"GRIDCALL_CACHE_DIR", "PYCUDA_CACHE_DIR", "XDG_CACHE_HOME", "HOME"})
    ::unsetenv(name);
  const auto why = [] { return Cache(cache_settings_from_environment()).why(); };
  expect_contains(why(), "no HOME");
  ::setenv("HOME", ".", 1);
  expect_equal(why(), "HOME in the environment is \".\", a relative path: write an absolute one");
  ::setenv("GRIDCALL_CACHE_DIR", "here", 1);
  expect_contains(why(), "GRIDCALL_CACHE_DIR in the environment is \"here\", a relative path");
  ::setenv("GRIDCALL_DISABLE_CACHE", "1", 1);
  expect_equal(why(), "GRIDCALL_DISABLE_CACHE in the environment turns it off");
  ::unsetenv("GRIDCALL_DISABLE_CACHE");
  ::setenv("GRIDCALL_CACHE_DIR", "/proc/self/nothing", 1);
  expect_contains(why(), "/nothing` cannot be made");
  Place place;
  ::setenv("GRIDCALL_CACHE_DIR", place.directory.c_str(), 1);
  expect_equal(why(), "");
}

}  // namespace

int main() {
  ::umask(0022);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(results_survive_encoding),
      cmocka_unit_test(damaged_entries_are_refused),
      cmocka_unit_test(entries_of_other_versions_are_refused),
      cmocka_unit_test(arbitrary_bytes_are_refused),
      cmocka_unit_test(keys_with_equal_parts_differ),
      cmocka_unit_test(what_is_stored_comes_back),
      cmocka_unit_test(modes_do_not_depend_on_the_umask),
      cmocka_unit_test(directories_of_others_are_refused),
      cmocka_unit_test(sharing_is_asked_for),
      cmocka_unit_test(planted_entries_are_misses),
      cmocka_unit_test(only_what_was_read_is_removed),
      cmocka_unit_test(a_size_below_zero_is_a_miss),
      cmocka_unit_test(another_file_is_not_removed),
      cmocka_unit_test(an_entry_is_kept_until_its_file_changes),
      cmocka_unit_test(any_failing_operation_is_survived),
      cmocka_unit_test(any_lack_of_memory_is_survived),
      cmocka_unit_test(old_entries_make_room),
      cmocka_unit_test(left_over_temporary_files_go),
      cmocka_unit_test(foreign_files_stay),
      cmocka_unit_test(room_is_made_in_order),
      cmocka_unit_test(clearing_says_what_failed),
      cmocka_unit_test(an_entry_without_end_is_not_stored),
      cmocka_unit_test(entries_that_are_no_images_are_misses),
      cmocka_unit_test(waiting_for_another_process),
      cmocka_unit_test(locks_are_files),
      cmocka_unit_test(turns_are_taken_and_end),
      cmocka_unit_test(every_folder_above_is_looked_at),
      cmocka_unit_test(a_folder_of_its_own_is_named),
      cmocka_unit_test(a_new_folder_that_stays_closed),
      cmocka_unit_test(a_folder_that_comes_meanwhile),
      cmocka_unit_test(a_root_that_cannot_be_trusted),
      cmocka_unit_test(a_cache_without_a_folder_does_nothing),
      cmocka_unit_test(a_limit_on_file_sizes_ends_nothing),
      cmocka_unit_test(the_environment_says_where),
      cmocka_unit_test(a_cache_that_is_off_says_why),
  };
  return cmocka_run_group_tests_name("compile cache", tests, nullptr, nullptr);
}
