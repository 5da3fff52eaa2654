;; fault signal trap: call stack exhausted
;; Calls itself for ever.
(module
  (func $f (param i32) (result i32) (i32.add (i32.const 1) (call $f (local.get 0))))
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (call $f (local.get $player))))
