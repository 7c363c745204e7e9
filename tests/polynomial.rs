//! The root finder against polynomials whose roots are known because they were made of them.

use collidoscope::engine::polynomial::{Root, all_real_roots, real_roots_watched};
use collidoscope::engine::probe::NoProbe;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Coefficients of `Π (x − root)`, times `scale`, rounded to `f64` from sums of twice its length, so that what is lost
/// is only what the coefficients cannot hold.
fn from_roots(roots: &[f64], scale: f64) -> Vec<f64> {
    let mut c = vec![(1.0, 0.0)];
    for &root in roots {
        let mut next = vec![(0.0, 0.0); c.len() + 1];
        for (power, &(high, low)) in c.iter().enumerate() {
            next[power + 1] = add(next[power + 1], (high, low));
            let product = high * -root;
            let lost = high.mul_add(-root, -product);
            next[power] = add(next[power], (product, lost + low * -root));
        }
        c = next;
    }
    c.iter().map(|(high, low)| (high + low) * scale).collect()
}

/// Sum of two numbers held as an unevaluated sum (T. J. Dekker, 1971).
fn add(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    let sum = a.0 + b.0;
    let part = sum - a.0;
    let lost = (a.0 - (sum - part)) + (b.0 - part) + a.1 + b.1;
    let high = sum + lost;
    (high, lost - (high - sum))
}

/// Each known root has a found one: within 1e-6 of itself, or one that says that it is ill-conditioned and does not
/// claim more than it knows. Says how many were ill-conditioned.
fn assert_found(known: &[f64], found: &[Root], coefficients: &[f64]) -> usize {
    let all: u32 = found.iter().map(|root| root.multiplicity).sum();
    assert_eq!(all as usize, known.len(), "{known:?}: {found:?} of {coefficients:?}");
    assert!(found.windows(2).all(|two| two[0].value < two[1].value), "{found:?}");
    let mut sorted = known.to_vec();
    sorted.sort_by(f64::total_cmp);
    let each = found.iter().flat_map(|root| std::iter::repeat_n(root, root.multiplicity as usize));
    let mut ill = 0;
    for (known, root) in sorted.iter().zip(each) {
        let error = (root.value - known).abs();
        if root.is_ill_conditioned() {
            // Rounding of the coefficients moves a root by no more than the edge of the noise.
            assert!(error <= 1.01 * root.uncertainty, "{sorted:?}: {root:?} of {coefficients:?}");
            ill += 1;
        } else {
            assert!(error <= 1e-6 * known.abs(), "{sorted:?}: {root:?} of {coefficients:?}");
        }
    }
    ill
}

fn random_roots(random: &mut Pcg64Mcg) -> Vec<f64> {
    let degree = random.random_range(1..=8);
    let size = [1e-3, 1.0, 1.0, 1.0, 50.0][random.random_range(0..5)];
    let mut roots: Vec<f64> = Vec::new();
    while roots.len() < degree {
        let root = match random.random_range(0..6) {
            // Again one that is there already, or one close by.
            0 if !roots.is_empty() => roots[random.random_range(0..roots.len())],
            1 if !roots.is_empty() => {
                let near = [1e-1, 1e-3, 1e-5, 1e-8][random.random_range(0..4)];
                roots[random.random_range(0..roots.len())] * (1.0 + near * random.random_range(-1.0..1.0))
            }
            2 => 0.25 * size * f64::from(random.random_range(-20..=20)),
            _ => size * random.random_range(-10.0..10.0),
        };
        roots.push(root);
    }
    roots
}

#[test]
fn a_hundred_thousand_known_polynomials_have_their_roots_or_say_that_they_are_ill_conditioned() {
    let mut random = Pcg64Mcg::seed_from_u64(6);
    let (mut ill, mut well, mut multiple) = (0, 0, 0);
    for _ in 0..100_000 {
        let known = random_roots(&mut random);
        let coefficients = from_roots(&known, [1.0, 1e-9, -3e7][random.random_range(0..3)]);
        let found = all_real_roots(&coefficients);
        let bad = assert_found(&known, &found, &coefficients);
        ill += bad;
        well += known.len() - bad;
        multiple += usize::from(found.iter().any(|root| root.multiplicity > 1 && !root.is_ill_conditioned()));
    }
    println!("{well} roots to 1e-6, {ill} ill-conditioned, {multiple} polynomials with a multiple root that is not");
    assert!(well > 250_000 && ill > 20_000 && multiple > 10_000, "{well} well, {ill} ill, {multiple} multiple: one-sided");
}

#[test]
fn separate_roots_are_never_called_ill_conditioned() {
    let mut random = Pcg64Mcg::seed_from_u64(7);
    for _ in 0..20_000 {
        // At least 0.4 apart at a size of up to 5: the condition stays below some 1e6.
        let degree = random.random_range(1..=8);
        let known: Vec<f64> = (0..degree).map(|k| f64::from(k) - 3.7 + random.random_range(-0.3..0.3)).collect();
        let coefficients = from_roots(&known, 1.0);
        let found = all_real_roots(&coefficients);
        assert!(found.iter().all(|root| root.multiplicity == 1), "{known:?} {found:?}");
        assert_found(&known, &found, &coefficients);
        assert!(found.iter().all(|root| !root.is_ill_conditioned()), "{known:?} {found:?}");
    }
}

#[test]
fn factors_without_a_real_root_add_none() {
    let mut random = Pcg64Mcg::seed_from_u64(8);
    let mut with = 0;
    for _ in 0..20_000 {
        let known: Vec<f64> = (0..random.random_range(0..=4)).map(|k| f64::from(k) - 1.8 + random.random_range(-0.3..0.3)).collect();
        let mut coefficients = from_roots(&known, 1.0);
        for _ in 0..random.random_range(1..=2) {
            // (x − p)² + q² with q of 0.3 and more.
            let (p, q) = (random.random_range(-3.0..3.0_f64), random.random_range(0.3..2.0_f64));
            let factor = [p * p + q * q, -2.0 * p, 1.0];
            let mut product = vec![0.0; coefficients.len() + 2];
            for (i, c) in coefficients.iter().enumerate() {
                for (k, f) in factor.iter().enumerate() {
                    product[i + k] += c * f;
                }
            }
            coefficients = product;
        }
        assert_found(&known, &all_real_roots(&coefficients), &coefficients);
        with += usize::from(!known.is_empty());
    }
    assert!(with > 10_000, "{with}");
}

#[test]
fn the_quartic_of_a_circle_and_a_parabola_has_its_four_known_roots() {
    // x² + y² = 1 with x = 2t − 1, y = 8t² − 9t + 1; its roots, to five digits.
    let roots = real_roots_watched(&[1.0, -22.0, 101.0, -144.0, 64.0], -1.0, 2.0, &mut NoProbe);
    let known = [0.06118, 0.28147, 0.90735, 1.0];
    assert_eq!(roots.len(), 4);
    assert!(roots.iter().zip(known).all(|(root, known)| (root.value - known).abs() < 1e-5), "{roots:?}");
}

#[test]
fn wilkinsons_perturbed_cluster_is_reported_and_not_guessed() {
    // (x − 1)⁸, and the same with its constant moved by 1e-14: a ring of roots of radius 1e-14^(1/8) = 0.018.
    let eight = from_roots(&[1.0; 8], 1.0);
    let found = all_real_roots(&eight);
    assert_eq!(found.len(), 1);
    assert!(found[0].multiplicity == 8 && found[0].is_ill_conditioned() && (found[0].value - 1.0).abs() < 1e-6, "{found:?}");
    assert!(found[0].uncertainty > 5e-3 && found[0].uncertainty < 0.1, "{found:?}");
}
