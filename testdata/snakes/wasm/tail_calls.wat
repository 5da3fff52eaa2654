;; fault time more than 40000000 units of fuel (100 ms)
;; Turns for ever by calls that take no stack.
(module
  (func $f (result i32) (return_call $f))
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (return_call $f)))
