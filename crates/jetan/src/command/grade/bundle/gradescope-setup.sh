#!/bin/sh
# Gradescope runs this once: there is nothing to install.
chmod +x "${AUTOGRADER_ROOT:-/autograder}/source/jetan"
