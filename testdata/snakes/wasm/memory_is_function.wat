;; refused S10 `memory` is not a memory
;; Calls something else a memory.
(module
  (func (export "memory"))
  (memory 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (i32.const 76)))
