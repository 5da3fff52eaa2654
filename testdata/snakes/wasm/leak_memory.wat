;; answers L
;; Counts its calls in memory: in data, in what is zero, and in what it has grown by.
(module
  (data (i32.const 16) "\07\00\00\00")
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (if (i32.ne (memory.grow (i32.const 3)) (i32.const 1)) (then (unreachable)))
    (if (i32.ne (i32.load (i32.const 16)) (i32.const 7)) (then (unreachable)))
    (if (i32.load (i32.const 60000)) (then (unreachable)))
    (if (i32.load (i32.const 200000)) (then (unreachable)))
    (memory.fill (i32.const 0) (i32.const 255) (i32.const 262144))
    (i32.const 76)))
