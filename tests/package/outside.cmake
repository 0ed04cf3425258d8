# SPDX-License-Identifier: Apache-2.0
# The CMakeLists.txt of an outside project, of C alone.
cmake_minimum_required(VERSION 3.16)
project(outside LANGUAGES C)
find_package(gridcall 0.1 REQUIRED)
add_executable(shared outside.c)
target_link_libraries(shared PRIVATE gridcall::gridcall)
add_executable(static outside.c)
target_link_libraries(static PRIVATE gridcall::gridcall_static)
add_executable(plugin plugin.c)
target_include_directories(plugin PRIVATE $<TARGET_PROPERTY:gridcall::gridcall,INTERFACE_INCLUDE_DIRECTORIES>)
target_link_libraries(plugin PRIVATE ${CMAKE_DL_LIBS})
