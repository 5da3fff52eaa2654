;; fault signal trap: invalid conversion to integer
;; Makes a number of no number.
(module
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (i32.trunc_f32_s (f32.const nan))))
