;; refused S10 `bot_name` does not lead
;; Its name is a pointer that leads outside.
(module
  (global (export "bot_name") i32 (i32.const 16))
  (data (i32.const 16) "\00\00\02\00")
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (i32.const 76)))
