;; refused S10 not a function of two i32
;; Is a number.
(module
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (global (export "bot") i32 (i32.const 76)))
