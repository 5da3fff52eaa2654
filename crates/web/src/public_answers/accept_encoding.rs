//! The header `Accept-Encoding`: which encodings a client takes, and how gladly.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;

/// Returns true if the client takes gzip, and does not rather have plain content.
pub(super) fn prefers_gzip(request: &HeaderMap) -> bool {
    let listed: Vec<(String, u16)> = request
        .get_all(ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(coding)
        .collect();
    let weight = |names: &[&str]| {
        listed.iter().filter(|(name, _)| names.contains(&name.as_str())).map(|(_, weight)| *weight).max()
    };
    // `x-gzip` is an old name of gzip, and `*` stands for everything that is not named.
    let gzip = weight(&["gzip", "x-gzip"]).or_else(|| weight(&["*"])).unwrap_or(0);
    let plain = weight(&["identity"]).unwrap_or(0);
    gzip > 0 && gzip >= plain
}

/// Returns the name of a coding in small letters, and its weight in thousandths.
fn coding(text: &str) -> Option<(String, u16)> {
    let mut parts = text.split(';').map(str::trim);
    let name = parts.next().filter(|name| !name.is_empty())?.to_ascii_lowercase();
    let weight = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
    // A weight that cannot be read permits nothing.
    Some((name, weight.map_or(1000, |weight| thousandths(weight).unwrap_or(0))))
}

/// Reads a weight: 0 to 1, with at most three digits after the point.
fn thousandths(text: &str) -> Option<u16> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_number = fraction.len() <= 3 && fraction.bytes().all(|digit| digit.is_ascii_digit());
    if !is_number || !["0", "1"].contains(&whole) {
        return None;
    }
    let all: u16 = format!("{whole}{fraction:0<3}").parse().ok()?;
    (all <= 1000).then_some(all)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn takes_gzip(lines: &[&'static str]) -> bool {
        let mut request = HeaderMap::new();
        for line in lines {
            request.append(ACCEPT_ENCODING, HeaderValue::from_static(line));
        }
        prefers_gzip(&request)
    }

    #[test]
    fn a_client_takes_gzip_if_it_says_so() {
        for lines in [
            &["gzip"][..],
            &["gzip, deflate, br, zstd"],
            &["deflate", "GZIP"],
            &["x-gzip"],
            &["*"],
            &["br;q=1.0, gzip ; q=0.8, *;q=0.1"],
            &["gzip;q=0.001"],
            &["gzip;q=0.5, identity;q=0.5"],
            &["identity;q=0, *;q=0.2"],
        ] {
            assert!(takes_gzip(lines), "{lines:?}");
        }
    }

    #[test]
    fn a_client_gets_plain_content_if_it_does_not_take_gzip_or_prefers_plain() {
        for lines in [
            &[][..],
            &[""],
            &["br, deflate"],
            &["identity"],
            &["gzip;q=0"],
            &["gzip;q=0.000, *"],
            &["*;q=0"],
            &["identity, gzip;q=0.5"],
            &["gzip;q=0.5, identity;q=0.501"],
            &["gzip;q=2"],
            &["gzip;q=1.001"],
            &["gzip;q=0.0005"],
            &["gzip;q=-1"],
            &["gzip;q="],
            &["gzipped"],
        ] {
            assert!(!takes_gzip(lines), "{lines:?}");
        }
    }
}
