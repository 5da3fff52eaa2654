;; answers L
;; Goes into its own corner.
(module
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (select (i32.const 76) (i32.const 82) (i32.eq (local.get $player) (i32.const 88)))))
