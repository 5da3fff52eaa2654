;; fault signal trap: out of bounds memory access
;; Fills more than there is.
(module
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (memory.fill (i32.const 1) (i32.const 0) (i32.const 65536))
    (i32.const 76)))
