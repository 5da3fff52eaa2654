;; refused S10 `bot_name` does not lead
;; Its name is outside of its memory.
(module
  (global (export "bot_name") i32 (i32.const 65534))
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (i32.const 76)))
