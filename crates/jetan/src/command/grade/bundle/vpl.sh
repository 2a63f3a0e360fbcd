#!/bin/sh
# vpl_evaluate.sh: VPL runs this beside the files of the student, then `vpl_execution`.
cat > vpl_execution <<'END'
#!/bin/sh
out=$(mktemp -d)
mkdir "$out/submission"
cp ./*.asm ./*.s "$out/submission/" 2> /dev/null
chmod +x ./jetan
./jetan grade rubric.toml --single "$out/submission" --out "$out" --report vpl > "$out/log" 2>&1
if [ -f "$out/vpl/output.txt" ]; then
    cat "$out/vpl/output.txt"
else
    echo "Comment :=>> The grader failed; please tell your instructor."
    echo "Grade :=>> 0"
fi
END
chmod +x vpl_execution
