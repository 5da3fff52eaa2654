//! A receiver of webhooks.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;

/// Reads a request, answers with a status, and returns its head and body.
pub(crate) fn receive(listener: &TcpListener, status: &str) -> (String, String) {
    let (mut stream, _) = listener.accept().unwrap();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert_ne!(reader.read_line(&mut head).unwrap(), 0, "{head}");
    }
    let length = head.to_lowercase();
    let length = length.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok());
    let mut body = vec![0; length.expect("it has a body")];
    reader.read_exact(&mut body).unwrap();
    write!(stream, "HTTP/1.1 {status} -\r\ncontent-length: 0\r\nconnection: close\r\n\r\n").unwrap();
    (head, String::from_utf8(body).unwrap())
}
