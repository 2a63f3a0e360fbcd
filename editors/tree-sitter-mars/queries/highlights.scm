; The names are those that Neovim and Helix know; a later pattern wins.

(identifier) @variable
(comment) @comment
(block_comment) @comment
(string) @string
(character) @character
(integer) @number
(local) @label
(real) @number.float
(operator) @operator
["(" ")"] @punctuation.bracket
(parameter) @variable.parameter
(register) @variable.builtin

(basic) @function.builtin
(pseudo) @function.macro
(control) @keyword
(directive_name) @keyword.directive

(label name: (_) @label)
(assignment name: (identifier) @constant)
(macro_call name: (_) @function.call)

((directive
  name: (directive_name) @_directive
  . (identifier) @function)
 (#eq? @_directive ".macro"))

((directive
  name: (directive_name) @_directive
  . (identifier) @constant)
 (#eq? @_directive ".eqv"))
