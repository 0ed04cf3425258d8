module github.com/gridcall/gridcall/tests/bindings/go

go 1.24

require github.com/gridcall/gridcall/bindings/go v0.1.0

replace github.com/gridcall/gridcall/bindings/go => ../../../bindings/go
