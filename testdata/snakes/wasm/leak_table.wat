;; answers L
;; Counts its calls in a table.
(module
  (table $t 4 funcref)
  (elem declare func $f)
  (func $f)
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (if (i32.eqz (ref.is_null (table.get $t (i32.const 1)))) (then (unreachable)))
    (table.set $t (i32.const 1) (ref.func $f))
    (if (i32.ne (table.grow $t (ref.func $f) (i32.const 9)) (i32.const 4)) (then (unreachable)))
    (i32.const 76)))
