//! The same set with a sentence encoder. `GLOSSWEAVE_ENCODER` specifies its files (see
//! docs/linking.md), which `make test-more` downloads.

use std::sync::Arc;
use std::time::Instant;

use glossweave::entity::{EntityIndex, SentenceEncoder, SentenceTransformer};

use super::set::{self, Fixture};
use super::{Counts, skip};

/// Vectors of onnxruntime for the same model: the first three numbers, by text.
const KNOWN: [(&str, [f32; 3]); 2] = [
    ("a fish of lakes", [-0.039374, 0.064024, -0.029805]),
    ("里昂是個城市。", [0.077306, 0.131613, 0.069527]),
];

#[test]
fn an_encoder_tells_more_senses_apart() {
    let Some(folder) = std::env::var_os("GLOSSWEAVE_ENCODER") else {
        skip("disambiguation", "GLOSSWEAVE_ENCODER does not name a folder");
        return;
    };
    let encoder = Arc::new(SentenceTransformer::open(folder).unwrap());
    assert_eq!(encoder.dimensions(), 384);
    for (text, known) in KNOWN {
        let found = encoder.encode(&[text]).unwrap().remove(0);
        let is_near = found.iter().zip(known).all(|(one, other)| (one - other).abs() < 1e-4);
        assert!(is_near, "{text}: {:?}", &found[..3]);
    }
    for (graph, name, least) in
        [(set::sparse_graph(), "", 0.92), (set::graph(), "with abstracts, ", 0.95)]
    {
        let begun = Instant::now();
        let fixture = Fixture::build(&graph, &|graph, wanted| {
            EntityIndex::build_with_encoder(graph, wanted, encoder.clone())
        });
        println!("built in {} ms", begun.elapsed().as_millis());
        let begun = Instant::now();
        let first = Counts::of(&fixture, &set::half("first.jsonl"));
        first.print(&format!("{name}first"));
        let second = Counts::of(&fixture, &set::half("second.jsonl"));
        second.print(&format!("{name}second"));
        println!("ranked twice in {} ms", begun.elapsed().as_millis());
        assert_eq!(second.all, 270);
        assert!(second.share(second.right) > least);
        assert!(second.calibration_error() < 0.06);
    }
}
