;; answers L
;; Puts `rand` elsewhere; the next call starts from its own seed all the same.
(module
  (import "env" "rand" (func $rand (result i32)))
  (import "env" "srand" (func $srand (param i32)))
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (local $first i32)
    (local.set $first (call $rand))
    (call $srand (i32.const 7))
    (select (i32.const 76) (i32.const 85)
      (i32.eq (local.get $first) (i32.const 1896895516)))))
