//! Distributions, with the same bits on every machine: only `libm`, roots and plain arithmetic.

/// The share of the standard normal distribution below this many standard deviations.
pub(super) fn normal_below(deviations: f64) -> f64 {
    libm::erfc(-deviations / std::f64::consts::SQRT_2) / 2.0
}

/// The number of standard deviations below which a share of the standard normal distribution lies, to 16 digits
/// (Wichura 1988, algorithm AS 241). The share is strictly between 0 and 1.
pub(crate) fn normal_quantile(share: f64) -> f64 {
    let beside = share - 0.5;
    if beside.abs() <= 0.425 {
        let at = 0.425 * 0.425 - beside * beside;
        return beside * polynomial(&MIDDLE[0], at) / polynomial(&MIDDLE[1], at);
    }
    let at = (-libm::log(share.min(1.0 - share))).sqrt();
    let [over, under] = if at <= 5.0 { TAIL } else { FAR_TAIL };
    let from = if at <= 5.0 { 1.6 } else { 5.0 };
    (polynomial(&over, at - from) / polynomial(&under, at - from)).copysign(beside)
}

/// The number below which a share of Student's distribution lies, by the first terms of its expansion in the inverse
/// of the degrees of freedom (Abramowitz & Stegun 26.7.5): to a thousandth from 4 degrees on, for shares up to 0.98.
pub(crate) fn student_quantile(share: f64, degrees_of_freedom: f64) -> f64 {
    let z = normal_quantile(share);
    let square = z * z;
    let terms = [
        (square + 1.0) / 4.0,
        ((5.0 * square + 16.0) * square + 3.0) / 96.0,
        (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 384.0,
        ((((79.0 * square + 776.0) * square + 1482.0) * square - 1920.0) * square - 945.0) / 92160.0,
    ];
    z + z * terms.iter().rev().fold(0.0, |sum, term| (sum + term) / degrees_of_freedom)
}

/// Coefficients of a rational function, above and below the line, those of higher powers last.
type Rational = [[f64; 8]; 2];

const MIDDLE: Rational = [
    [
        3.387_132_872_796_366_5,
        1.331_416_678_917_843_8e2,
        1.971_590_950_306_551_3e3,
        1.373_169_376_550_946e4,
        4.592_195_393_154_987e4,
        6.726_577_092_700_87e4,
        3.343_057_558_358_813e4,
        2.509_080_928_730_122_7e3,
    ],
    [
        1.0,
        4.231_333_070_160_091e1,
        6.871_870_074_920_579e2,
        5.394_196_021_424_751e3,
        2.121_379_430_158_66e4,
        3.930_789_580_009_271e4,
        2.872_908_573_572_194_3e4,
        5.226_495_278_852_854e3,
    ],
];

const TAIL: Rational = [
    [
        1.423_437_110_749_683_5,
        4.630_337_846_156_546,
        5.769_497_221_460_691,
        3.647_848_324_763_204_5,
        1.270_458_252_452_368_4,
        2.417_807_251_774_506e-1,
        2.272_384_498_926_918_4e-2,
        7.745_450_142_783_414e-4,
    ],
    [
        1.0,
        2.053_191_626_637_759,
        1.676_384_830_183_803_8,
        6.897_673_349_851e-1,
        1.481_039_764_274_800_8e-1,
        1.519_866_656_361_645_7e-2,
        5.475_938_084_995_345e-4,
        1.050_750_071_644_416_9e-9,
    ],
];

const FAR_TAIL: Rational = [
    [
        6.657_904_643_501_103,
        5.463_784_911_164_114,
        1.784_826_539_917_291_3,
        2.965_605_718_285_048_7e-1,
        2.653_218_952_657_612_4e-2,
        1.242_660_947_388_078_4e-3,
        2.711_555_568_743_487_6e-5,
        2.010_334_399_292_288_1e-7,
    ],
    [
        1.0,
        5.998_322_065_558_88e-1,
        1.369_298_809_227_358e-1,
        1.487_536_129_085_061_5e-2,
        7.868_691_311_456_133e-4,
        1.846_318_317_510_054_8e-5,
        1.421_511_758_316_446e-7,
        2.044_263_103_389_939_8e-15,
    ],
];

fn polynomial(coefficients: &[f64; 8], at: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * at + coefficient)
}

/// How likely equals are to come to a result at least as far from level, if this many games were decided for the one and
/// the other: twice the tail of the binomial distribution.
pub(super) fn by_chance_of_equals(wins: f64, losses: f64) -> f64 {
    let (more, fewer) = (wins.max(losses), wins.min(losses));
    if more > fewer { (2.0 * half_beta(more, fewer + 1.0)).min(1.0) } else { 1.0 }
}

/// The regularised incomplete beta function at one half, for `a >= b`: its continued fraction, which converges in
/// about the root of `a` steps there (Numerical Recipes, section 6.4; the method is that of Lentz).
fn half_beta(a: f64, b: f64) -> f64 {
    const HALF: f64 = 0.5;
    let apart_from_zero = |number: f64| if number.abs() < 1e-300 { 1e-300 } else { number };
    let front = libm::lgamma(a + b)
        - libm::lgamma(a)
        - libm::lgamma(b)
        - (a + b) * std::f64::consts::LN_2
        - libm::log(a);
    let mut above = 1.0;
    let mut below = 1.0 / apart_from_zero(1.0 - (a + b) * HALF / (a + 1.0));
    let mut fraction = below;
    let mut step = 0.0;
    loop {
        step += 1.0;
        let at = a + 2.0 * step;
        let even = step * (b - step) * HALF / ((at - 1.0) * at);
        let odd = -(a + step) * (a + b + step) * HALF / (at * (at + 1.0));
        let mut change = 1.0;
        for term in [even, odd] {
            below = 1.0 / apart_from_zero(1.0 + term * below);
            above = apart_from_zero(1.0 + term / above);
            change = below * above;
            fraction *= change;
        }
        if (change - 1.0).abs() < 1e-14 || step > 1e5 {
            return libm::exp(front) * fraction;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{ContinuousCDF, Normal, StudentsT};
    use statrs::function::beta::beta_reg;

    #[test]
    fn quantiles_are_those_of_another_library() {
        let shares = (1..1000).map(|n| f64::from(n) / 1000.0).chain([1e-8, 1e-20, 1e-100, 1.0 - 1e-12]);
        for share in shares {
            let other = Normal::standard().inverse_cdf(share);
            let ours = normal_quantile(share);
            assert!((ours - other).abs() < 1e-9 * (1.0 + other.abs()), "{share}: {ours} is not {other}");
            let back = normal_below(ours);
            assert!((back - share).abs() < 1e-13 * (1.0 + share), "{share}: {back}");
        }
    }

    #[test]
    fn students_quantiles_are_those_of_another_library() {
        for degrees in [4.0, 7.0, 18.0, 200.0] {
            for share in [0.03, 0.5, 0.8, 0.975] {
                let other = StudentsT::new(0.0, 1.0, degrees).unwrap().inverse_cdf(share);
                let ours = student_quantile(share, degrees);
                assert!(
                    (ours - other).abs() < 1e-3 * (1.0 + other.abs()),
                    "{share}, {degrees}: {ours}, {other}"
                );
            }
        }
    }

    #[test]
    fn chances_of_equals_are_those_of_another_library() {
        for more in [1.0, 2.0, 2.5, 7.0, 40.0, 1000.0, 1e6] {
            for share in [0.0, 0.1, 0.5, 0.9, 0.97] {
                let fewer = more * share;
                let other = (2.0 * beta_reg(more, fewer + 1.0, 0.5)).min(1.0);
                let ours = by_chance_of_equals(fewer, more);
                assert!(
                    (ours - other).abs() < 1e-9 * other + 1e-15,
                    "{more}, {fewer}: {ours} is not {other}"
                );
            }
        }
    }

    /// 8 of 9 is as far from level as 20 of 512 cases.
    #[test]
    fn chances_of_equals_count_cases() {
        assert!((by_chance_of_equals(8.0, 1.0) - 20.0 / 512.0).abs() < 1e-12);
        assert!((by_chance_of_equals(0.0, 10.0) - 2.0 / 1024.0).abs() < 1e-12);
        assert!((by_chance_of_equals(4.0, 4.0) - 1.0).abs() < 1e-12);
        assert!((by_chance_of_equals(0.0, 0.0) - 1.0).abs() < 1e-12);
    }
}
