;;; test.el --- The language server as a user of `jetan.el' has it  -*- lexical-binding: t; -*-

;; emacs --batch -l package -f package-initialize -l editors/emacs/test.el
;; The environment variable JETAN names the program. Exits with 0 if everything is as it should be.

(setq package-enable-at-startup nil)
(load (expand-file-name "jetan.el" (file-name-directory load-file-name)) nil t)
(setq jetan-program (or (getenv "JETAN") "jetan"))
;; Batch mode has no idle moments, in which Emacs would connect and send changes.
(setq eglot-sync-connect t
      eglot-send-changes-idle-time 0)

(defvar test-folder (make-temp-file "jetan-emacs" t))

(defun test-wait (what condition)
  "Wait for CONDITION, called WHAT; the limit only ends a test that has failed."
  (let ((end (+ (float-time) 60)))
    (while (not (funcall condition))
      (when (> (float-time) end) (error "Still waiting for %s" what))
      (accept-process-output nil 0.02))))

(defun test-expect (what found wanted)
  (unless (equal found wanted) (error "%s: %S, not %S" what found wanted)))

(defun test-open (name text)
  (let ((file (expand-file-name name test-folder)))
    (with-temp-file file (insert text))
    (find-file file)
    (unless (eglot-managed-p) (apply #'eglot (eglot--guess-contact)))
    (current-buffer)))

(defun test-diagnostics ()
  (mapcar (lambda (one) (car (split-string (flymake-diagnostic-text one) "\n")))
          (flymake-diagnostics)))

(defun test-errors ()
  (test-open "main.asm" "main:   li      $v0, 10\n        addx    $t0, $t0, 1\n        syscall\n")
  (test-expect "mode" major-mode 'mips-mode)
  (flymake-start)
  (test-wait "an error" #'test-diagnostics)
  (unless (string-match-p "there is no instruction `addx`" (car (test-diagnostics)))
    (error "Another error: %S" (test-diagnostics)))
  (goto-char (point-min))
  (search-forward "addx")
  (replace-match "addi")
  (eglot--signal-textDocument/didChange)
  (test-wait "no errors" (lambda () (flymake-start) (null (test-diagnostics)))))

(defun test-hover ()
  (goto-char (point-min))
  (search-forward "sys")
  (let* ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover
                                 (eglot--TextDocumentPositionParams)))
         (text (format "%S" hover)))
    (unless (string-match-p "syscall" text) (error "Hover: %s" text))))

(defun test-rename ()
  (goto-char (point-min))
  (eglot-rename "start")
  (test-expect "renamed" (buffer-substring 1 7) "start:"))

(defun test-format ()
  (goto-char (point-max))
  (insert "li $t1,2\n")
  (eglot--signal-textDocument/didChange)
  (eglot-format-buffer)
  (goto-char (point-max))
  (forward-line -1)
  (test-expect "formatted" (buffer-substring (line-beginning-position) (line-end-position))
               "        li      $t1, 2"))

(defun test-definition ()
  (goto-char (point-max))
  (insert "        j       start\n")
  (eglot--signal-textDocument/didChange)
  (search-backward "start")
  (let ((found (xref-backend-definitions 'eglot "start")))
    (test-expect "definitions" (length found) 1)))

(condition-case trouble
    (progn
      (test-errors)
      (test-hover)
      (test-rename)
      (test-format)
      (test-definition)
      (set-buffer-modified-p nil)
      (eglot-shutdown (eglot-current-server))
      (delete-directory test-folder t)
      (message "emacs: errors, hover, renaming, formatting and definitions work")
      (kill-emacs 0))
  (error
   (message "emacs: %s" (error-message-string trouble))
   (kill-emacs 1)))
