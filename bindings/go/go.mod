module github.com/gridcall/gridcall/bindings/go

go 1.24
