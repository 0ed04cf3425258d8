// SPDX-License-Identifier: Apache-2.0
//
// The one source that is compiled for each ABI of MPI: `Abi` has the types and the constants, all from the
// MPI standard's and the implementation's documentation. No header of an MPI is used; `ctest -R comm_mpi_abi`
// compares the constants with mpi.h where one is installed.

#pragma once

#include <dlfcn.h>

#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "comm/mpi/mpi.h"

namespace gridcall::comm::mpi {

template <class Abi>
class Adapter final : public Mpi {
  using Comm = typename Abi::Comm;
  using Datatype = typename Abi::Datatype;
  using Op = typename Abi::Op;
  using Group = typename Abi::Group;
  using Errhandler = typename Abi::Errhandler;
  using NativeRequest = typename Abi::Request;
  using Status = typename Abi::Status;
  using UserFunction = void (*)(void*, void*, int*, Datatype*);

  template <class T>
  static Handle out(T native) noexcept {
    if constexpr (std::is_pointer_v<T>) {
      return reinterpret_cast<std::uintptr_t>(native);
    } else {
      return static_cast<std::uint32_t>(native);
    }
  }
  template <class T>
  static T in(Handle handle) noexcept {
    if constexpr (std::is_pointer_v<T>) {
      return reinterpret_cast<T>(static_cast<std::uintptr_t>(handle));
    } else {
      return static_cast<T>(static_cast<std::uint32_t>(handle));
    }
  }
  // Returns the native request that is stored in the bytes.
  static NativeRequest* native(Request& request) noexcept {
    static_assert(sizeof(NativeRequest) <= sizeof request.bytes);
    return reinterpret_cast<NativeRequest*>(request.bytes);
  }
  static ThreadLevel level_of(int given) noexcept {
    if (given >= Abi::kThreads[3]) return ThreadLevel::kMultiple;
    if (given >= Abi::kThreads[2]) return ThreadLevel::kSerialized;
    return given >= Abi::kThreads[1] ? ThreadLevel::kFunneled : ThreadLevel::kSingle;
  }

// Each function's name without MPI_, and its parameters.
#define GRIDCALL_MPI_FUNCTIONS(X)                                                            \
  X(Initialized, (int*))                                                                     \
  X(Finalized, (int*))                                                                       \
  X(Init_thread, (int*, char***, int, int*))                                                 \
  X(Query_thread, (int*))                                                                    \
  X(Finalize, ())                                                                            \
  X(Get_version, (int*, int*))                                                               \
  X(Get_library_version, (char*, int*))                                                      \
  X(Error_string, (int, char*, int*))                                                        \
  X(Error_class, (int, int*))                                                                \
  X(Comm_rank, (Comm, int*))                                                                 \
  X(Comm_size, (Comm, int*))                                                                 \
  X(Comm_idup, (Comm, Comm*, NativeRequest*))                                                \
  X(Comm_group, (Comm, Group*))                                                              \
  X(Group_incl, (Group, int, const int*, Group*))                                            \
  X(Group_free, (Group*))                                                                    \
  X(Comm_create_group, (Comm, Group, int, Comm*))                                            \
  X(Comm_split, (Comm, int, int, Comm*))                                                     \
  X(Comm_free, (Comm*))                                                                      \
  X(Comm_set_errhandler, (Comm, Errhandler))                                                 \
  X(Op_create, (UserFunction, int, Op*))                                                     \
  X(Cancel, (NativeRequest*))                                                                \
  X(Test, (NativeRequest*, int*, Status*))                                                   \
  X(Iallreduce, (const void*, void*, int, Datatype, Op, Comm, NativeRequest*))               \
  X(Ireduce, (const void*, void*, int, Datatype, Op, int, Comm, NativeRequest*))             \
  X(Ireduce_scatter_block, (const void*, void*, int, Datatype, Op, Comm, NativeRequest*))    \
  X(Ibcast, (void*, int, Datatype, int, Comm, NativeRequest*))                               \
  X(Iallgather, (const void*, int, Datatype, void*, int, Datatype, Comm, NativeRequest*))    \
  X(Ialltoall, (const void*, int, Datatype, void*, int, Datatype, Comm, NativeRequest*))     \
  X(Igather, (const void*, int, Datatype, void*, int, Datatype, int, Comm, NativeRequest*))  \
  X(Iscatter, (const void*, int, Datatype, void*, int, Datatype, int, Comm, NativeRequest*)) \
  X(Isend, (const void*, int, Datatype, int, int, Comm, NativeRequest*))                     \
  X(Irecv, (void*, int, Datatype, int, int, Comm, NativeRequest*))                           \
  X(Ibarrier, (Comm, NativeRequest*))                                                        \
  X(Iprobe, (int, int, Comm, int*, Status*))

 public:
  static Mpi* make(void* library, std::string& missing) {
    auto* const made = new Adapter;
    const auto find = [&](const char* name) {
      void* const found = ::dlsym(library, name);
      if (!found && missing.empty()) missing = name;
      return found;
    };
#define GRIDCALL_MPI_FIND(name, parameters) \
  made->name##_ = reinterpret_cast<int(*) parameters>(find("MPI_" #name));
    GRIDCALL_MPI_FUNCTIONS(GRIDCALL_MPI_FIND)
#undef GRIDCALL_MPI_FIND
    // A program that is linked with MPI may have copies of its data, whose addresses are then the valid ones.
    made->constants_.find([&](const char* name) {
      void* const copied = ::dlsym(RTLD_DEFAULT, name);
      return copied ? copied : find(name);
    });
    if (missing.empty()) return made;
    delete made;
    return nullptr;
  }

  const char* abi() const noexcept override { return Abi::kName; }
  Handle world() const noexcept override { return out(constants_.world); }
  void* in_place() const noexcept override { return reinterpret_cast<void*>(Abi::kInPlace); }
  Handle reduction(BasicReduction of) const noexcept override {
    return out(constants_.ops[static_cast<int>(of)]);
  }

  int initialized(bool& done) override { return flag(Initialized_, done); }
  int finalized(bool& done) override { return flag(Finalized_, done); }
  int init_thread(ThreadLevel wanted, ThreadLevel& given) override {
    int level = 0;
    const int result = Init_thread_(nullptr, nullptr, Abi::kThreads[static_cast<int>(wanted)], &level);
    given = level_of(level);
    return result;
  }
  int query_thread(ThreadLevel& given) override {
    int level = 0;
    const int result = Query_thread_(&level);
    given = level_of(level);
    return result;
  }
  int finalize() override { return Finalize_(); }
  int version(int& major, int& minor) override { return Get_version_(&major, &minor); }
  std::string library_version() override {
    std::vector<char> text(8192 + 1);
    int length = 0;
    return Get_library_version_(text.data(), &length) == 0 ? std::string(text.data()) : std::string();
  }
  std::string error_text(int error) override {
    char text[1025] = {};
    int length = 0;
    return Error_string_(error, text, &length) == 0 ? std::string(text) : "error " + std::to_string(error);
  }
  bool is_truncation(int error) override {
    int of = 0;
    return Error_class_(error, &of) == 0 && of == Abi::kErrTruncate;
  }

  int rank(Handle comm, int& rank) override { return Comm_rank_(in<Comm>(comm), &rank); }
  int size(Handle comm, int& size) override { return Comm_size_(in<Comm>(comm), &size); }
  int duplicate_begin(Handle comm, Request& request) override {
    return Comm_idup_(in<Comm>(comm), &duplicated_, native(request));
  }
  Handle duplicated() const noexcept override { return out(duplicated_); }
  int create_group(Handle comm, const int* ranks, int count, int tag, Handle& made) override {
    Group all{}, members{};
    int result = Comm_group_(in<Comm>(comm), &all);
    if (result != 0) return result;
    result = Group_incl_(all, count, ranks, &members);
    Group_free_(&all);
    if (result != 0) return result;
    Comm native{};
    result = Comm_create_group_(in<Comm>(comm), members, tag, &native);
    Group_free_(&members);
    made = out(native);
    return result;
  }
  int split(Handle comm, int color, int key, Handle& made) override {
    Comm native{};
    const int result = Comm_split_(in<Comm>(comm), color == kNoColor ? Abi::kUndefined : color, key, &native);
    made = out(native);
    return result;
  }
  int free(Handle& comm) override {
    Comm native = in<Comm>(comm);
    return Comm_free_(&native);
  }
  int return_errors(Handle comm) override {
    return Comm_set_errhandler_(in<Comm>(comm), constants_.errors_return);
  }
  int create_reduction(Combine combine, Handle& made) override {
    Op native{};
    // The last parameter is a pointer everywhere, and it is unused.
    const int result =
        Op_create_(reinterpret_cast<UserFunction>(reinterpret_cast<void*>(combine)), 1, &native);
    made = out(native);
    return result;
  }

  int cancel(Request& request) override { return Cancel_(native(request)); }
  int test(Request& request, bool& done, int& source) override {
    Status status{};
    int is_done = 0;
    const int result = Test_(native(request), &is_done, &status);
    done = is_done != 0;
    if (done) source = Abi::source(status);
    return result;
  }

  int iallreduce(const void* src, void* dst, int count, Element type, Handle reduction, Handle comm,
                 Request& request) override {
    return Iallreduce_(src, dst, count, of(type), in<Op>(reduction), in<Comm>(comm), native(request));
  }
  int ireduce(const void* src, void* dst, int count, Element type, Handle reduction, int root, Handle comm,
              Request& request) override {
    return Ireduce_(src, dst, count, of(type), in<Op>(reduction), root, in<Comm>(comm), native(request));
  }
  int ireduce_scatter_block(const void* src, void* dst, int count, Element type, Handle reduction,
                            Handle comm, Request& request) override {
    return Ireduce_scatter_block_(src, dst, count, of(type), in<Op>(reduction), in<Comm>(comm),
                                  native(request));
  }
  int ibcast(void* bytes, int count, Element type, int root, Handle comm, Request& request) override {
    return Ibcast_(bytes, count, of(type), root, in<Comm>(comm), native(request));
  }
  int iallgather(const void* src, void* dst, int count, Element type, Handle comm,
                 Request& request) override {
    return Iallgather_(src, count, of(type), dst, count, of(type), in<Comm>(comm), native(request));
  }
  int ialltoall(const void* src, void* dst, int count, Element type, Handle comm, Request& request) override {
    return Ialltoall_(src, count, of(type), dst, count, of(type), in<Comm>(comm), native(request));
  }
  int igather(const void* src, void* dst, int count, Element type, int root, Handle comm,
              Request& request) override {
    return Igather_(src, count, of(type), dst, count, of(type), root, in<Comm>(comm), native(request));
  }
  int iscatter(const void* src, void* dst, int count, Element type, int root, Handle comm,
               Request& request) override {
    return Iscatter_(src, count, of(type), dst, count, of(type), root, in<Comm>(comm), native(request));
  }
  int isend(const void* src, int count, Element type, int peer, int tag, Handle comm,
            Request& request) override {
    return Isend_(src, count, of(type), peer, tag, in<Comm>(comm), native(request));
  }
  int irecv(void* dst, int count, Element type, int peer, int tag, Handle comm, Request& request) override {
    return Irecv_(dst, count, of(type), peer == kAnySource ? Abi::kAnySource : peer, tag, in<Comm>(comm),
                  native(request));
  }
  int ibarrier(Handle comm, Request& request) override { return Ibarrier_(in<Comm>(comm), native(request)); }
  int iprobe(int tag, Handle comm, bool& is_there, int& source) override {
    Status status{};
    int flag = 0;
    const int result = Iprobe_(Abi::kAnySource, tag, in<Comm>(comm), &flag, &status);
    is_there = flag != 0;
    if (is_there) source = Abi::source(status);
    return result;
  }

 private:
  static int flag(int (*function)(int*), bool& done) {
    int value = 0;
    const int result = function(&value);
    done = value != 0;
    return result;
  }
  Datatype of(Element type) const noexcept { return constants_.types[static_cast<int>(type)]; }

#define GRIDCALL_MPI_MEMBER(name, parameters) int(*name##_) parameters = nullptr;
  GRIDCALL_MPI_FUNCTIONS(GRIDCALL_MPI_MEMBER)
#undef GRIDCALL_MPI_MEMBER
#undef GRIDCALL_MPI_FUNCTIONS
  typename Abi::Constants constants_;
  Comm duplicated_{};
};

}  // namespace gridcall::comm::mpi
