;; fault signal trap: indirect call type mismatch
;; Calls a function as another kind of function.
(module
  (table 2 funcref)
  (elem (i32.const 0) $f)
  (func $f)
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (call_indirect (result f64) (i32.const 0))
    (drop)
    (i32.const 76)))
