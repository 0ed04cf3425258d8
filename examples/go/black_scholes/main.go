// SPDX-License-Identifier: Apache-2.0

// Command black_scholes prices options by Monte Carlo, and by the formula of Black and Scholes: random numbers, one reduction
// of an expression for each price, and no kernel of its own.
package main

import (
	"fmt"
	"log"
	"math"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const paths = 1 << 22

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	price, rate, volatility, years := 100.0, 0.05, 0.2, 1.0
	drift, deviation := (rate-volatility*volatility/2)*years, volatility*math.Sqrt(years)
	discount := math.Exp(-rate * years)
	context := must(gridcall.ContextDefault())
	defer context.Close()
	normal := must(gridcall.NewNdarrayOf[float64](context, paths))
	defer normal.Close()
	one := must(gridcall.NewNdarrayOf[float64](context))
	defer one.Close()
	check(normal.FillRandom(&gridcall.RandomOptions{Distribution: gridcall.RandomDistributionNormal, Seed: 2026, B: 1}, nil))

	fmt.Printf("%d paths, price %.0f, rate %.2f, volatility %.2f\n", paths, price, rate, volatility)
	for strike := 80.0; strike <= 120; strike += 10 {
		path := gridcall.ScalarsOf(price*math.Exp(drift), deviation, strike)
		gain, sum := "fmax(x * exp(y * a) - z, 0.0)", []gridcall.Reduction{gridcall.ReductionSum}
		check(gridcall.NdarrayTransformReduce(gridcall.Ndarrays(one), gain, gridcall.Ndarrays(normal), nil, path, sum, nil, nil))
		sampled := discount * must(one.Values())[0] / paths
		d := (math.Log(price/strike) + drift) / deviation
		check(one.Apply("x * normcdf(y) - z * normcdf(u)", nil, gridcall.ScalarsOf(price, d+deviation, discount*strike, d), nil))
		fmt.Printf("strike %.0f: %.3f by Monte Carlo, %.3f by the formula\n", strike, sampled, must(one.Values())[0])
	}
}
