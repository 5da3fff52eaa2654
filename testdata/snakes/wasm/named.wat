;; answers L
;; Has a name, as wasm-ld exports it: the address of a pointer.
(module
  (data (i32.const 16) "\18\00\00\00\00\00\00\00Aspis\1b[2J\00")
  (global (export "bot_name") i32 (i32.const 16))
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "bot") (param $board i32) (param $player i32) (result i32)
    (i32.const 76)))
