// SPDX-License-Identifier: Apache-2.0
//
// The place of this library, so that what was installed with it is found.

#pragma once

#include <string>
#include <vector>

namespace gridcall {

// The folders, without a slash at the end: of the file as it was opened and, where that is a link, of the
// file itself. Of a program that the library was linked into, that program's. Empty if the system does not
// tell.
std::vector<std::string> own_folders();

// The places of a library that is opened at run time, best first: beside this one, in the folder of its own
// that an installed tree has, where the loader looks (an empty string), and where a program that this library
// was linked into finds the installed one.
std::vector<std::string> plugin_places();

// Folders where the build says that libraries, and programs that they start, are installed.
std::string installed_libraries();
std::string installed_programs();

}  // namespace gridcall
