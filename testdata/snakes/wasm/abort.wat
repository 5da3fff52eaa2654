;; fault signal trap: abort
;; Gives up.
(module
  (import "env" "abort" (func $abort))
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (call $abort)
    (i32.const 76)))
