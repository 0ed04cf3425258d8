# SPDX-License-Identifier: Apache-2.0
# julia offline.jl: an empty registry in the first depot, if that has none, so that Pkg.develop and Pkg.test need no network.

registries = joinpath(first(DEPOT_PATH), "registries")
if isdir(registries) && !isempty(readdir(registries))
    println("there is a registry in ", registries)
else
    folder = mkpath(joinpath(registries, "Empty"))
    write(joinpath(folder, "Registry.toml"), """
        name = "Empty"
        uuid = "5e0e7a3c-6b55-4c2c-8a34-0c3c4fb1a6d1"
        repo = ""
        description = "A registry without packages"

        [packages]
        """)
    println("made an empty registry in ", folder)
end
