;; fault signal trap: integer overflow
;; The one quotient that has no place.
(module
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (i32.div_s (i32.const 0x80000000) (i32.const -1))))
