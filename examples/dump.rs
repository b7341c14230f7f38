use linstock::{base::*, engine::*, model, rules};
fn perft(r: &rules::Rules, s: &State, d: u32) -> u64 {
    let mut m = Moves::default();
    r.moves_into(s, &mut m);
    if d == 1 {
        return m.len() as u64;
    }
    let mut n = 0;
    for mv in m.iter() {
        let mut t = s.clone();
        r.apply(&mut t, mv).unwrap();
        n += perft(r, &t, d - 1);
    }
    n
}
fn main() {
    let mut sources = Sources::new();
    let mut c = model::Choices::default();
    let mut depth = 4;
    for path in std::env::args().skip(1) {
        if let Some((k, v)) = path.split_once('=') {
            if k == "d" {
                depth = v.parse().unwrap();
            } else {
                c.options.push((k.into(), v.into()));
            }
        } else {
            sources.add(path.clone(), std::fs::read_to_string(&path).unwrap());
        }
    }
    let (files, found) = model::read(&sources);
    let (m, d) = model::check(&files, &c);
    println!(
        "{}{}",
        found.render(&sources, Style::Plain),
        d.render(&sources, Style::Plain)
    );
    let r = rules::compile(m.unwrap(), None).unwrap();
    for a in &r.asks {
        for c in &a.choices {
            let p = &r.programs[c.program as usize];
            println!("ask: {} buckets, {} ops", c.buckets.len(), p.ops.len());
        }
    }
    if std::env::var("SHOW").is_ok() {
        show(&r);
    }
    let s = r.start().unwrap();
    println!("state words {}", r.words);
    for d in 1..=depth {
        let t = std::time::Instant::now();
        let n = perft(&r, &s, d);
        println!(
            "{d}: {n}  {:.1} M/s",
            n as f64 / t.elapsed().as_secs_f64() / 1e6
        );
    }
    // playouts
    let mut x: u64 = 88172645463325252;
    let mut m = Moves::default();
    let t = std::time::Instant::now();
    let (mut games, mut plies) = (0u32, 0u64);
    while games < std::env::var("N").map_or(20000, |n| n.parse().unwrap()) {
        let mut s = s.clone();
        let mut n = 0;
        loop {
            r.moves_into(&s, &mut m);
            if m.is_empty() || n == 400 {
                break;
            }
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            let mv = m.get(((x >> 32) * m.len() as u64 >> 32) as usize).unwrap();
            r.apply(&mut s, mv).unwrap();
            n += 1;
        }
        games += 1;
        plies += n;
    }
    println!(
        "{:.0} playouts/s, {:.1} plies, {:.0} ns/ply",
        games as f64 / t.elapsed().as_secs_f64(),
        plies as f64 / games as f64,
        t.elapsed().as_secs_f64() * 1e9 / plies as f64
    );
}
#[allow(dead_code)]
fn show(r: &rules::Rules) {
    let c = &r.asks.last().unwrap().choices[0];
    let p = &r.programs[c.program as usize];
    let (mut m, mut n) = (0, 0);
    for (i, op) in p.ops.iter().enumerate() {
        match op {
            rules::op::Op::Mask(o) => {
                println!("{i} m{m} = {o:?}");
                m += 1;
            }
            rules::op::Op::Number(o) => {
                println!("{i} n{n} = {o:?}");
                n += 1;
            }
        }
    }
    println!("{:?}", p.results);
}
