;; answers L
;; Looks for what an earlier call left on the stack.
(module
  (func $look (param i64) (result i64) (local i64 i64 i64 i64)
  (local.get 3) (local.set 3 (local.get 0)) (local.set 1 (local.get 0)))
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (if (i64.ne (call $look (i64.const 12345)) (i64.const 0)) (then (unreachable)))
    (i32.const 76)))
