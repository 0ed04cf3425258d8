#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prices options by Monte Carlo, and by the formula of Black and Scholes: random numbers, one reduction of an expression for each price, and
no kernel of its own."""

import math

import gridcall as gc
from gridcall import preview

PATHS = 1 << 22


def main():
    price, rate, volatility, years = 100, 0.05, 0.2, 1
    drift, deviation, discount = (rate - volatility**2 / 2) * years, volatility * math.sqrt(years), math.exp(-rate * years)
    normal, one = gc.empty(PATHS, "float64"), gc.empty((), "float64")
    preview.ndarray_fill_random(normal, distribution="NORMAL", seed=2026, b=1)

    print(f"{PATHS} paths, price {price}, rate {rate:.2f}, volatility {volatility:.2f}")
    for strike in range(80, 130, 10):
        path = [price * math.exp(drift), deviation, float(strike)]
        preview.ndarray_transform_reduce([one], "fmax(x * exp(y * a) - z, 0.0)", [normal], path, ["SUM"], [])
        sampled = discount * one.item() / PATHS
        d = (math.log(price / strike) + drift) / deviation
        one.apply("x * normcdf(y) - z * normcdf(u)", [], [float(price), d + deviation, discount * strike, d])
        print(f"strike {strike}: {sampled:.3f} by Monte Carlo, {one.item():.3f} by the formula")


main()
