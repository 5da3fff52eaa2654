;; refused S10 memory64
;; Has addresses of 64 bits.
(module
  (memory (export "memory") i64 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (i32.const 76)))
