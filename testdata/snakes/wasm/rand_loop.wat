;; fault time more than 40000000 units of fuel (100 ms)
;; Calls `rand` over and over.
(module
  (import "env" "rand" (func $rand (result i32)))
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (loop $l (drop (call $rand)) (br $l))
    (unreachable)))
