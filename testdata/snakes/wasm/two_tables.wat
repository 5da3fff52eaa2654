;; refused S10 65536 elements
;; Has two tables that are too large together.
(module
  (table 60000 funcref)
  (table 60000 externref)
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (i32.const 76)))
