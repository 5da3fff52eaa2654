//! Program files of Snakes: what is refused before anybody compiles it, what sources say about themselves, and how
//! the lexer splits them.

use game::{AnyGame, Program, Severity, Span};
use games::snakes::lexer::{Lexer, Token, TokenKind, tokens};
use games::snakes::{MAX_SOURCE_BYTES, Snakes, format, read, source_bytes};
use proptest::prelude::*;

const BOT: &str = "int bot(int board[16][32], char player) { return 'L'; }\nchar *bot_name = \"Lefty\";\n";

/// The codes and places of a file's errors.
fn errors(source: &[u8]) -> Vec<(&'static str, Option<Span>)> {
    let reading = read(source);
    assert_eq!(reading.program.is_none(), reading.diagnostics.has_errors());
    for diagnostic in reading.diagnostics.iter() {
        assert_eq!(diagnostic.severity, Severity::Error);
        assert!(!(diagnostic.message.clone() + &diagnostic.help).chars().any(char::is_control));
    }
    reading.diagnostics.iter().map(|diagnostic| (diagnostic.code, diagnostic.span)).collect()
}

#[test]
fn only_what_can_be_no_source_is_refused() {
    assert_eq!(errors(BOT.as_bytes()), []);
    assert_eq!(errors(b"this is not C"), [], "that is for the compiler to say");
    assert_eq!(errors(b"\xff\xfe"), []);
    for empty in [&b""[..], b" ", b"\n\t\r\n"] {
        assert_eq!(errors(empty), [("S10", None)]);
    }
    assert_eq!(errors(b"int x;\0\0"), [], "the compiler leaves them out");
    let longest = "/".repeat(MAX_SOURCE_BYTES);
    assert_eq!(errors(longest.as_bytes()), []);
    assert_eq!(errors((longest.clone() + "/").as_bytes()), [("S14", None)]);
}

#[test]
fn formatting_changes_nothing() {
    for source in [BOT.as_bytes(), b"\tint  x;\r\n\r\n\r\n  ", b"\xff", b"x"] {
        assert_eq!(format(source).as_deref(), Some(source));
    }
    assert_eq!(format(b""), None);
}

#[test]
fn a_source_is_its_own_canonical_text_if_it_is_utf8() {
    let program = read(BOT.as_bytes()).program.unwrap();
    assert_eq!((program.canonical(), program.length()), (BOT.to_owned(), BOT.len()));
    let program = read("// é\n".as_bytes()).program.unwrap();
    assert_eq!((program.canonical().as_str(), program.length()), ("// é\n", 6));
    let latin1 = read(b"// \xe9\n").program.unwrap();
    let canonical = latin1.canonical();
    assert_eq!(canonical.lines().skip(1).collect::<Vec<_>>(), ["// é"]);
    assert_eq!((source_bytes(&canonical), latin1.length()), (b"// \xe9\n".to_vec(), 5));
    // A file that already is such a text is told apart from the file that it stands for.
    let twice = read(canonical.as_bytes()).program.unwrap();
    assert_ne!(twice.canonical(), canonical);
    assert_eq!(source_bytes(&twice.canonical()), canonical.as_bytes());
    // A text that is not canonical is taken unchanged.
    let odd = canonical.replace('é', "€");
    assert_eq!(source_bytes(&odd), odd.as_bytes());
}

fn name(source: &str) -> Option<String> {
    read(source.as_bytes()).metadata.name
}

#[test]
fn comments_name_the_bot() {
    let source =
        "// plain\n//;author A. K.\n/* ;NAME Boa */ int x; // \t;strategy eats \\\n corners\n//;name Two\n";
    let found = read(source.as_bytes()).metadata;
    let found = [found.name, found.author, found.strategy].map(Option::unwrap_or_default);
    assert_eq!(found, ["Boa", "A. K.", "eats  corners"]);
    // A block of several lines, as people write them.
    let block = "/*\n * ;name Boa\r\n * ;author A. K.\n ;strategy none\n * else\n */";
    let found = read(block.as_bytes()).metadata;
    let found = [found.name, found.author, found.strategy].map(Option::unwrap_or_default);
    assert_eq!(found, ["Boa", "A. K.", "none"]);
    assert_eq!(
        name("/* the ;name Boa */ // a ;name Boa\n/* **;name Boa */"),
        None,
        "the line does not start with it"
    );
    assert_eq!(name("char *s = \"//;name Boa\"; char c = '//;name'; x ;name Boa"), None);
    assert_eq!(name("/* //;name A */ //;name B"), Some("B".into()));
    assert_eq!(name("//;name"), None);
    assert_eq!(name("/*;name Boa"), Some("Boa".into()), "to the end of the file");
}

#[test]
fn bot_name_names_the_bot_where_no_comment_does() {
    assert_eq!(name(BOT), Some("Lefty".into()));
    assert_eq!(name(&(BOT.to_owned() + "//;name Righty")), Some("Righty".into()));
    for (initialiser, expected) in [
        (r#""Boa" " the " /* c */ "\x31st""#, "Boa the 1st"),
        (r#""a\tb\nc\"d\\e\?f\'g""#, "a bc\"d\\e?f'g"),
        (r#""\101\60\0hidden""#, "A0"),
        (r#""\u00e9\U0001F40D\ud800""#, "é🐍\u{fffd}"),
        (r#""\xe9""#, "\u{fffd}"),
        (r#""\x0000000041""#, "A"),
        (r#""\33[2J\u202eevil""#, "[2Jevil"),
        (r#"u8"Boa""#, "Boa"),
        (r#"R"x(a\n)" (b))x" "c""#, r#"a\n)" (b)c"#),
        ("\"con\\\nstrictor\"", "constrictor"),
        ("\"  Boa  \"", "Boa"),
    ] {
        assert_eq!(name(&format!("char *bot_name = {initialiser};")), Some(expected.into()), "{initialiser}");
    }
    for none in [
        r#"char *bot_name = "";"#,
        r#"char *bot_name = "\0Boa";"#,
        "char *bot_name = NAME;",
        "char *bot_name;",
        "bot_name =",
        "bot_name",
        r#"if (bot_name == "Boa")"#,
        r#"// bot_name = "Boa""#,
        r#"char *my_bot_name = "Boa";"#,
    ] {
        assert_eq!(name(none), None, "{none}");
    }
    assert_eq!(name("extern char *bot_name; char *bot_\\\nname\n=\n\"Boa\";"), Some("Boa".into()));
    let long = name(&format!("char *bot_name = \"{}\";", "a".repeat(500))).unwrap();
    assert_eq!(long.len(), 200);
}

/// The tokens of a source, with their spelling.
fn spelled(source: &str) -> Vec<(TokenKind, String)> {
    let text = |token: Token| String::from_utf8_lossy(&token.text(source.as_bytes())).into_owned();
    tokens(source.as_bytes()).map(|token| (token.kind, text(token))).collect()
}

/// The spelling of the tokens of a source.
fn split(source: &str) -> Vec<String> {
    spelled(source).into_iter().map(|(_, text)| text).collect()
}

/// The kinds of the tokens of a source.
fn kinds(source: &str) -> Vec<TokenKind> {
    tokens(source.as_bytes()).map(|token| token.kind).collect()
}

#[test]
fn tokens_are_those_of_c() {
    use TokenKind::{Char, Identifier, Number, Punct, String};
    assert_eq!(split("a+++b>>=c->d...e"), ["a", "++", "+", "b", ">>=", "c", "->", "d", "...", "e"]);
    assert_eq!(split("x<:1:><%%>%=..5"), ["x", "<:", "1", ":>", "<%", "%>", "%=", ".", ".5"]);
    assert_eq!(
        split("1e+5 0x1p-3 .5e-1f 0xe+1 1.2.3 1+1"),
        ["1e+5", "0x1p-3", ".5e-1f", "0xe+1", "1.2.3", "1", "+", "1"]
    );
    assert_eq!(kinds("été $x _a1 7up @"), [Identifier, Identifier, Identifier, Number, Punct]);
    assert_eq!(
        kinds(r#"L"a" u8"b" U'c' u8'd' LR x"e""#),
        [String, String, Char, Identifier, Char, Identifier, Identifier, String]
    );
    assert_eq!(split(r#""a\"b" '\'' "\\" x"#), [r#""a\"b""#, r"'\''", r#""\\""#, "x"]);
}

#[test]
fn literals_that_are_not_closed_end_with_the_line() {
    assert_eq!(split("#error don't\nx"), ["#", "error", "don", "'t", "x"]);
    assert_eq!(split("\"a\\\nb\nc"), ["\"ab", "c"]);
    assert_eq!(split("\"a\\"), ["\"a\\"]);
}

#[test]
fn comments_are_passed_over() {
    assert_eq!(split("a/**/b/*/c*/d//e\nf / *g"), ["a", "b", "d", "f", "/", "*", "g"]);
    assert_eq!(split("a // b \\\n c\nd"), ["a", "d"]);
    assert_eq!(split("a // b \\ \t\r\n c\nd"), ["a", "d"], "gcc lets blanks stand after the backslash");
    assert_eq!(split("a /\\\n/ b\nc /\\\n* d *\\\n/ e"), ["a", "c", "e"]);
    assert_eq!(split("\"/*\" x \"*/\" '//' y"), ["\"/*\"", "x", "\"*/\"", "'//'", "y"]);
    assert_eq!(split("a /* b"), ["a"]);
}

#[test]
fn a_backslash_joins_lines() {
    assert_eq!(split("as\\\nm +\\\r\n+ \"x\\\ny\" 1\\\n2"), ["asm", "++", "\"xy\"", "12"]);
    assert_eq!(split("a\\ b \\\n"), ["a", "\\", "b"]);
}

#[test]
fn directives_are_known_by_their_hash() {
    use TokenKind::{DirectiveHash, HeaderName, Identifier, Number, Punct, String};
    assert_eq!(kinds("#define x #y"), [DirectiveHash, Identifier, Identifier, Punct, Identifier]);
    assert_eq!(
        kinds("/* c */ %: /* d\n */ include <a//b'>\n<a>"),
        [DirectiveHash, Identifier, HeaderName, Punct, Identifier, Punct]
    );
    assert_eq!(split("#include <math.h> // x\n"), ["#", "include", "<math.h>"]);
    assert_eq!(split("# include \"a\\\" x"), ["#", "include", "\"a\\\"", "x"]);
    assert_eq!(
        kinds("#include <math.h\n>"),
        [DirectiveHash, Identifier, Punct, Identifier, Punct, Identifier, Punct]
    );
    assert_eq!(kinds("#if 1 <2> 3"), [DirectiveHash, Identifier, Number, Punct, Number, Punct, Number]);
    assert_eq!(split("x # y ## z %:%: %: #%:"), ["x", "#", "y", "##", "z", "%:%:", "%:", "#", "%:"]);
    assert_eq!(kinds("#include_next \"x\"\n#"), [DirectiveHash, Identifier, String, DirectiveHash]);
    assert_eq!(kinds("include <x>"), [Identifier, Punct, Identifier, Punct]);
}

#[test]
fn raw_strings_go_over_lines() {
    use TokenKind::{Identifier, RawString, String};
    let source = "R\"(a\\\n\"b)\" LR\"x()x y)\")x\" end";
    assert_eq!(split(source), ["R\"(a\\\n\"b)\"", "LR\"x()x y)\")x\"", "end"]);
    assert_eq!(kinds(source), [RawString, RawString, Identifier]);
    assert_eq!(kinds("R\"a b\" x"), [String, Identifier], "no delimiter has a blank");
    assert_eq!(kinds("R\"x(a)\" y"), [RawString], "to the end of the file");
}

/// Pieces of sources, some of which fit together badly.
fn nearly_sources() -> impl Strategy<Value = Vec<u8>> {
    let pieces: [&[u8]; 32] = [
        b"bot_name",
        b"=",
        b"\"",
        b"'",
        b"\\",
        b"\\\n",
        b"\n",
        b"\r\n",
        b" ",
        b"/",
        b"*",
        b"//",
        b"/*",
        b"*/",
        b"#",
        b"%:",
        b"include",
        b"<",
        b">",
        b"R\"",
        b"x(",
        b")x\"",
        b"u8",
        b"\\x",
        b"\\u00e9",
        b"\\777",
        b";name ",
        b"Boa",
        b"\xff",
        b"\0",
        b"1e",
        b".",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..40).prop_map(|pieces| pieces.concat())
}

/// Checks what must hold for the tokens of every file.
fn check_tokens(source: &[u8]) {
    let mut end = 0;
    for token in Lexer::new(source) {
        let Span { start, end: next } = token.span;
        assert!(end <= start && start < next && next <= source.len(), "{token:?} after {end}");
        // Between tokens there is nothing but white space and joined lines.
        let between = &source[end..start];
        assert!(between.iter().all(|byte| byte.is_ascii_whitespace() || matches!(byte, b'\\' | b'\x0b')));
        let text = token.text(source);
        assert!(!text.is_empty() && text.len() <= next - start);
        end = next;
    }
    assert!(source[end..].iter().all(|byte| byte.is_ascii_whitespace() || matches!(byte, b'\\' | b'\x0b')));
}

fn check_any(source: &[u8]) {
    check_tokens(source);
    let reading = AnyGame::read(&Snakes, source);
    let metadata = [&reading.metadata.name, &reading.metadata.author, &reading.metadata.strategy];
    assert!(metadata.into_iter().flatten().all(|value| !value.chars().any(char::is_control)));
    if let Some(program) = read(source).program {
        assert_eq!((program.bytes(), program.length()), (source, source.len()));
        assert_eq!(source_bytes(&program.canonical()), source, "the canonical text gives the source back");
        assert_eq!(format(source).as_deref(), Some(source));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_can_be_read(source in prop::collection::vec(any::<u8>(), 0..120)) {
        check_any(&source);
    }

    #[test]
    fn any_pieces_can_be_read(source in nearly_sources()) {
        check_any(&source);
    }

    /// Also of files that look like canonical texts of others.
    #[test]
    fn different_sources_have_different_canonical_texts(first in "[aé\u{ff}\u{100}]{1,3}", second in "[aé\u{ff}\u{100}]{1,3}", wrap: [u8; 2]) {
        let canonical = |source: &[u8]| read(source).program.unwrap().canonical();
        let wrapped = |text: &str, times: u8| {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..times % 3 {
                bytes.push(0xff);
                bytes = canonical(&bytes).into_bytes();
            }
            bytes
        };
        let sources = [wrapped(&first, wrap[0]), wrapped(&second, wrap[1])];
        let texts = sources.each_ref().map(|source| canonical(source));
        prop_assert_eq!(texts[0] == texts[1], sources[0] == sources[1]);
        for (source, text) in sources.iter().zip(&texts) {
            prop_assert_eq!(&source_bytes(text), source);
        }
    }

    /// A source can be put together again from its tokens with blanks between them.
    #[test]
    fn tokens_stand_for_the_source(source in "[a-c1.+<>=&|%:#'\"/* \n]{0,60}") {
        let lines = |source: &str| -> Vec<Vec<(TokenKind, String)>> { source.split('\n').map(spelled).collect() };
        for line in lines(&source) {
            let again: String = line.iter().map(|(_, text)| text.clone() + " ").collect();
            let is_closed = line.last().is_none_or(|(kind, _)| !matches!(kind, TokenKind::String | TokenKind::Char));
            if is_closed {
                prop_assert_eq!(spelled(&again), line, "{}", again);
            }
        }
    }
}
