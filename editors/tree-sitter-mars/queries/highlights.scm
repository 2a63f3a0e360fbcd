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
  name: (directive_name) @keyword.directive
  . (identifier) @function)
 (#eq? @keyword.directive ".macro"))

((directive
  name: (directive_name) @keyword.directive
  . (identifier) @constant)
 (#eq? @keyword.directive ".eqv"))
