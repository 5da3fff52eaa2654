//! What Perl does with the snippets of `PerlWar`'s conformance cases, worked out by hand, so that the cases are also
//! played where no Perl is run.

use game::{AnyPlayers, FaultKind, Reply, Seat, Void, WireFormat as _};
use games::perlwar::{Answer, Code, Question, Run};

/// Answers for the snippets that it knows.
pub(crate) struct PerlByHand;

impl AnyPlayers for PerlByHand {
    fn ask(&mut self, _: Seat, question: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        let question = Question::decode(question).expect("the engine asks in canonical bytes");
        let cells: Vec<Option<&str>> = question.cells().map(|cell| cell.map(Code::text)).collect();
        let code = cells[0].expect("the running cell holds a snippet");
        if code == r#"eval{1 while 1};"!1""# {
            return Ok(Reply::Fault(FaultKind::Time, "more than 100 ms".into()));
        }
        let mut bytes = Vec::new();
        answer(code, &cells, &question).encode(&mut bytes);
        Ok(Reply::Answer(bytes))
    }
}

fn returns(returned: &str) -> Answer {
    Answer::Ran(Run { returned: returned.into(), ..Run::default() })
}

/// The snippet leaves this in `$_`.
fn becomes(own: &str, returned: &str) -> Answer {
    Answer::Ran(Run { own: Some(own.into()), cell: None, returned: returned.into() })
}

/// The snippet leaves this in the cell of `@_` that its instruction uses.
fn changes(cell: &str, returned: &str) -> Answer {
    Answer::Ran(Run { own: None, cell: Some(cell.into()), returned: returned.into() })
}

fn answer(code: &str, cells: &[Option<&str>], question: &Question) -> Answer {
    match code {
        // Two syntax errors, and operations that are not allowed (P10).
        "die"
        | r#"":1"#
        | "}"
        | r#"system "true";"!8""#
        | r#"if(0){exit} "!7""#
        | "fork;1"
        | r#"open F,"/etc/passwd";1"#
        | "`ls`;1"
        | "kill 9,$$;1"
        | r#"eval "1""# => Answer::Died,
        r#"return ":1""# => returns(":1"),
        r#"push @_,"6"; "5:4""# => returns("5:4"),
        r#"eval{die};"!1""# => returns("!1"),
        "'☺☺☺☺☺☺☺☺'" => returns("☺☺☺☺☺☺☺☺"),
        r#""!".chr(0x661)"# => returns("!\u{661}"),
        // `.` and `+` bind alike: this is a number between 0 and 3.
        "return '!'.1+int(rand(@_))" => returns("2"),
        r#"$_[1] =~ s//return "!"/; return "~1";"# => {
            changes(&format!(r#"return "!"{}"#, cells[1].expect("a snippet")), "~1")
        }
        r#"return "!";2"# => returns("!"),
        r#"$_[1]=" ";"~1""# => changes(" ", "~1"),
        r#"$_[1]="9";"~1""# => changes("9", "~1"),
        r#"$_="5";"~""# => becomes("5", "~"),
        r#"$_="";"!1""# => becomes("", "!1"),
        r#"$_[0]="5";1"# => becomes("5", "1"),
        r#"$pos = 1; s/\d+/$&+1/e; return "^$pos";"# => {
            becomes(r#"$pos = 2; s/\d+/$&+1/e; return "^$pos";"#, "^1")
        }
        r#"$pos = 2; s/\d+/$&+1/e; return "^$pos";"# => {
            becomes(r#"$pos = 3; s/\d+/$&+1/e; return "^$pos";"#, "^2")
        }
        r#""!".($W==40&&$R==9&&@_==4?3:1)"# => {
            let is_as_it_should = (question.max_len, question.rounds, cells.len()) == (40, 9, 4);
            returns(if is_as_it_should { "!3" } else { "!1" })
        }
        r#"$_[3] eq "9"?"!3":1"# => returns(if cells[3] == Some("9") { "!3" } else { "1" }),
        // The changes made by these are lost, and the last one finds none of them (P11).
        r#"$_[1]="!!";$_[2]="";1"#
        | "$W=9;$R=1;$r=9;@_=();1"
        | r#"$_{k}="!1";$?=42;$|=1;$^W=1;1"#
        | r#"$?==42||$|||$^W?"!1":1"# => returns("1"),
        "undef" | "()" | "$_{k}" => returns(""),
        _ => literal(code).map_or_else(|| panic!("nobody worked this out: {code}"), returns),
    }
}

/// The value of a snippet that is a text in double quotes, or a digit.
fn literal(code: &str) -> Option<&str> {
    let text = code.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let text = text.filter(|text| !text.contains(['"', '$', '@', '\\']));
    text.or_else(|| Some(code).filter(|code| code.len() == 1 && code.as_bytes()[0].is_ascii_digit()))
}
