;; refused S10 `__heap_base` is not a global
;; Its heap starts nowhere.
(module
  (memory (export "memory") 1)
  (global (export "__heap_base") f64 (f64.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (i32.const 76)))
