;; refused S10 not a function of two i32
;; Answers with a long.
(module
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param i32 i32) (result i64) (i64.const 76)))
