;; fault time more than 40000000 units of fuel (100 ms)
;; Fills nothing, over and over.
(module
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (loop $l (memory.fill (i32.const 0) (i32.const 1) (i32.const 0)) (br $l))
    (unreachable)))
