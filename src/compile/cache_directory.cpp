// SPDX-License-Identifier: Apache-2.0

#include "compile/cache_directory.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <deque>

namespace gridcall::compile {

namespace {

constexpr int kMaxLinks = 40;  // the kernel's limit

std::string user(uid_t id) {
  return "user " + std::to_string(id);
}

// Returns a name of other users who can replace the contents of a folder; "" if none can, or the sticky bit
// prevents it.
std::string who_can_replace(const struct stat& info) {
  if (info.st_uid != ::geteuid() && info.st_uid != 0) return user(info.st_uid);
  if ((info.st_mode & S_ISVTX) != 0) return {};
  if ((info.st_mode & S_IWOTH) != 0) return "everybody";
  // A group that has only this user (the convention behind umask 002) is as safe as the user.
  const bool is_own_group = info.st_gid == ::getegid() && info.st_gid == ::geteuid();
  if ((info.st_mode & S_IWGRP) != 0 && !is_own_group && info.st_gid != 0)
    return "group " + std::to_string(info.st_gid);
  return {};
}

// Follows a path, one folder at a time.
class Walk {
 public:
  Walk(const std::string& path, bool shared, std::string* why) : path_(path), shared_(shared), why_(why) {
    add_names(path);
  }

  Fd run() {
    at_ = open_at(AT_FDCWD, "/", O_PATH | O_DIRECTORY);
    while (at_ && !names_.empty()) {
      const std::string name = std::move(names_.front());
      names_.pop_front();
      if (!step(name)) return Fd();
    }
    if (!at_) return fail(shown_, "cannot be opened");
    return std::move(at_);
  }

  // Returns true if this process created the last folder of the path.
  bool has_made() const { return has_made_; }

 private:
  void add_names(const std::string& path) {
    std::deque<std::string> names;
    for (std::size_t start = 0; start < path.size();) {
      const std::size_t end = std::min(path.find('/', start), path.size());
      std::string name = path.substr(start, end - start);
      if (!name.empty() && name != ".") names.push_back(std::move(name));
      start = end + 1;
    }
    names_.insert(names_.begin(), names.begin(), names.end());
  }

  Fd fail(const std::string& place, const std::string& what) {
    *why_ = "`" + (place.empty() ? "/" : place) + "` " + what + ": " + error_text(errno);
    return Fd();
  }
  bool refuse(const std::string& reason) {
    *why_ = reason;
    return false;
  }

  bool step(const std::string& name) {
    const std::string place = shown_ + "/" + name;
    struct stat info;
    if (os.fstat(at_.get(), &info) != 0) return static_cast<bool>(fail(shown_, "cannot be looked at"));
    if (!shared_) {
      if (const std::string who = who_can_replace(info); !who.empty())
        return refuse(who + " can replace what is in `" + (shown_.empty() ? "/" : shown_) + "`");
    }
    has_made_ = false;
    if (os.fstatat(at_.get(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) {
      if (errno != ENOENT) return static_cast<bool>(fail(place, "cannot be looked at"));
      // Another process may create the folder at this moment.
      has_made_ = os.mkdirat(at_.get(), name.c_str(), 0700) == 0;
      if (!has_made_ && errno != EEXIST) return static_cast<bool>(fail(place, "cannot be made"));
    } else if (S_ISLNK(info.st_mode)) {
      return follow(name, place, info);
    } else if (!S_ISDIR(info.st_mode)) {
      return refuse("`" + place + "` is no folder");
    }
    Fd next = open_at(at_.get(), name, (names_.empty() ? O_RDONLY : O_PATH) | O_DIRECTORY | O_NOFOLLOW);
    if (!next) return static_cast<bool>(fail(place, "cannot be opened"));
    at_ = std::move(next);
    shown_ = place;
    return true;
  }

  bool follow(const std::string& name, const std::string& place, const struct stat& info) {
    if (names_.empty()) return refuse("`" + path_ + "` is a symbolic link: name the folder itself");
    if (!shared_ && info.st_uid != ::geteuid() && info.st_uid != 0)
      return refuse("`" + place + "` is a symbolic link that belongs to " + user(info.st_uid));
    std::string text(PATH_MAX, '\0');
    const ssize_t size = os.readlinkat(at_.get(), name.c_str(), text.data(), text.size());
    if (size < 0) return static_cast<bool>(fail(place, "cannot be read"));
    if (++links_ > kMaxLinks || size == PATH_MAX) {
      errno = ELOOP;
      return static_cast<bool>(fail(place, "cannot be followed"));
    }
    text.resize(static_cast<std::size_t>(size));
    if (text.starts_with('/')) {
      at_ = open_at(AT_FDCWD, "/", O_PATH | O_DIRECTORY);
      shown_.clear();
    }
    add_names(text);
    return true;
  }

  const std::string& path_;
  const bool shared_;
  std::string* why_;
  std::deque<std::string> names_;  // the names that are still to be followed
  std::string shown_;              // the path of `at_`
  Fd at_;
  int links_ = 0;
  bool has_made_ = false;
};

}  // namespace

Fd open_cache_directory(const std::string& path, bool shared, std::string* why) {
  const std::string trimmed = path.substr(0, path.find_last_not_of('/') + 1);
  const std::string name = trimmed.substr(trimmed.rfind('/') + 1);
  if (name.empty() || name == "." || name == "..") {
    *why = "`" + path + "` does not name a folder of its own";
    return Fd();
  }
  Walk walk(path, shared, why);
  Fd fd = walk.run();
  if (!fd || shared) return fd;
  struct stat info;
  if (os.fstat(fd.get(), &info) != 0) {
    *why = "`" + path + "` cannot be looked at: " + error_text(errno);
    return Fd();
  }
  if (info.st_uid != ::geteuid()) {
    *why = "`" + path + "` belongs to " + user(info.st_uid) + ", not to " + user(::geteuid());
    return Fd();
  }
  // mkdir obeys the umask, which may remove the user's own bits.
  if (walk.has_made() && (info.st_mode & 0777) != 0700) {
    if (os.fchmod(fd.get(), 0700) != 0 || os.fstat(fd.get(), &info) != 0) {
      *why = "`" + path + "` cannot be closed to others: " + error_text(errno);
      return Fd();
    }
  }
  if ((info.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    *why = "others may write to `" + path + "`: chmod 700 it, or set GRIDCALL_CACHE_SHARED=1 to trust them";
    return Fd();
  }
  return fd;
}

}  // namespace gridcall::compile
