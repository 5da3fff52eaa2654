;; refused S10 SIMD
;; Computes with vectors.
(module
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (i32x4.extract_lane 0 (i32x4.splat (i32.const 76)))))
