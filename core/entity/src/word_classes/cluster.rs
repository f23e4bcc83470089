//! Hierarchical clustering, which repeatedly divides vectors into two groups with similar
//! directions.

use super::Path;

/// The maximum depth of the hierarchy.
const LEVELS: u8 = 12;
/// The number of iterations that move the centers of two groups (2-means).
const ROUNDS: usize = 10;

/// Vectors of the same length, stored consecutively.
#[derive(Default)]
pub(super) struct Vectors {
    pub dimensions: usize,
    pub numbers: Vec<f32>,
}

impl Vectors {
    fn get(&self, index: u32) -> &[f32] {
        let start = index as usize * self.dimensions;
        &self.numbers[start..start + self.dimensions]
    }

    /// Scales each vector to length 1, so that only the directions are compared.
    fn normalize(&mut self) {
        for vector in self.numbers.chunks_exact_mut(self.dimensions.max(1)) {
            scale(vector);
        }
    }
}

fn scale(vector: &mut [f32]) {
    let length = dot(vector, vector).sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|one| *one /= length);
    }
}

fn dot(one: &[f32], other: &[f32]) -> f32 {
    // Eight independent sums, which the compiler vectorizes.
    let (ones, rest) = one.as_chunks::<8>();
    let (others, other_rest) = other.as_chunks::<8>();
    let mut sums = [0.0f32; 8];
    for (one, other) in ones.iter().zip(others) {
        for (sum, (one, other)) in sums.iter_mut().zip(one.iter().zip(other)) {
            *sum += one * other;
        }
    }
    let rest: f32 = rest.iter().zip(other_rest).map(|(one, other)| one * other).sum();
    sums.iter().sum::<f32>() + rest
}

/// Returns the words with the paths to their groups.
pub(super) fn paths(words: Vec<String>, mut vectors: Vectors) -> Vec<Path> {
    vectors.normalize();
    let mut paths: Vec<Path> =
        words.into_iter().map(|word| Path { word, steps: 0, length: 0 }).collect();
    let mut order: Vec<u32> = (0..paths.len() as u32).collect();
    divide(&vectors, &mut order, 0, &mut paths);
    paths
}

fn divide(vectors: &Vectors, members: &mut [u32], level: u8, paths: &mut [Path]) {
    if level == LEVELS || members.len() < 2 {
        return;
    }
    let Some(middle) = halve(vectors, members) else { return };
    for (at, member) in members.iter().enumerate() {
        let path = &mut paths[*member as usize];
        path.steps |= u16::from(at >= middle) << (15 - level);
        path.length = level + 1;
    }
    let (one, other) = members.split_at_mut(middle);
    divide(vectors, one, level + 1, paths);
    divide(vectors, other, level + 1, paths);
}

/// Reorders members so that the first group precedes the second, and returns the size of the first
/// group. The order within a group is kept. Returns `None` if all members are equal.
fn halve(vectors: &Vectors, members: &mut [u32]) -> Option<usize> {
    let farthest = |from: &[f32]| {
        let distances = members.iter().map(|one| (dot(vectors.get(*one), from), *one));
        distances.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, one)| one)
    };
    let first = farthest(&mean(vectors, members.iter().copied()))?;
    let second = farthest(vectors.get(first))?;
    let mut centers = [vectors.get(first).to_vec(), vectors.get(second).to_vec()];
    let is_second = |centers: &[Vec<f32>; 2], one: u32| {
        dot(vectors.get(one), &centers[1]) > dot(vectors.get(one), &centers[0])
    };
    let mut side: Vec<bool> = Vec::new();
    for _ in 0..ROUNDS {
        let next: Vec<bool> = members.iter().map(|one| is_second(&centers, *one)).collect();
        if next == side {
            break;
        }
        side = next;
        centers = [false, true].map(|wanted| {
            let those = members.iter().zip(&side).filter(|(_, side)| **side == wanted);
            mean(vectors, those.map(|(one, _)| *one))
        });
    }
    let (mut one, mut other) = (Vec::new(), Vec::new());
    for (member, side) in members.iter().zip(side) {
        if side { other.push(*member) } else { one.push(*member) }
    }
    let middle = one.len();
    if middle == 0 || middle == members.len() {
        return None;
    }
    one.append(&mut other);
    members.copy_from_slice(&one);
    Some(middle)
}

/// Returns the normalized sum of vectors.
fn mean(vectors: &Vectors, those: impl Iterator<Item = u32>) -> Vec<f32> {
    let mut sum = vec![0.0; vectors.dimensions];
    for one in those {
        sum.iter_mut().zip(vectors.get(one)).for_each(|(sum, one)| *sum += one);
    }
    scale(&mut sum);
    sum
}
