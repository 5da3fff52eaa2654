;; fault signal trap: integer divide by zero
;; Divides by zero.
(module
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (local $zero i32)
    (i32.div_s (local.get $player) (local.get $zero))))
