# SPDX-License-Identifier: Apache-2.0
#
# cpack reads this once for each kind of package: Debian's files lie below /usr, an archive has a folder of its own.
if(CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
endif()
if(CPACK_GENERATOR STREQUAL "TGZ")
  set(CPACK_COMPONENTS_ALL runtime dev tools)
endif()
