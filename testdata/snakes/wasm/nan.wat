;; answers L
;; Whatever makes a NaN, its bits are the same on every machine.
(module
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (local $zero f32)
    (if (i32.ne (i32.reinterpret_f32 (f32.div (local.get $zero) (local.get $zero))) (i32.const 0x7fc00000)) (then (unreachable)))
    (if (i32.ne (i32.reinterpret_f32 (f32.sqrt (f32.sub (local.get $zero) (f32.const 1)))) (i32.const 0x7fc00000)) (then (unreachable)))
    (if (i32.ne (i32.reinterpret_f32 (f32.add (local.get $zero) (f32.const nan:0x12345))) (i32.const 0x7fc00000)) (then (unreachable)))
    (if (i32.ne (i32.reinterpret_f32 (f32.min (local.get $zero) (f32.const -nan:0x7fffff))) (i32.const 0x7fc00000)) (then (unreachable)))
    (if (i64.ne (i64.reinterpret_f64 (f64.promote_f32 (f32.const -nan:0x12345))) (i64.const 0x7ff8000000000000)) (then (unreachable)))
    (if (i64.ne (i64.reinterpret_f64 (f64.sub (f64.const inf) (f64.const inf))) (i64.const 0x7ff8000000000000)) (then (unreachable)))
    (if (i64.ne (i64.reinterpret_f64 (f64.floor (f64.const -nan:0xfffff))) (i64.const 0x7ff8000000000000)) (then (unreachable)))
    (i32.const 76)))
