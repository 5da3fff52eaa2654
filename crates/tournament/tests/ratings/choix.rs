//! The same results, rated by choix (`testdata/ratings/generate.py`).

use serde_json::Value;
use tournament::ratings::{ELO, Placing, Ratings, Results};

fn fixtures(kind: &str) -> Vec<Value> {
    let all: Value = serde_json::from_str(include_str!("../../../../testdata/ratings/choix.json")).unwrap();
    all[kind].as_array().unwrap().clone()
}

/// Every result is a list of entrants, the best first.
fn check(fixture: &Value) {
    let entrants = usize::try_from(fixture["entrants"].as_u64().unwrap()).unwrap();
    let order = |result: &Value| -> Vec<Vec<usize>> {
        let members = result.as_array().unwrap().iter();
        members.map(|one| vec![usize::try_from(one.as_u64().unwrap()).unwrap()]).collect()
    };
    let placings = fixture["results"].as_array().unwrap().iter();
    let placings = placings.map(|result| Placing { groups: order(result), games: 1.0 });
    let ratings = Ratings::without_prior(Results::new(entrants, [], placings)).unwrap();
    for (one, strength) in fixture["strengths"].as_array().unwrap().iter().enumerate() {
        let (ours, theirs) = (ratings.elo(one) / ELO, strength.as_f64().unwrap());
        assert!((ours - theirs).abs() < 1e-6, "{one} of {entrants}: {ours} is not {theirs}");
    }
}

#[test]
fn games_of_two_are_rated_as_choix_rates_them() {
    fixtures("pairwise").iter().for_each(check);
}

#[test]
fn games_of_many_are_rated_as_choix_rates_them() {
    fixtures("rankings").iter().for_each(check);
}
