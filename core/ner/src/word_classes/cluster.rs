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
        vector.iter_mut().for_each(|value| *value /= length);
    }
}

fn dot(first: &[f32], second: &[f32]) -> f32 {
    // Eight independent sums, which the compiler vectorizes.
    let (ones, rest) = first.as_chunks::<8>();
    let (others, other_rest) = second.as_chunks::<8>();
    let mut sums = [0.0f32; 8];
    for (first, second) in ones.iter().zip(others) {
        for (sum, (first, second)) in sums.iter_mut().zip(first.iter().zip(second)) {
            *sum += first * second;
        }
    }
    let rest: f32 = rest.iter().zip(other_rest).map(|(first, second)| first * second).sum();
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
    let (first, second) = members.split_at_mut(middle);
    divide(vectors, first, level + 1, paths);
    divide(vectors, second, level + 1, paths);
}

/// Reorders members so that the first group precedes the second, and returns the size of the first
/// group. The order within a group is kept. Returns `None` if all members are equal.
fn halve(vectors: &Vectors, members: &mut [u32]) -> Option<usize> {
    let farthest = |from: &[f32]| {
        let distances = members.iter().map(|member| (dot(vectors.get(*member), from), *member));
        distances.min_by(|first, second| first.0.total_cmp(&second.0)).map(|(_, member)| member)
    };
    let first = farthest(&mean(vectors, members.iter().copied()))?;
    let second = farthest(vectors.get(first))?;
    let mut centers = [vectors.get(first).to_vec(), vectors.get(second).to_vec()];
    let is_second = |centers: &[Vec<f32>; 2], member: u32| {
        dot(vectors.get(member), &centers[1]) > dot(vectors.get(member), &centers[0])
    };
    let mut side: Vec<bool> = Vec::new();
    for _ in 0..ROUNDS {
        let next: Vec<bool> = members.iter().map(|member| is_second(&centers, *member)).collect();
        if next == side {
            break;
        }
        side = next;
        centers = [false, true].map(|half| {
            let those = members.iter().zip(&side).filter(|(_, side)| **side == half);
            mean(vectors, those.map(|(member, _)| *member))
        });
    }
    let (mut of_first, mut of_second) = (Vec::new(), Vec::new());
    for (member, side) in members.iter().zip(side) {
        if side { of_second.push(*member) } else { of_first.push(*member) }
    }
    let middle = of_first.len();
    if middle == 0 || middle == members.len() {
        return None;
    }
    of_first.append(&mut of_second);
    members.copy_from_slice(&of_first);
    Some(middle)
}

/// Returns the normalized sum of vectors.
fn mean(vectors: &Vectors, those: impl Iterator<Item = u32>) -> Vec<f32> {
    let mut sum = vec![0.0; vectors.dimensions];
    for member in those {
        sum.iter_mut().zip(vectors.get(member)).for_each(|(sum, value)| *sum += value);
    }
    scale(&mut sum);
    sum
}
