;; answers R
;; `srand` puts `rand` to a place that is the same everywhere: the first number after 1234567.
(module
  (import "env" "rand" (func $rand (result i32)))
  (import "env" "srand" (func $srand (param i32)))
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (call $srand (i32.const 1234567))
    (select (i32.const 82) (i32.const 85)
      (i32.eq (call $rand) (i32.const 751790091)))))
