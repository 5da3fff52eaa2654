;; answers L
;; Counts its calls in a global, or would.
(module
  (global $calls (export "calls") (mut i32) (i32.const 0))
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (global.set $calls (i32.add (global.get $calls) (i32.const 1)))
    (select (i32.const 76) (i32.const 85) (i32.eq (global.get $calls) (i32.const 1)))))
