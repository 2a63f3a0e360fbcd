;;; jetan.el --- MIPS assembly with Jetan's language server  -*- lexical-binding: t; -*-

;; (load "/path/to/jetan.el") in init.el is enough; `jetan' must be on the PATH.

(require 'asm-mode)
(require 'eglot)

(defvar jetan-program "jetan"
  "The name or path of Jetan.")

;; The language server's columns are Jetan's; `asm-mode' would insert tabs of its own.
(define-derived-mode mips-mode asm-mode "MIPS"
  "Assembly for MIPS, with errors, hover and completion by Jetan."
  (setq-local comment-start "# ")
  (setq-local asm-comment-char ?#)
  (setq-local tab-width 8)
  (setq-local indent-tabs-mode nil))

(add-to-list 'auto-mode-alist '("\\.\\(asm\\|s\\|mips\\)\\'" . mips-mode))
(add-to-list 'eglot-server-programs
             '(mips-mode . (lambda (&rest _) (list jetan-program "lsp"))))
(add-hook 'mips-mode-hook #'eglot-ensure)

(provide 'jetan)
;;; jetan.el ends here
