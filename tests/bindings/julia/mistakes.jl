# SPDX-License-Identifier: Apache-2.0
#
# The deliberate mistakes of ../mistakes.py: `NAME TAB MESSAGE` for each.

using GridCall

struct Pair2
    a::Int32
    b::Int32
end

const cpu = Device("cpu")
const on = Context(cpu)
const apart = GridCall.context_create(cpu)
const code = CodeModule(on, read(ARGS[1], String); name = "mistakes.cu")
const scale, record = kernel(code, "scale"), kernel(code, "record")
const stream, other_stream, closed_stream = Stream(on), Stream(apart), Stream(on)
const pool, mem = Pool(on), Mem(on, 400)
const x, doubles = DeviceArray(zeros(Float32, 100); context = on), DeviceArray(zeros(100); context = on)
const other, closed = DeviceArray(zeros(Float32, 100); context = apart), DeviceArray(zeros(Float32, 100); context = on)
const closed_host, closed_kernel = HostArray{Float32}(undef, 100; context = on), kernel(code, "scale")
const array, two = GridCall.Ndarray(x), GridCall.Ndarray(DeviceArray(zeros(Float32, 99); context = on))
const f, n = 2f0, Int32(100)
const host, odd = zeros(Float32, 100), GridCall.sub_region(mem, 1, 33)
GridCall.set_limit!(pool, 1 << 20)
foreach(close, (closed, closed_stream, closed_kernel, closed_host))
const prepared = prepare(scale, (x, f, n); grid = 1, block = 32)
const graph = capture(() -> scale[1, 32](x, f, n; stream = stream), stream)

run(arguments...; grid = 1, block = 32, options...) = launch(scale, arguments; grid = grid, block = block, options...)
function waited(name; options...)
    launch(kernel(code, name), (DeviceArray(zeros(Float32, 8); context = on),); grid = 1, block = 1, stream = stream, options...)
    synchronize(stream)
end
captured(queue) = (s = Stream(on); capture(() -> queue(s), s))

const MISTAKES = [
    "few_arguments" => () -> run(x, f),
    "many_arguments" => () -> run(x, f, n, n),
    "double_for_float" => () -> run(x, 2.0, n),
    "int_for_float" => () -> run(x, Int32(2), n),
    "long_for_int" => () -> run(x, f, 5),
    "doubles_for_floats" => () -> run(doubles, f, n),
    "memory_for_number" => () -> run(x, x, n),
    "number_for_memory" => () -> run(5, f, n),
    "host_array" => () -> run(zeros(Float32, 100), f, n),
    "host_memory" => () -> run(pointer(host), f, n),
    "odd_part" => () -> run(odd, f, n),
    "struct_size" => () -> launch(record, (Pair2(1, 2),); grid = 1, block = 1),
    "text_argument" => () -> run("x", f, n),
    "other_context_memory" => () -> run(other, f, n),
    "other_context_stream" => () -> run(x, f, n; stream = other_stream),
    "released_argument" => () -> run(closed, f, n),
    "released_kernel" => () -> launch(closed_kernel, (x, f, n); grid = 1, block = 32),
    "released_stream" => () -> run(x, f, n; stream = closed_stream),
    "staged_type" => () -> run(InOut(zeros(9)), f, n),
    "grid_zero" => () -> run(x, f, n; grid = 0),
    "block_zero" => () -> run(x, f, n; block = 0),
    "block_large" => () -> run(x, f, n; block = 2048),
    "block_product" => () -> run(x, f, n; block = (32, 32, 2)),
    "grid_large" => () -> run(x, f, n; grid = (1, 70000), block = 1),
    "shared_large" => () -> run(x, f, n; shared = 1 << 20),
    "negative_grid" => () -> run(x, f, n; grid = -1),
    "negative_timeout" => () -> run(x, f, n; timeout = -1),
    "prepared_index" => () -> prepared[4] = n,
    "index_zero" => () -> prepared[0] = n,
    "prepared_type" => () -> prepared[1] = doubles,
    "graph_node" => () -> graph[6, 1] = x,
    "graph_index" => () -> graph[1, 4] = x,
    "graph_type" => () -> graph[1, 1] = doubles,
    "upload_long" => () -> copyto!(x, zeros(Float32, 101)),
    "download_long" => () -> copyto!(zeros(Float32, 100), 1, x, 1, 101),
    "bytes_long" => () -> GridCall.memcpy_htod(mem, 0, zeros(UInt8, 404)),
    "elements_past" => () -> view(x, 90:110),
    "element" => () -> x[1],
    "part_past" => () -> GridCall.sub_region(mem, 390, 20),
    "released" => () -> Array(closed),
    "released_host_array" => () -> closed_host[1],
    "size_zero" => () -> Mem(on, 0),
    "negative_size" => () -> DeviceArray{Float32}(undef, -1),
    "pointers" => () -> DeviceArray{String}(undef, 1),
    "too_large" => () -> DeviceArray{Float32}(undef, 1 << 48; context = on),
    "pool_limit" => () -> DeviceArray{UInt8}(undef, 2 << 20; pool = pool),
    "fill_long" => () -> GridCall.memset(mem, 0, ntuple(_ -> 0x00, 129), 1),
    "copy_overlap" => () -> GridCall.memcpy(mem, 4, mem, 0, 100),
    "copy_type" => () -> copyto!(x, doubles),
    "map_past" => () -> GridCall.mem_map(mem, 390, 20; flags = :READ),
    "map_flags" => () -> GridCall.mem_map(mem, 0, 20),
    "host_address" => () -> GridCall.host_address(mem),
    "kernel_name" => () -> kernel(code, "scael"),
    "global_name" => () -> GridCall.module_global(code, "tabel"),
    "no_file" => () -> GridCall.module_from_file(on, "/nowhere/k.cu"),
    "folder" => () -> GridCall.module_from_file(on, "/"),
    "include" => () -> CodeModule(on, "#include \"mine.h\"\n"),
    "syntax" => () -> CodeModule(on, "__global__ void k() { int x = 1 }"),
    "option" => () -> CodeModule(on, "__global__ void k() {}"; options = ["--expt-nothing"]),
    "image" => () -> GridCall.module_from_buffer(on, zeros(UInt8, 20)),
    "device_name" => () -> Device("gpuu"),
    "device_index" => () -> GridCall.device_by_index(99),
    "device_attribute" => () -> GridCall.attribute(cpu, 9999),
    "attribute_name" => () -> GridCall.attribute(cpu, :WARP_SIZ),
    "enum_name" => () -> GridCall.mem_create(on; size = 64, place = :DEVISE),
    "flag_name" => () -> Stream(on; flags = :NON_BLOKING),
    "capture_wait" => () -> captured(synchronize),
    "capture_copy" => () -> captured(s -> copyto!(zeros(Float32, 100), 1, x, 1, 100; stream = s)),
    "capture_end" => () -> GridCall.end_capture(stream),
    "capture_twice" => () -> captured(s -> GridCall.begin_capture(s, :RELAXED)),
    "event_unrecorded" => () -> GridCall.elapsed(Event(on), Event(on)),
    "past_end" => () -> waited("past"),
    "endless" => () -> waited("endless"; timeout = 0.05),
    "expression_half" => () -> GridCall.apply(array, "a +", [array], []),
    "expression_name" => () -> GridCall.apply(array, "a + foo", [array], []),
    "expression_read" => () -> GridCall.apply(array, "*(float*)8", [], []),
    "expression_inputs" => () -> GridCall.apply(array, "a + b", [array], []),
    "shapes" => () -> GridCall.apply(array, "a", [two], []),
    "reshape" => () -> GridCall.ndarray_reshape(array, [3, 33]),
    "reshape_array" => () -> reshape(x, 3, 33),
    "axis" => () -> GridCall.ndarray_reduce(array, two, :SUM, [3]),
    "broadcast_call" => () -> lowercase.(x),
    "broadcast_array" => () -> x .+ zeros(Float32, 100),
    "reduce_call" => () -> reduce(xor, x),
    "texture_of_nothing" => () -> GridCall.Texture(on),
    "array_empty" => () -> GridCall.OpaqueArray(on; width = 0, format = :FLOAT, channels = 1),
    "array_channels" => () -> GridCall.OpaqueArray(on; width = 4, format = :FLOAT, channels = 3),
    "nul_in_text" => () -> kernel(code, "a\0b"),
]

for (name, mistake) in MISTAKES
    said = try
        mistake()
        "no error"
    catch e
        sprint(showerror, e)
    end
    println(name, '\t', replace(said, '\n' => "\\n"))
end
