;; fault signal trap: out of bounds memory access
;; Writes outside of the memory, far.
(module
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (i32.store offset=4294967295 (i32.const -1) (i32.const 1))
    (i32.const 76)))
