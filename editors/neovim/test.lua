-- Tests `bout lsp` in a headless Neovim:
--
--   nvim --headless -u NONE -c "luafile editors/neovim/test.lua" FOLDER/mine.crash
--
-- The folder is an empty one; `bout` must be in the path. Prints "ok" or what is wrong, and exits with 0 or 1.

local PATIENCE_MS = 60000

local function fail(what)
  io.stdout:write("failed: " .. what .. "\n")
  vim.cmd("cquit 1")
end

local function expect(what, found, wanted)
  if not vim.deep_equal(found, wanted) then
    fail(what .. ": found " .. vim.inspect(found) .. ", expected " .. vim.inspect(wanted))
  end
end

local function wait(what, condition)
  if not vim.wait(PATIENCE_MS, condition, 20) then
    fail("waited in vain for " .. what)
  end
end

local function ask(method, params)
  local answers, problem = vim.lsp.buf_request_sync(0, method, params, PATIENCE_MS)
  if problem then
    fail(method .. ": " .. problem)
  end
  for _, answer in pairs(answers) do
    if answer.error then
      fail(method .. ": " .. vim.inspect(answer.error))
    end
    return answer.result
  end
  fail(method .. ": nobody answered")
end

local function lines()
  return vim.api.nvim_buf_get_lines(0, 0, -1, false)
end

local function write(new)
  vim.api.nvim_buf_set_lines(0, 0, -1, false, new)
end

local function codes()
  local found = {}
  for _, one in ipairs(vim.diagnostic.get(0)) do
    table.insert(found, one.code or "")
  end
  table.sort(found)
  return found
end

local function wait_for_codes(wanted)
  wait("the diagnostics " .. table.concat(wanted, ", "), function()
    return vim.deep_equal(codes(), wanted)
  end)
end

local here = debug.getinfo(1, "S").source:sub(2):match("(.*/)") or "./"
dofile(here .. "bout.lua")

local shown = {}
vim.lsp.handlers["window/showMessage"] = function(_, result)
  table.insert(shown, result.message)
end

vim.cmd("edit")
wait("a client", function()
  return next(vim.lsp.buf_get_clients(0)) ~= nil
end)
expect("the file type", vim.bo.filetype, "crash")

-- Diagnostics while typing, also for characters of two UTF-16 units.
write({ ";name \u{1F600} Bomber", "strore [i]-1 i" })
wait("the diagnostic in line 2", function()
  local found = vim.diagnostic.get(0)
  return #found == 1 and found[1].code == "C8" and found[1].lnum == 1
end)

-- A fix.
local range = vim.lsp.util.make_given_range_params({ 2, 0 }, { 2, 0 })
range.context = { diagnostics = {} }
local actions = ask("textDocument/codeAction", range)
expect("the fix", actions[1].title, "replace it with `store`")
vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
expect("the fixed line", lines()[2], "store [i]-1 i")
wait_for_codes({})

-- Hover, definition, references and rename.
write({ ";label bomb", "write crash [i]+[a]+2", "store  [a]+1 a", "store [i]-3 i ;to @bomb" })
vim.api.nvim_win_set_cursor(0, { 4, 7 })
local hover = ask("textDocument/hover", vim.lsp.util.make_position_params(0, "utf-16"))
if not hover.contents.value:find("address 0 bomb of this program", 1, true) then
  fail("hover: " .. hover.contents.value)
end
local target = ask("textDocument/definition", vim.lsp.util.make_position_params(0, "utf-16"))
expect("the target of the jump", target.range.start.line, 1)
vim.api.nvim_win_set_cursor(0, { 1, 8 })
local params = vim.lsp.util.make_position_params(0, "utf-16")
params.context = { includeDeclaration = true }
expect("the uses of the label", #ask("textDocument/references", params), 3)
params.newName = "drop"
vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", params), "utf-16")
expect("the renamed label", { lines()[1], lines()[4] }, { ";label drop", "store [i]-3 i ;to @drop" })

-- Formatting.
vim.lsp.buf.formatting_sync({}, PATIENCE_MS)
expect("the formatted line", lines()[3], "store [a]+1 a")

-- Completion.
write({ "st" })
vim.api.nvim_win_set_cursor(0, { 1, 2 })
local completion = vim.lsp.util.make_position_params(0, "utf-16")
completion.position.character = 2
local items = ask("textDocument/completion", completion)
expect("the completions", #items, 4)

-- A fight, as a code lens.
write({ "store [i]-1 i" })
wait_for_codes({})
local lenses = ask("textDocument/codeLens", { textDocument = vim.lsp.util.make_text_document_params() })
expect("the first lens", lenses[1].command.title, "fight phoenix")
local said = ask("workspace/executeCommand", lenses[1].command)
if not said:find("against Phoenix: %d+ won, %d+ drawn, %d+ lost of 100 games") then
  fail("the fight: " .. said)
end
wait("the message", function()
  return shown[1] == said
end)

io.stdout:write("ok\n")
vim.cmd("qall!")
