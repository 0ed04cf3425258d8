// SPDX-License-Identifier: Apache-2.0
//
// The place of this library, so that what was installed with it is found.

#pragma once

#include <string>
#include <vector>

namespace gridcall {

// Returns folders without a final slash: of the file as it was opened and, if that is a link, of its target.
// In a program that contains the library they are the program's. Empty if the system does not tell.
const std::vector<std::string>& own_folders();

// Returns the places of a library that is opened at run time, best first: beside this one, in its own folder
// of an installation, in the loader's search path (an empty string), and in the installation that a program
// with this library linked in uses.
std::vector<std::string> plugin_places();

// Return the folders in which libraries, and programs that they start, are installed according to the build.
std::string installed_libraries();
std::string installed_programs();

}  // namespace gridcall
