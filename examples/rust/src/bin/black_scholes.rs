// SPDX-License-Identifier: Apache-2.0

//! Prices options by Monte Carlo, and by the formula of Black and Scholes: random numbers, one reduction of an expression for
//! each price, and no kernel of its own.

use gridcall::{
    scalar, Context, Ndarray, NdarrayOf, RandomDistribution, RandomOptions, Reduction, Result,
};

const PATHS: u64 = 1 << 22;

fn main() -> Result<()> {
    let (price, rate, volatility, years) = (100f64, 0.05f64, 0.2f64, 1f64);
    let drift = (rate - volatility * volatility / 2.0) * years;
    let deviation = volatility * years.sqrt();
    let discount = (-rate * years).exp();
    let context = Context::default()?;
    let normal = NdarrayOf::<f64>::zeros(&context, &[PATHS])?;
    let one = NdarrayOf::<f64>::zeros(&context, &[])?;
    let random = RandomOptions {
        distribution: RandomDistribution::NORMAL,
        seed: 2026,
        b: 1.0,
        ..Default::default()
    };
    normal.fill_random(&random, None)?;

    println!("{PATHS} paths, price {price:.0}, rate {rate:.2}, volatility {volatility:.2}");
    for strike in (80..=120).step_by(10) {
        let k = f64::from(strike);
        let path = [scalar(price * drift.exp()), scalar(deviation), scalar(k)];
        let gain = "fmax(x * exp(y * a) - z, 0.0)";
        let sum = [Reduction::SUM];
        Ndarray::transform_reduce(&[&one], gain, &[&normal], None, &path, &sum, &[], None)?;
        let sampled = discount * one.to_vec()?[0] / PATHS as f64;
        let d = ((price / k).ln() + drift) / deviation;
        let call = [
            scalar(price),
            scalar(d + deviation),
            scalar(discount * k),
            scalar(d),
        ];
        one.apply("x * normcdf(y) - z * normcdf(u)", &[], &call, None)?;
        let exact = one.to_vec()?[0];
        println!("strike {strike}: {sampled:.3} by Monte Carlo, {exact:.3} by the formula");
    }
    Ok(())
}
