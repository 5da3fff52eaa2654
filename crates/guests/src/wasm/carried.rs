//! Counts what makes a module's code grow beyond what its length suggests.
//!
//! The interpreter writes a copy of every value that a branch carries to its target. The validator keeps an entry for every
//! value that a call or a block leaves, even where nothing is translated because the code cannot be reached. With up to 32
//! values for two bytes of code, a module of 1 MiB would become hundreds. Nested blocks cost both of them an entry each for as
//! long as they are open.

use wasmparser::{
    BinaryReaderError, BlockType, CompositeInnerType, FuncType, FunctionBody, Operator, Parser, Payload,
    TypeRef,
};

/// How much a module's code carries.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct CarriedValues {
    /// How many values all branches, calls and blocks carry together. Those that carry at most one are not counted: their own
    /// bytes account for it.
    pub(super) values: u64,
    /// How many blocks are open at once, at most.
    pub(super) nested: u64,
}

impl CarriedValues {
    /// What a module's code carries, as far as it can be read. The validator reports what is wrong with the rest.
    pub(super) fn of(module: &[u8]) -> Self {
        let mut found = Self::default();
        // After an error, nothing more can be read, and nothing more is translated.
        let _ = found.read(module);
        found
    }

    fn read(&mut self, module: &[u8]) -> Result<(), BinaryReaderError> {
        let mut types = Types::default();
        let mut bodies = 0;
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::TypeSection(section) => {
                    for group in section {
                        types.all.extend(group?.types().map(|one| match &one.composite_type.inner {
                            CompositeInnerType::Func(function) => Arity::of(function),
                            _ => Arity::default(),
                        }));
                    }
                }
                Payload::ImportSection(section) => {
                    for import in section {
                        if let TypeRef::Func(index) = import?.ty {
                            types.functions.push(index);
                            bodies += 1;
                        }
                    }
                }
                Payload::FunctionSection(section) => {
                    for index in section {
                        types.functions.push(index?);
                    }
                }
                Payload::CodeSectionEntry(body) => {
                    let arity = types.of_function(bodies);
                    bodies += 1;
                    self.read_body(&body, arity, &types)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn read_body(
        &mut self,
        body: &FunctionBody<'_>,
        function: Arity,
        types: &Types,
    ) -> Result<(), BinaryReaderError> {
        // For every open block: how many values a branch to it carries, and how many it leaves at its end.
        let mut open = vec![Block { carried: function.results, results: function.results }];
        let target = |open: &[Block], depth: u32| {
            let nth = usize::try_from(depth).ok().and_then(|depth| open.len().checked_sub(depth + 1));
            nth.map_or(0, |nth| open[nth].carried)
        };
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            match operators.read()? {
                Operator::Block { blockty } | Operator::If { blockty } => {
                    let arity = types.of_block(blockty);
                    self.carry(arity.parameters);
                    self.open(&mut open, Block { carried: arity.results, results: arity.results });
                }
                Operator::Loop { blockty } => {
                    let arity = types.of_block(blockty);
                    self.carry(arity.parameters);
                    self.open(&mut open, Block { carried: arity.parameters, results: arity.results });
                }
                Operator::Else => self.carry(open.last().map_or(0, |block| block.results)),
                Operator::End => self.carry(open.pop().map_or(0, |block| block.results)),
                Operator::Br { relative_depth } | Operator::BrIf { relative_depth } => {
                    self.carry(target(&open, relative_depth));
                }
                // The values are copied once; each target's entry says where it wants them.
                Operator::BrTable { targets } => self.carry(target(&open, targets.default())),
                Operator::Return => self.carry(function.results),
                // Parameters have been pushed one by one; only the results appear without instructions of their own.
                Operator::Call { function_index } | Operator::ReturnCall { function_index } => {
                    self.carry(types.of_function(function_index).results);
                }
                Operator::CallIndirect { type_index, .. }
                | Operator::ReturnCallIndirect { type_index, .. } => {
                    self.carry(types.of(type_index).results);
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn open(&mut self, open: &mut Vec<Block>, block: Block) {
        open.push(block);
        self.nested = self.nested.max(open.len() as u64 - 1);
    }

    fn carry(&mut self, values: u64) {
        if values > 1 {
            self.values += values;
        }
    }
}

/// How many values something takes and leaves.
#[derive(Debug, Clone, Copy, Default)]
struct Arity {
    parameters: u64,
    results: u64,
}

impl Arity {
    fn of(function: &FuncType) -> Self {
        Self { parameters: function.params().len() as u64, results: function.results().len() as u64 }
    }
}

#[derive(Debug, Clone, Copy)]
struct Block {
    carried: u64,
    results: u64,
}

/// The types of a module, and the type index of each of its functions.
#[derive(Debug, Default)]
struct Types {
    all: Vec<Arity>,
    functions: Vec<u32>,
}

impl Types {
    fn of(&self, index: u32) -> Arity {
        usize::try_from(index).ok().and_then(|index| self.all.get(index)).copied().unwrap_or_default()
    }

    fn of_function(&self, index: u32) -> Arity {
        let index = usize::try_from(index).ok().and_then(|index| self.functions.get(index));
        index.map(|&index| self.of(index)).unwrap_or_default()
    }

    fn of_block(&self, block: BlockType) -> Arity {
        match block {
            BlockType::Empty => Arity::default(),
            BlockType::Type(_) => Arity { parameters: 0, results: 1 },
            BlockType::FuncType(index) => self.of(index),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(items: &str) -> CarriedValues {
        CarriedValues::of(&wat::parse_str(format!("(module {items})")).unwrap())
    }

    #[test]
    fn what_carries_one_value_at_most_is_not_counted() {
        let plain = r"(func $f (param i32) (result i32) local.get 0)
            (func (param i32) (result i32)
                (block (result i32) (br_if 0 (i32.const 1) (local.get 0)))
                (if (then (return (call $f (i32.const 2)))))
                (loop (br_if 0 (local.get 0)))
                (i32.const 3))";
        assert_eq!(of(plain), CarriedValues { values: 0, nested: 1 });
    }

    #[test]
    fn every_branch_counts_what_its_target_takes() {
        let three = "(type $three (func (result i32 i32 i32)))";
        let values = "i32.const 1 i32.const 2 i32.const 3";
        // Two branches and the block's end; then the function's end, which leaves nothing.
        let branches = format!(
            "{three} (func (param i32) (block (type $three) {values} local.get 0 br_if 0 local.get 0 br_if 0) drop drop drop)"
        );
        assert_eq!(of(&branches).values, 3 * 3);
        // A branch to a loop carries its parameters: they count at its beginning, and for one branch; its end leaves nothing.
        let loops =
            "(func (param i32) i32.const 1 i32.const 2 (loop (param i32 i32) local.get 0 br_if 0 drop drop))";
        assert_eq!(of(loops).values, 2 + 2);
        // Four returns, the function's own branch, and its end.
        let returns = format!(
            "(func (type $t) {values} return return return return br 0) (type $t (func (result i32 i32 i32)))"
        );
        assert_eq!(of(&returns).values, 6 * 3);
        // Also where nothing is reached: ten calls, and the end of what they call.
        let calls =
            format!("(func $f (result i32 i32 i32) {values}) (func unreachable {})", "call $f ".repeat(10));
        assert_eq!(of(&calls).values, 10 * 3 + 3);
        let either = format!(
            "{three} (func (param i32) local.get 0 (if (type $three) (then {values}) (else {values})) drop drop drop)"
        );
        assert_eq!(of(&either).values, 2 * 3);
    }

    #[test]
    fn open_blocks_are_counted() {
        assert_eq!(of("(func (block (block)) (loop (if (i32.const 1) (then (block)))))").nested, 3);
    }

    #[test]
    fn what_is_damaged_is_read_as_far_as_it_goes() {
        let module = wat::parse_str("(module (func (result i32 i32) i32.const 1 i32.const 2))").unwrap();
        for end in 0..module.len() {
            CarriedValues::of(&module[..end]);
        }
        for at in 0..module.len() {
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                let mut damaged = module.clone();
                damaged[at] = value;
                CarriedValues::of(&damaged);
            }
        }
    }
}
