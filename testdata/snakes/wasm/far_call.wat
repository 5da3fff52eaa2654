;; fault signal trap: out of bounds table access
;; Calls outside of the table.
(module
  (table 2 funcref)
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (call_indirect (i32.const 9))
    (i32.const 76)))
