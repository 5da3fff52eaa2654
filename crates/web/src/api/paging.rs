//! Paginated lists: an opaque cursor marks the start of the next page.

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::header::{HeaderMap, HeaderValue, LINK};
use axum::http::request::Parts;
use axum::response::Response;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{Problem, json_answer};

/// The number of items per page if the request sets no `limit`.
const DEFAULT_LIMIT: usize = 100;

/// The largest `limit` a request may set.
const MAX_LIMIT: usize = 1000;

/// The error message for a cursor that does not belong to the list.
pub(super) const BAD_CURSOR: &str =
    "`cursor` must be `next` of an earlier page of this list; without it the list begins.";

/// The requested page of a list.
#[derive(Debug)]
pub(crate) struct Paging {
    path: String,
    after: Option<Cursor>,
    limit: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Query {
    cursor: Option<String>,
    limit: Option<String>,
}

/// The last item of the previous page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Cursor {
    /// The address of the list.
    list: String,
    /// What identifies the item.
    key: String,
    /// Its index in the list, used if the item is gone.
    at: usize,
}

impl<S: Sync> FromRequestParts<S> for Paging {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Self::read(parts.uri.path(), parts.uri.query().unwrap_or_default())
            .map_err(|why| Problem::new(StatusCode::BAD_REQUEST, why))
    }
}

impl Paging {
    fn read(path: &str, query: &str) -> Result<Self, String> {
        let Query { cursor, limit } = serde_urlencoded::from_str(query)
            .map_err(|error| format!("Lists take `cursor` and `limit`, each once at most: {error}."))?;
        let limit = match limit {
            None => DEFAULT_LIMIT,
            Some(text) => text
                .parse()
                .ok()
                .filter(|limit| {
                    (1..=MAX_LIMIT).contains(limit) && text.bytes().all(|byte| byte.is_ascii_digit())
                })
                .ok_or_else(|| format!("`limit` must be a whole number from 1 to {MAX_LIMIT}."))?,
        };
        // An empty cursor, such as from a form that was not filled in, counts as missing.
        let cursor = cursor.filter(|text| !text.is_empty());
        let after = cursor.map(|text| Cursor::read(&text, path)).transpose()?;
        Ok(Self { path: path.to_owned(), after, limit })
    }

    /// Returns one page of a list, with the address of the next one. `head` holds the other fields of the
    /// response, `name` is the name of the list, and `key` identifies an item.
    pub(super) fn answer<T: Serialize>(
        &self,
        request: &HeaderMap,
        head: Map<String, Value>,
        name: &str,
        items: &[T],
        key: impl Fn(&T) -> String,
    ) -> Response {
        let begin = self.after.as_ref().map_or(0, |after| after.end(items, &key));
        let page = &items[begin..items.len().min(begin + self.limit)];
        let end = begin + page.len();
        let next = page.last().filter(|_| end < items.len()).map(|last| Cursor {
            list: self.path.clone(),
            key: key(last),
            at: end - 1,
        });
        self.answer_page(request, head, name, page, next)
    }

    /// Returns one page of a list of which only this part was read. `next` is the value that [`Self::after`]
    /// returns for the next page, or `None` on the last page.
    pub(super) fn answer_part<T: Serialize>(
        &self,
        request: &HeaderMap,
        head: Map<String, Value>,
        name: &str,
        page: &[T],
        next: Option<String>,
    ) -> Response {
        let next = next.map(|key| Cursor { list: self.path.clone(), key, at: 0 });
        self.answer_page(request, head, name, page, next)
    }

    /// Returns the `next` key that the previous page gave to [`Self::answer_part`]; `None` for the first
    /// page.
    pub(super) fn after(&self) -> Option<&str> {
        self.after.as_ref().map(|after| after.key.as_str())
    }

    /// Returns the largest number of items on this page.
    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    fn answer_page<T: Serialize>(
        &self,
        request: &HeaderMap,
        head: Map<String, Value>,
        name: &str,
        page: &[T],
        next: Option<Cursor>,
    ) -> Response {
        let next = next.map(|next| next.text());
        let mut all = head;
        all.insert(name.to_owned(), json!(page));
        all.insert("next".to_owned(), json!(next));
        let mut response = json_answer(request, &Value::Object(all));
        if let Some(next) = next {
            let link = format!("<{}?cursor={next}&limit={}>; rel=\"next\"", self.path, self.limit);
            if let Ok(link) = HeaderValue::from_str(&link) {
                response.headers_mut().insert(LINK, link);
            }
        }
        response
    }
}

impl Cursor {
    fn text(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(serde_json::to_vec(self).expect("a cursor is plain data"))
    }

    fn read(text: &str, path: &str) -> Result<Self, String> {
        let cursor = BASE64_URL_SAFE_NO_PAD.decode(text).ok();
        let cursor: Option<Self> = cursor.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        cursor.filter(|cursor| cursor.list == path).ok_or_else(|| BAD_CURSOR.to_owned())
    }

    /// Returns the index after this item. If the item is gone, the next one has moved to its stored index.
    fn end<T>(&self, items: &[T], key: impl Fn(&T) -> String) -> usize {
        let found = items.iter().position(|item| key(item) == self.key);
        found.map_or(self.at, |at| at + 1).min(items.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(query: &str, items: &[&str]) -> (Vec<String>, Option<String>, Option<String>) {
        let paging = Paging::read("/list", query).unwrap();
        let response =
            paging.answer(&HeaderMap::new(), Map::new(), "items", items, |item| (*item).to_owned());
        let link = response.headers().get(LINK).map(|link| link.to_str().unwrap().to_owned());
        let body = futures_util::FutureExt::now_or_never(axum::body::to_bytes(response.into_body(), 1 << 20));
        let body: Value = serde_json::from_slice(&body.unwrap().unwrap()).unwrap();
        let items = body["items"].as_array().unwrap().iter().map(|item| item.as_str().unwrap().to_owned());
        (items.collect(), body["next"].as_str().map(str::to_owned), link)
    }

    #[test]
    fn pages_follow_each_other_also_when_an_item_disappears() {
        let (one, next, link) = page("limit=2", &["a", "b", "c", "d"]);
        assert_eq!(one, ["a", "b"]);
        assert_eq!(page("limit=2&cursor=", &["a", "b", "c", "d"]).0, one);
        let next = next.unwrap();
        assert_eq!(link.unwrap(), format!("</list?cursor={next}&limit=2>; rel=\"next\""));
        let query = format!("limit=2&cursor={next}");
        let (two, end, link) = page(&query, &["a", "b", "c", "d"]);
        assert_eq!((two, end, link), (vec!["c".to_owned(), "d".to_owned()], None, None));
        assert_eq!(page(&query, &["new", "a", "b", "c"]).0, ["c"]);
        assert_eq!(page(&query, &["a", "c", "d"]).0, ["c", "d"]);
        assert_eq!(page(&query, &[]).0, [""; 0]);
    }

    #[test]
    fn a_bad_query_is_refused_in_words() {
        for query in
            ["limit=0", "limit=1001", "limit=%2B1", "limit=x", "limit=1&limit=2", "cursor=x", "page=1"]
        {
            let why = Paging::read("/list", query).unwrap_err();
            assert!(why.contains("limit") || why.contains("cursor"), "{query}: {why}");
        }
        let other = Cursor { list: "/other".into(), key: "a".into(), at: 0 }.text();
        assert!(Paging::read("/list", &format!("cursor={other}")).is_err());
    }
}
