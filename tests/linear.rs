//! LU decomposition against nalgebra, which factors by other methods (QR, SVD, eigenvectors), on random systems of all
//! sorts.

use collidoscope::engine::linear::{LinearError, Lu, LuStep, Matrix, ROUNDING};
use collidoscope::engine::probe::NoProbe;
use nalgebra::{DMatrix, DVector};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

const EPSILON: f64 = f64::EPSILON;

fn ours(theirs: &DMatrix<f64>) -> Matrix {
    let mut matrix = Matrix::zero(theirs.nrows(), theirs.ncols());
    for r in 0..theirs.nrows() {
        (0..theirs.ncols()).for_each(|c| matrix[(r, c)] = theirs[(r, c)]);
    }
    matrix
}

fn random(rng: &mut Pcg64Mcg, rows: usize, columns: usize) -> DMatrix<f64> {
    DMatrix::from_fn(rows, columns, |_, _| rng.random_range(-1.0..1.0))
}

fn vector(rng: &mut Pcg64Mcg, size: usize) -> DVector<f64> {
    DVector::from_fn(size, |_, _| rng.random_range(-1.0..1.0))
}

/// Orthogonal: from a QR decomposition.
fn turned(rng: &mut Pcg64Mcg, size: usize) -> DMatrix<f64> {
    random(rng, size, size).qr().q()
}

fn solve(lu: &Lu, right: &DVector<f64>) -> DVector<f64> {
    DVector::from_vec(lu.solve(right.as_slice(), &mut NoProbe).x)
}

/// Rounding in elimination with pivoting grows in practice with the size alone; 40 leaves room for the rare matrix.
fn allowed(size: usize, condition: f64) -> f64 {
    40.0 * size as f64 * EPSILON * condition
}

#[test]
fn the_published_system_is_solved() {
    let matrix = Matrix::from_rows(&[&[3.0, -0.1, -0.2], &[0.1, 7.0, -0.3], &[0.3, -0.2, 10.0]]).unwrap();
    let lu = Lu::new(&matrix).unwrap();
    let x = lu.solve(&[7.85, -19.3, 71.4], &mut NoProbe).x;
    for (x, exact) in x.iter().zip([3.0, -2.5, 7.0]) {
        assert!((x - exact).abs() < 1e-14, "{x}");
    }
    assert_eq!((lu.rank(), lu.is_singular()), (3, false));
}

/// 7,000 regular systems: plain ones, ill-conditioned ones up to 1e11, and such whose rows and columns are scaled by up
/// to 1e±6.
#[test]
fn regular_systems_agree_with_qr_and_svd() {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let (mut worst, mut ill) = (0.0_f64, 0);
    for case in 0..7_000 {
        let size = rng.random_range(1..=12);
        let mut matrix = match case % 3 {
            0 => random(&mut rng, size, size),
            _ => {
                let decades = rng.random_range(0.0..11.0);
                let values = DVector::from_fn(size, |k, _| 10_f64.powf(-decades * k as f64 / (size.max(2) - 1) as f64));
                turned(&mut rng, size) * DMatrix::from_diagonal(&values) * turned(&mut rng, size)
            }
        };
        let values = matrix.clone().svd(false, false).singular_values;
        let condition = values.max() / values.min();
        let right = vector(&mut rng, size);
        let lu = Lu::new(&ours(&matrix)).unwrap();
        assert_eq!((lu.rank(), lu.dependent_rows().len()), (size, 0), "case {case}: condition {condition:e}");
        let (found, exact) = (solve(&lu, &right), matrix.clone().qr().solve(&right).unwrap());
        let error = (&found - &exact).norm() / exact.norm();
        assert!(error <= allowed(size, condition), "case {case}: {error:e} at condition {condition:e}");
        worst = worst.max(error / (EPSILON * condition));
        ill += usize::from(condition > 1e6);
        let residual = (&matrix * &found - &right).norm() / (values.max() * found.norm() + right.norm());
        assert!(residual <= allowed(size, 1.0), "case {case}: residual {residual:e}");
        // The library's `determinant` multiplies small matrices out, which loses digits; that of its LU does not.
        let determinant = matrix.clone().lu().determinant();
        assert!(
            (lu.determinant() / determinant - 1.0).abs() <= allowed(size, condition),
            "case {case}: size {size} condition {condition:e} ours {:e} {determinant:e}",
            lu.determinant()
        );
        // The 1-norm and the 2-norm of a matrix differ by at most a factor √n, so their conditions by n.
        let ratio = lu.condition() / condition;
        let bound = size as f64 * (1.0 + allowed(size, condition));
        assert!(ratio > 1.0 / bound && ratio < bound, "case {case}: {ratio}");
        let inverse = lu.inverse().unwrap();
        let inverse = DMatrix::from_fn(size, size, |r, c| inverse[(r, c)]);
        let error = (&matrix * inverse - DMatrix::identity(size, size)).norm();
        assert!(error <= allowed(size, condition) * size as f64, "case {case}: inverse off by {error:e}");
        // The same equations in other units: as regular as before.
        let scale = |rng: &mut Pcg64Mcg| DVector::from_fn(size, |_, _| 10_f64.powi(rng.random_range(-6..=6)));
        let (rows, columns) = (scale(&mut rng), scale(&mut rng));
        matrix = DMatrix::from_diagonal(&rows) * matrix * DMatrix::from_diagonal(&columns);
        let lu = Lu::new(&ours(&matrix)).unwrap();
        let scaled = solve(&lu, &right.component_mul(&rows)).component_mul(&columns);
        // Pivots are chosen by rows only, so columns that differ by 1e12 may cost digits: the bound is that of 1e3.
        let error = (&scaled - &exact).norm() / exact.norm();
        assert!(error <= 1e3 * allowed(size, condition), "case {case}: scaled off by {error:e}, condition {condition:e}");
    }
    println!("worst error {worst:.1} × epsilon × condition; {ill} systems above 1e6");
    assert!(ill > 1_500);
}

/// 3,000 singular systems of known rank: products of thin matrices of small whole numbers, so that the matrix is exact.
#[test]
fn singular_systems_have_the_rank_of_the_svd_and_its_solution_of_least_norm() {
    let mut rng = Pcg64Mcg::seed_from_u64(2);
    for case in 0..3_000 {
        let size = rng.random_range(2..=12);
        let inner = rng.random_range(0..size);
        let mut whole = |rows, columns| DMatrix::from_fn(rows, columns, |_, _| f64::from(rng.random_range(-9..=9)));
        let matrix = whole(size, inner) * whole(inner, size);
        let values = matrix.clone().svd(true, true);
        // A product of thin whole matrices may have a smaller rank, too.
        let rank = values.rank(1e-9 * values.singular_values.max().max(1.0));
        let lu = Lu::new(&ours(&matrix)).unwrap();
        assert_eq!(lu.rank(), rank, "case {case}: size {size}");
        assert_eq!((lu.determinant(), lu.inverse(), lu.condition()), (0.0, None, f64::INFINITY));
        let nulls = lu.null_vectors();
        assert_eq!(nulls.len(), size - rank);
        let smallest = values.singular_values.iter().copied().filter(|v| *v > 1e-9).fold(f64::INFINITY, f64::min);
        let condition = if rank == 0 { 1.0 } else { values.singular_values.max() / smallest };
        for null in nulls {
            let image = (&matrix * DVector::from_vec(null.clone())).norm();
            let size_of = values.singular_values.max() * DVector::from_vec(null).norm();
            assert!(image <= allowed(size, condition) * size_of.max(1.0), "case {case}: {image:e}");
        }
        // A right-hand side within the reach of the matrix: the left-over equations follow from the others.
        let right = &matrix * vector(&mut rng, size);
        let solution = lu.solve(right.as_slice(), &mut NoProbe);
        let found = DVector::from_vec(solution.x);
        let scale = values.singular_values.max() * found.norm() + right.norm();
        assert!(
            (&matrix * &found - &right).norm() <= allowed(size, 1.0) * scale.max(1e-300) * 10.0,
            "case {case}: {:e} of {scale:e} rank {rank} size {size}",
            (&matrix * &found - &right).norm()
        );
        let most = allowed(size, condition) * scale;
        assert!(solution.left_over.iter().all(|row| row.residual.abs() <= most), "case {case}: {:?}", solution.left_over);
        let least = DVector::from_vec(lu.least_norm(found.as_slice()));
        // The pseudo-inverse by the eigenvectors of AᵀA, whose condition is the square. (The library's SVD itself
        // misses the solution of some of these matrices by 1e-3.)
        let eigen = (matrix.transpose() * &matrix).symmetric_eigen();
        let largest = eigen.eigenvalues.max();
        let along = |k: usize| {
            let (value, vector) = (eigen.eigenvalues[k], eigen.eigenvectors.column(k));
            if value > 1e-10 * largest { vector * (vector.dot(&(matrix.transpose() * &right)) / value) } else { vector * 0.0 }
        };
        let exact = (0..size).map(along).fold(DVector::zeros(size), |sum, part| sum + part);
        let (error, scale) = ((&least - &exact).norm(), found.norm() + exact.norm());
        assert!(error <= allowed(size, condition * condition) * scale, "case {case}: {error:e} of {scale:e}, {condition:e}");
        // Outside its reach: some left-over equation says so. Rank 0 leaves every equation over.
        let wrong = vector(&mut rng, size);
        let residuals = lu.solve(wrong.as_slice(), &mut NoProbe).left_over;
        assert_eq!(residuals.len(), size - rank);
        assert!(residuals.iter().any(|row| row.residual.abs() > 1e-9), "case {case}: {residuals:?}");
    }
}

/// Redundant equations are named: of two equal rows one, of a row that is the sum of two others one of the three.
#[test]
fn the_row_that_is_left_over_is_a_sum_of_others() {
    let mut rng = Pcg64Mcg::seed_from_u64(3);
    for case in 0..500 {
        let size = rng.random_range(3..=10);
        let mut matrix = random(&mut rng, size, size);
        let (copy, of) = (rng.random_range(0..size), rng.random_range(0..size));
        if copy == of {
            continue;
        }
        let row = -2.5 * matrix.row(of);
        matrix.set_row(copy, &row);
        let lu = Lu::new(&ours(&matrix)).unwrap();
        let [left] = lu.dependent_rows() else { panic!("case {case}: {:?}", lu.dependent_rows()) };
        assert!([copy, of].contains(left), "case {case}: {left} of {copy} and {of}");
        let lu = Lu::new(&ours(&matrix.transpose())).unwrap();
        assert_eq!(lu.dependent_columns(), [copy.max(of)], "case {case}: the later one depends on the earlier one");
    }
}

#[test]
fn what_cannot_be_factored_is_refused_by_its_place() {
    let mut matrix = Matrix::identity(3);
    matrix[(1, 2)] = f64::NAN;
    assert_eq!(Lu::new(&matrix), Err(LinearError::NotFinite { row: 1, column: 2 }));
    assert_eq!(Lu::new(&Matrix::zero(2, 3)), Err(LinearError::NotSquare { rows: 2, columns: 3 }));
    assert_eq!(Matrix::from_rows(&[&[1.0], &[1.0, 2.0]]), None);
    let empty = Lu::new(&Matrix::zero(0, 0)).unwrap();
    assert_eq!((empty.rank(), empty.determinant(), empty.condition()), (0, 1.0, 1.0));
    let zero = Lu::new(&Matrix::zero(4, 4)).unwrap();
    assert_eq!((zero.rank(), zero.dependent_rows(), zero.dependent_columns()), (0, &[0, 1, 2, 3][..], &[0, 1, 2, 3][..]));
}

/// What a probe hears is what happened: the factors it was told last multiply to the matrix in the told order, and the
/// told unknowns are the solution. Watching changes no bit.
#[test]
fn a_probe_hears_every_pivot_and_every_unknown() {
    let mut rng = Pcg64Mcg::seed_from_u64(4);
    for case in 0..300 {
        let size = rng.random_range(1..=8);
        let mut theirs = random(&mut rng, size, size);
        if case % 3 == 0 && size > 1 {
            let row = theirs.row(0) * 3.0;
            theirs.set_row(size - 1, &row);
        }
        let matrix = ours(&theirs);
        let mut steps = Vec::new();
        let lu = Lu::factor(&matrix, ROUNDING, &mut steps).unwrap();
        assert_eq!(lu, Lu::new(&matrix).unwrap());
        let columns = steps.iter().filter(|step| matches!(step, LuStep::Column { .. })).count();
        let pivots: Vec<(usize, usize)> = steps
            .iter()
            .filter_map(|step| if let LuStep::Pivot { column, row, .. } = step { Some((*column, *row)) } else { None })
            .collect();
        let skipped = steps.iter().filter(|step| matches!(step, LuStep::NoPivot { .. })).count();
        assert_eq!((columns, pivots.len(), skipped), (size, lu.rank(), size - lu.rank()));
        // L U row by row against the matrix; U has its pivots' ones at (k, column of pivot k).
        for (place, &row) in lu.order().iter().enumerate() {
            for c in 0..size {
                let upper = |m: usize| {
                    if pivots[m].0 == c {
                        1.0
                    } else if pivots[m].0 < c {
                        lu.factors()[(m, c)]
                    } else {
                        0.0
                    }
                };
                let product: f64 = (0..lu.rank().min(place + 1)).map(|m| lu.factors()[(place, m)] * upper(m)).sum();
                assert!((product - matrix[(row, c)]).abs() < 1e-12, "case {case}: {product} {}", matrix[(row, c)]);
            }
        }
        assert!(pivots.iter().zip(lu.order()).all(|((_, row), at)| row == at));
        let right: Vec<f64> = vector(&mut rng, size).iter().copied().collect();
        let mut steps = Vec::new();
        let solution = lu.solve(&right, &mut steps);
        assert_eq!(solution, lu.solve(&right, &mut NoProbe));
        for step in steps {
            match step {
                LuStep::Back { column, value, .. } => assert_eq!(value, solution.x[column]),
                LuStep::LeftOver { row, residual } => assert!(solution.left_over.iter().any(|l| (l.row, l.residual) == (row, residual))),
                LuStep::Forward { .. } => {}
                other => panic!("{other:?}"),
            }
        }
    }
}
