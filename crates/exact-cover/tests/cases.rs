//! The case files.

use exact_cover::{Bounds, Problem, ProblemBuilder, Search, Structure};
use serde_json::Value;

const STRUCTURES: [Structure; 3] = [Structure::Links, Structure::Cells, Structure::Masks];

fn load(name: &str) -> Value {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn builder(case: &Value) -> ProblemBuilder {
    let mut builder = Problem::builder();
    for item in case["primary"].as_array().unwrap() {
        match item.as_str() {
            Some(name) => builder.primary(name),
            None => {
                let bound = |key: &str| item.get(key).map_or(1, |v| v.as_u64().unwrap() as u32);
                builder
                    .primary_times(item["name"].as_str().unwrap(), Bounds::between(bound("lo"), bound("hi")))
            }
        };
    }
    for item in case["secondary"].as_array().unwrap() {
        builder.secondary(item.as_str().unwrap());
    }
    for option in case["options"].as_array().unwrap() {
        builder.option_by_names(option.as_array().unwrap().iter().map(|name| name.as_str().unwrap()));
    }
    builder
}

fn solutions(problem: &Problem, structure: Structure) -> Vec<Vec<u64>> {
    let search = Search::with_structure(problem, structure);
    let mut all: Vec<Vec<u64>> = search.map(|s| s.iter().map(|o| u64::from(o.0)).collect()).collect();
    all.sort();
    all
}

#[test]
fn random_cases() {
    let file = load("random.json");
    for case in file["cases"].as_array().unwrap() {
        let problem = builder(case).build().unwrap();
        let count = case["count"].as_u64().unwrap();
        assert_eq!(problem.count(), count, "{}", case["id"]);
        for structure in STRUCTURES {
            let found = solutions(&problem, structure);
            assert_eq!(found.len() as u64, count, "{} {structure:?}", case["id"]);
            if let Some(expected) = case.get("solutions") {
                let mut expected: Vec<Vec<u64>> = serde_json::from_value(expected.clone()).unwrap();
                expected.iter_mut().for_each(|s| s.sort());
                expected.sort();
                assert_eq!(found, expected, "{} {structure:?}", case["id"]);
            }
        }
    }
}

#[test]
fn edge_cases() {
    let file = load("edgecases.json");
    for case in file["cases"].as_array().unwrap() {
        let problem = match case.get("matrix_rows") {
            Some(rows) => {
                let rows: Vec<String> = serde_json::from_value(rows.clone()).unwrap();
                let option = |row: &String| row.match_indices('1').map(|(at, _)| at).collect::<Vec<_>>();
                Problem::exact(rows[0].len(), rows.iter().map(option)).unwrap()
            }
            None => builder(case).build().unwrap(),
        };
        let expect = case["expect"].as_str().unwrap();
        for structure in STRUCTURES {
            let found = solutions(&problem, structure);
            let sets = found.iter().map(|s| {
                let list: Vec<_> = s.iter().map(u64::to_string).collect();
                format!("{{{}}}", list.join(","))
            });
            let sets = sets.collect::<Vec<_>>().join(",");
            let count: usize =
                expect.trim_start_matches("exactly ").split(' ').next().unwrap().parse().unwrap();
            assert_eq!(found.len(), count, "{}", case["id"]);
            assert!(!expect.contains('{') || expect.contains(&sets), "{}: {sets}", case["id"]);
        }
    }
}
