-- bout in Neovim (0.7 or newer): `:luafile bout.lua`, or `require` it from your init.lua.

vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = { "*.esowar", "*.crash" },
  callback = function(event)
    vim.bo[event.buf].filetype = event.file:match("%.(%w+)$")
    vim.bo[event.buf].commentstring = ";%s"
  end,
})

-- Results of "fight hawk" and "rank on the hill" are shown by `window/showMessage`; Neovim runs them with
-- `:lua vim.lsp.codelens.run()`.
local function start(event)
  local folder = vim.fn.fnamemodify(event.file, ":p:h")
  local client = vim.lsp.start_client({ name = "bout", cmd = { "bout", "lsp" }, root_dir = folder })
  if client then
    vim.lsp.buf_attach_client(event.buf, client)
    vim.lsp.codelens.refresh()
  end
end

vim.api.nvim_create_autocmd("FileType", { pattern = { "esowar", "crash" }, callback = start })

-- Bots and snippets are checked on save, in folders with a hill or a war. Files elsewhere are left alone.
vim.api.nvim_create_autocmd("FileType", {
  pattern = { "c", "perl" },
  callback = function(event)
    local folder = vim.fn.fnamemodify(event.file, ":p:h")
    if vim.fn.filereadable(folder .. "/hill.toml") == 1 or vim.fn.filereadable(folder .. "/war.toml") == 1 then
      start(event)
    end
  end,
})
