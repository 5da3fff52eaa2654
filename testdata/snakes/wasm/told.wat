;; answers R
;; Says where its board goes, and looks at its corners: X is in the first one, O in the last.
(module
  (func (export "board") (result i32) (i32.const 40000))
  (memory (export "memory") 1)
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (if (i32.ne (local.get $board) (i32.const 40000)) (then (unreachable)))
    (if (i32.ne (i32.load (local.get $board)) (i32.const 42)) (then (unreachable)))
    (if (i32.ne (i32.load offset=2044 (local.get $board)) (i32.const 64)) (then (unreachable)))
    (if (i32.ne (i32.load offset=4 (local.get $board)) (i32.const 46)) (then (unreachable)))
    (i32.const 82)))
