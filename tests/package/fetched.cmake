# SPDX-License-Identifier: Apache-2.0
# The CMakeLists.txt of a project that has the sources as a part of it, as docs/guide/linking.md shows it.
cmake_minimum_required(VERSION 3.25)
project(parent LANGUAGES C)
include(FetchContent)
FetchContent_Declare(gridcall SOURCE_DIR ${CHECKOUT})
FetchContent_MakeAvailable(gridcall)
add_executable(first first.c)
target_link_libraries(first PRIVATE gridcall::gridcall)
enable_testing()
add_test(NAME first COMMAND first)
