;; answers R
;; There is no room for the board behind `__heap_base`: the memory gets a page more.
(module
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 65000))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (select (i32.const 82) (i32.const 85)
      (i32.and (i32.eq (memory.size) (i32.const 2))
        (i32.eq (i32.load offset=2044 (local.get $board)) (i32.const 64))))))
