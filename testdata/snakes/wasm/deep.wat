;; answers L
;; Ten thousand calls deep is not too deep.
(module
  (func $deep (param i32) (result i32)
  (if (result i32) (local.get 0)
  (then (i32.add (i32.const 1) (call $deep (i32.sub (local.get 0) (i32.const 1)))))
  (else (i32.const 0))))
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (drop (call $deep (i32.const 10000)))
    (i32.const 76)))
