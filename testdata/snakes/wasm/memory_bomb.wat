;; answers L
;; Takes all memory that there is, which is 64 MiB, and lives on.
(module
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (loop (br_if 0 (i32.ne (memory.grow (i32.const 1)) (i32.const -1))))
    (select (i32.const 76) (i32.const 85) (i32.eq (memory.size) (i32.const 1024)))))
