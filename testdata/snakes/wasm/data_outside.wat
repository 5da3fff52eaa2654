;; refused S10 no instance
;; Its data do not fit in.
(module
  (data (i32.const 65530) "0123456789")
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (i32.const 76)))
