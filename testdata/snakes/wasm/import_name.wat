;; refused S11 `env.\u{1b}[2J`
;; Would clear the screen.
(module
  (import "env" "\1b[2J" (func))
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (i32.const 76)))
