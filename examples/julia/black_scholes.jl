# SPDX-License-Identifier: Apache-2.0
#
# Prices options by Monte Carlo, and by the formula of Black and Scholes: random numbers, one reduction of an expression for each
# price, and no kernel of its own.

using GridCall
using GridCall.Preview: fill_random, ndarray_transform_reduce
using Printf

function main()
    paths = 1 << 22
    price, rate, volatility, years = 100.0, 0.05, 0.2, 1.0
    drift, deviation, discount = (rate - volatility^2 / 2) * years, volatility * sqrt(years), exp(-rate * years)
    context = Context()
    normal = GridCall.ndarray_create(context; scalar_type = :FLOAT64, shape = (paths,))
    one = GridCall.ndarray_create(context; scalar_type = :FLOAT64)
    fill_random(normal; distribution = :NORMAL, seed = 2026, b = 1)

    @printf("%d paths, price %.0f, rate %.2f, volatility %.2f\n", paths, price, rate, volatility)
    for strike in 80:10:120
        path = (price * exp(drift), deviation, strike)
        ndarray_transform_reduce((one,), "fmax(x * exp(y * a) - z, 0.0)", (normal,), path, (:SUM,), ())
        sampled = discount * Array(one)[] / paths
        d = (log(price / strike) + drift) / deviation
        GridCall.apply(one, "x * normcdf(y) - z * normcdf(u)", (), (price, d + deviation, discount * strike, d))
        @printf("strike %d: %.3f by Monte Carlo, %.3f by the formula\n", strike, sampled, Array(one)[])
    end
end

main()
