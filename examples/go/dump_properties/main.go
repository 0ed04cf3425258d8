// SPDX-License-Identifier: Apache-2.0

// Command dump_properties prints what is known of a device. Without an argument: the names of its limits, which every
// device has. With --all: everything, with its values, of every device.
package main

import (
	"fmt"
	"log"
	"os"
	"strings"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func dump(device *gridcall.Device) {
	fmt.Printf("device %d: %s\n", must(device.Index()), must(device.Name()))
	major, minor, err := device.ComputeCapability()
	check(err)
	fmt.Printf("  compute capability: %d.%d\n", major, minor)
	fmt.Printf("  total memory: %d KB\n", must(device.TotalMemory())/1024)
	for _, entry := range must(device.Attributes()) {
		fmt.Printf("  %v: %d\n", entry.Attribute, entry.Value)
	}
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "--all" {
		count := must(gridcall.DeviceCount())
		fmt.Println("devices:", count)
		for index := range count {
			dump(must(gridcall.DeviceByIndex(index)))
		}
		return
	}
	context := must(gridcall.ContextDefault())
	defer context.Close()
	for _, entry := range must(must(context.Device()).Attributes()) {
		if name := entry.Attribute.String(); strings.HasPrefix(name, "MAX_") {
			fmt.Println(name)
		}
	}
}
