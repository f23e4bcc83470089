use glossweave::format::Verify;
use glossweave::*;
use harness::*;
use std::collections::BTreeMap;
fn main() {
    let mut shown = 0;
    let mut pages: Vec<(String, Vec<u8>)> = vec![];

    let c = corpus::html();
    let c: Vec<_> = c.iter().filter(|p| p.bytes.len() < 4000).collect();
    for seed in 0..150u64 {
        let mut r = random::Random::new(seed);
        let mut b = match seed % 2 {
            0 => c[r.below(c.len())].bytes.clone(),
            _ => grammar::page(&mut r, 800).into_bytes(),
        };
        mutate::spoil(&mut r, &mut b, 10);
        pages.push((format!("seed {seed}"), b));
    }
    for (name, bytes) in pages {
        let doc = weaving::read(&bytes);
        let anns =
            annotations::random(&mut random::Random::new(name[5..].parse().unwrap()), &doc, 100);
        let full = encode(&doc, &anns, &EncodeOptions::default()).unwrap();
        let lost: Vec<_> = anns
            .iter()
            .zip(&full.placements)
            .filter(|(_, p)| matches!(p, Placement::NotPlaced{rule} if rule.contains("reading")))
            .map(|x| x.0.clone())
            .collect();
        if lost.is_empty() {
            continue;
        }
        let mut single = 0;
        let mut why: BTreeMap<String, usize> = BTreeMap::new();
        for a in &lost {
            let one = [a.clone()];
            let full = encode(&doc, &one, &EncodeOptions::default()).unwrap();
            if full.placements[0].is_there() {
                continue;
            }
            single += 1;
            let mut o = EncodeOptions::default();
            o.verify = Verify::Off;
            let e = encode(&doc, &one, &o).unwrap();
            let again = weaving::read(&e.bytes);
            let w = if again.text() != doc.text() {
                "text"
            } else if !again.annotations().contains(a) {
                "missing"
            } else {
                "tree"
            };
            *why.entry(w.to_string()).or_default() += 1;
            if shown < 12 {
                shown += 1;
                println!("  {w} {:?} {:?}", a.span(), e.placements);
                for i in &e.inserted {
                    println!(
                        "      ..{}..",
                        String::from_utf8_lossy(
                            &e.bytes
                                [i.start().saturating_sub(40)..(i.end() + 40).min(e.bytes.len())]
                        )
                    );
                }
            }
        }
        println!("{name} lost {} single {single} {why:?} regular {}", lost.len(), doc.is_regular());
    }
}
