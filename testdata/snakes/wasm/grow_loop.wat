;; fault time more than 40000000 units of fuel (100 ms)
;; Asks for more memory than it may have, over and over.
(module
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (loop $l (drop (memory.grow (i32.const 60000))) (br $l))
    (unreachable)))
