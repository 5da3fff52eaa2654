;; answers L
;; The same with tables, of which there are two.
(module
  (table $a 10 funcref)
  (table $b 0 100000 funcref)
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (loop (br_if 0 (i32.ne (table.grow $a (ref.null func) (i32.const 1000)) (i32.const -1))))
    (loop (br_if 0 (i32.ne (table.grow $b (ref.null func) (i32.const 1)) (i32.const -1))))
    (select (i32.const 76) (i32.const 85)
      (i32.eq (i32.add (table.size $a) (table.size $b)) (i32.const 65536)))))
