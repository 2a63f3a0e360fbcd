-- Uses the language server as somebody does who has `jetan.lua` installed.
--
-- nvim --headless --clean -n -c 'luafile editors/neovim/test.lua' -c 'cquit 2'
-- The environment variable JETAN names the program. Exits with 0 if everything is as it should be.

local here = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h')
local folder = vim.fn.tempname()

-- Waits for a condition; the limit only ends a test that has failed.
local function wait_for(what, condition)
  if not vim.wait(60000, condition, 10) then
    error('still waiting for ' .. what)
  end
end

local function lines(buffer)
  return vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
end

local function expect(what, found, wanted)
  if not vim.deep_equal(found, wanted) then
    error(('%s: %s, not %s'):format(what, vim.inspect(found), vim.inspect(wanted)))
  end
end

local function write(name, text)
  vim.fn.writefile(text, folder .. '/' .. name)
end

local function edit(name)
  vim.cmd('edit ' .. vim.fn.fnameescape(folder .. '/' .. name))
  return vim.api.nvim_get_current_buf()
end

local function messages(buffer)
  return vim.tbl_map(function(one)
    return ('%d:%d %s %s'):format(one.lnum, one.col, one.source, vim.split(one.message, '\n')[1])
  end, vim.diagnostic.get(buffer))
end

local function diagnostics()
  local buffer = edit('main.asm')
  wait_for('a diagnostic', function()
    return #vim.diagnostic.get(buffer) > 0
  end)
  expect('diagnostics', messages(buffer), { '4:8 jetan there is no instruction `addx`' })
  vim.api.nvim_buf_set_text(buffer, 4, 11, 4, 12, { 'i' })
  wait_for('no diagnostics', function()
    return #vim.diagnostic.get(buffer) == 0
  end)
  -- Behind a character of four bytes, which is two units in the protocol.
  vim.api.nvim_buf_set_text(buffer, 1, 24, 1, 24, { ', oops' })
  wait_for('the next diagnostic', function()
    return #vim.diagnostic.get(buffer) > 0
  end)
  expect('diagnostics', messages(buffer), { '1:26 jetan `oops` is not a string' })
  vim.api.nvim_buf_set_text(buffer, 1, 24, 1, 30, { '' })
  wait_for('no diagnostics again', function()
    return #vim.diagnostic.get(buffer) == 0
  end)
  return buffer
end

local function hover()
  vim.api.nvim_win_set_cursor(0, { 6, 17 })
  vim.lsp.buf.hover()
  local text
  wait_for('a hover', function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        text = table.concat(lines(vim.api.nvim_win_get_buf(window)), '\n')
        vim.api.nvim_win_close(window, true)
        return true
      end
    end
  end)
  assert(text:find('Adds two numbers', 1, true), text)
  assert(text:find('add.asm:3', 1, true), text)
end

local function rename(buffer)
  vim.lsp.buf.rename('sum')
  wait_for('a new name', function()
    return lines(buffer)[6]:find('sum', 1, true)
  end)
  local other = vim.fn.bufnr(folder .. '/add.asm')
  wait_for('the new name in the other file', function()
    other = vim.fn.bufnr(folder .. '/add.asm')
    return other > 0 and lines(other)[3] == 'sum:   add     $v0, $a0, $a1'
  end)
  wait_for('no diagnostics after renaming', function()
    return #vim.diagnostic.get(buffer) == 0
  end)
end

local function format(buffer)
  vim.api.nvim_buf_set_lines(buffer, -1, -1, false, { 'end: nop # the end' })
  if vim.lsp.buf.format then
    vim.lsp.buf.format({ bufnr = buffer, timeout_ms = 60000 })
  else
    vim.lsp.buf.formatting_sync(nil, 60000)
  end
  expect('columns', lines(buffer), {
    '        .data',
    's:      .asciiz "𝄞é"                            # 𝄞',
    '        .text',
    'main:   li      $a0, 2                          # 𝄞',
    '        addi    $a1, $a0, 3',
    '        jal     sum',
    '        li      $v0, 10',
    '        syscall',
    'end:    nop                                     # the end',
  })
end

local function test()
  vim.g.jetan = assert(os.getenv('JETAN'), 'JETAN must name the program')
  vim.cmd('luafile ' .. vim.fn.fnameescape(here .. '/jetan.lua'))
  vim.fn.mkdir(folder, 'p')
  write('add.asm', {
    '        .globl  add2',
    '# Adds two numbers.',
    'add2:   add     $v0, $a0, $a1',
    '        jr      $ra',
  })
  write('main.asm', {
    '        .data',
    's:      .asciiz "𝄞é" # 𝄞',
    '        .text',
    'main:   li      $a0, 2 # 𝄞',
    '        addx    $a1, $a0, 3',
    '        jal     add2',
    '        li      $v0, 10',
    '        syscall',
  })
  local buffer = diagnostics()
  hover()
  rename(buffer)
  format(buffer)
  vim.lsp.stop_client(vim.lsp.get_active_clients())
  wait_for('the end of the server', function()
    return #vim.lsp.get_active_clients() == 0
  end)
end

local passed, why = xpcall(test, debug.traceback)
vim.fn.delete(folder, 'rf')
if not passed then
  io.stderr:write(why .. '\n')
  vim.cmd('cquit 1')
end
vim.cmd('qall!')
