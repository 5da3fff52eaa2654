//! Converts document URIs to file paths.

use std::path::PathBuf;

use percent_encoding::percent_decode_str;

/// The path of a file; `None` for a document that is not a file on this machine.
pub(crate) fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    if !path.starts_with('/') {
        return None;
    }
    let path = percent_decode_str(path).decode_utf8().ok()?;
    if path.contains('\0') {
        return None;
    }
    Some(PathBuf::from(without_root_before_drive(&path)))
}

/// On Windows, turns the path of a URI, such as `/c:/folder`, into `c:/folder`.
fn without_root_before_drive(path: &str) -> &str {
    match path.as_bytes() {
        [b'/', drive, b':', ..] if cfg!(windows) && drive.is_ascii_alphabetic() => &path[1..],
        _ => path,
    }
}

/// Returns the file extension of a document, in lower case.
pub(crate) fn extension_of(uri: &str) -> Option<String> {
    let name = uri.split(['?', '#']).next()?.rsplit(['/', ':']).next()?;
    let (_, ending) = name.rsplit_once('.')?;
    Some(ending.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_have_paths() {
        assert_eq!(path_of("file:///a/my%20base.esowar"), Some("/a/my base.esowar".into()));
        assert_eq!(path_of("file://localhost/a"), Some("/a".into()));
        for odd in ["untitled:Untitled-1", "file:a", "file://host/a", "file:///a%00b", "file:///%ff", "", "%"]
        {
            assert_eq!(path_of(odd), None, "{odd}");
        }
    }

    #[test]
    fn the_ending_is_that_of_the_name() {
        assert_eq!(extension_of("file:///a.b/c.Esowar").as_deref(), Some("esowar"));
        assert_eq!(extension_of("file:///a.esowar/c"), None);
        assert_eq!(extension_of("vscode-remote://x/c.crash?q=a.b#f").as_deref(), Some("crash"));
        assert_eq!(extension_of(""), None);
    }
}
