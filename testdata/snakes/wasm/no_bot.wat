;; refused S10 does not export a function `bot`
;; Has nobody to ask.
(module
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024)))
