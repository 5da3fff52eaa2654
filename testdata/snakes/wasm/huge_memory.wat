;; refused S10 4096 MiB
;; Has 4 GiB from the start.
(module
  (memory (export "memory") 65536)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (i32.const 76)))
