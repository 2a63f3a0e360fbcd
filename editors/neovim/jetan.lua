-- The language server of Jetan in Neovim 0.7 and later.
--
-- Put this file into ~/.config/nvim/plugin, and open a MIPS source.
-- The program is the one on the path, unless `vim.g.jetan` names another.

-- Neovim 0.7 has no `vim.lsp.start`, which would find a client again by its folder.
local clients = {}

local function start(buffer)
  local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ':p:h')
  local config = { name = 'jetan', cmd = { vim.g.jetan or 'jetan', 'lsp' }, root_dir = folder }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  config.on_exit = function()
    clients[folder] = nil
  end
  clients[folder] = clients[folder] or vim.lsp.start_client(config)
  if clients[folder] then
    vim.lsp.buf_attach_client(buffer, clients[folder])
  end
end

-- By name and not by file type: Neovim guesses the dialect of assembly from the text.
vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile' }, {
  pattern = { '*.asm', '*.s', '*.mips' },
  callback = function(event)
    start(event.buf)
  end,
})
