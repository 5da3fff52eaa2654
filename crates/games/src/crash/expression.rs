//! Reading one expression: terms with `+` or `-` between them, no spaces (C8).

use super::instruction::{CELLS, Expression, Operand, Register, Term};

/// Why a word is not a valid expression.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ExpressionError {
    /// The first byte that fits no expression; the word's length if the word ends too early.
    pub(super) at: usize,
    /// The length in bytes of the number that is too large.
    pub(super) number_length: Option<usize>,
    pub(super) message: String,
    pub(super) help: &'static str,
}

/// Reads a word.
pub(super) fn read(word: &[u8]) -> Result<Expression, ExpressionError> {
    let mut reader = Reader { word, at: 0 };
    let mut terms = vec![Term { negative: false, operand: reader.operand()? }];
    while let Some(sign) = reader.peek() {
        let negative = match sign {
            b'+' => false,
            b'-' => true,
            _ => return Err(reader.unexpected("`+`, `-` or the end of the expression")),
        };
        reader.at += 1;
        terms.push(Term { negative, operand: reader.operand()? });
    }
    Ok(Expression { terms })
}

struct Reader<'a> {
    word: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.word.get(self.at).copied()
    }

    fn operand(&mut self) -> Result<Operand, ExpressionError> {
        match self.peek() {
            Some(b'[') => {
                self.at += 1;
                let inside = self.bracketed()?;
                if self.peek() != Some(b']') {
                    return Err(self.unexpected("`]`"));
                }
                self.at += 1;
                Ok(inside)
            }
            Some(b'0'..=b'9') => Ok(Operand::Number(self.number()?)),
            _ => Err(self.unexpected("a number from 0 to 4095, `[i]`, `[a]`, `[b]` or `[number]`")),
        }
    }

    fn bracketed(&mut self) -> Result<Operand, ExpressionError> {
        let register = match self.peek() {
            Some(b'i') => Register::I,
            Some(b'a') => Register::A,
            Some(b'b') => Register::B,
            Some(b'0'..=b'9') => return Ok(Operand::Cell(self.number()?)),
            _ => return Err(self.unexpected("`i`, `a`, `b` or a number from 0 to 4095")),
        };
        self.at += 1;
        Ok(Operand::Register(register))
    }

    fn number(&mut self) -> Result<u16, ExpressionError> {
        let digits = self.word[self.at..].iter().take_while(|byte| byte.is_ascii_digit());
        let (length, value) = digits.fold((0, 0usize), |(length, value), digit| {
            (length + 1, value.saturating_mul(10).saturating_add(usize::from(digit - b'0')))
        });
        if value >= CELLS {
            return Err(ExpressionError {
                at: self.at,
                number_length: Some(length),
                message: "this number is above 4095".into(),
                help: "there are 4096 cells, and arithmetic is modulo 4096: use the remainder",
            });
        }
        self.at += length;
        Ok(u16::try_from(value).expect("it is below 4096"))
    }

    fn unexpected(&self, expected: &str) -> ExpressionError {
        let found =
            if self.at == self.word.len() { "the expression ends here" } else { "this fits no expression" };
        ExpressionError {
            at: self.at,
            number_length: None,
            message: format!("{found}; expected {expected}"),
            help: "an expression is terms with `+` or `-` between them, without spaces, such as `[i]+[a]+4`",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn fails_at(word: &str, at: usize) {
        assert_eq!(read(word.as_bytes()).unwrap_err().at, at, "{word}");
    }

    #[test]
    fn the_first_character_that_fits_is_named() {
        fails_at("", 0);
        fails_at("+1", 0);
        fails_at("[i]-", 4);
        fails_at("[i", 2);
        fails_at("[c]", 1);
        fails_at("[12x]", 3);
        fails_at("[i]x", 3);
        fails_at("[ia]", 2);
        fails_at("1++2", 2);
        fails_at("[i]+4096", 4);
        fails_at("[99999999999999999999999]", 1);
    }

    #[test]
    fn leading_zeros_are_not_printed() {
        assert_eq!(read(b"[0012]-000+4095").unwrap().to_string(), "[12]-0+4095");
    }
}
