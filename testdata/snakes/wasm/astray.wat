;; fault signal `board` gave an address outside of the memory
;; Wants the board where there is no memory.
(module
  (func (export "board") (result i32) (i32.const 63489))
  (memory (export "memory") 1)
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (i32.const 76)))
