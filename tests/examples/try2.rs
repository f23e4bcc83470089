use glossweave::*;
use harness::*;
fn main() {
    let c = corpus::html();
    let c: Vec<_> = c.iter().filter(|p| p.bytes.len() < 4000).collect();
    for seed in [9u64, 15, 24, 28, 63, 76, 89, 122] {
        let mut r = random::Random::new(seed);
        let mut b = match seed % 2 {
            0 => c[r.below(c.len())].bytes.clone(),
            _ => grammar::page(&mut r, 800).into_bytes(),
        };
        mutate::spoil(&mut r, &mut b, 10);
        let doc = weaving::read(&b);
        let mut anns = annotations::random(&mut random::Random::new(seed), &doc, 100);
        let bad = |anns: &[glossweave::annotation::Annotation]| {
            encode(&doc, anns, &EncodeOptions::default())
                .unwrap()
                .placements
                .iter()
                .any(|p| matches!(p, Placement::NotPlaced{rule} if rule.contains("reading")))
        };
        // ddmin by removing one at a time
        loop {
            let mut changed = false;
            let mut i = 0;
            while i < anns.len() {
                let mut less = anns.clone();
                less.remove(i);
                if bad(&less) {
                    anns = less;
                    changed = true
                } else {
                    i += 1
                }
            }
            if !changed {
                break;
            }
        }
        let mut o = EncodeOptions::default();
        o.verify = format::Verify::Off;
        let e = encode(&doc, &anns, &o).unwrap();
        let again = weaving::read(&e.bytes);
        println!(
            "seed {seed} minimal {} text same {} {:?}",
            anns.len(),
            again.text() == doc.text(),
            anns.iter().map(|a| (a.span().start(), a.span().end())).collect::<Vec<_>>()
        );
        let last = e.inserted.last().unwrap().end();
        let first = e.inserted[0].start();
        println!(
            "{}",
            String::from_utf8_lossy(
                &e.bytes[first.saturating_sub(400)..(last + 200).min(e.bytes.len())]
            )
            .replace("http://example.org/", "")
        );
        println!("{:?}", e.placements);
    }
}
