# Autolab copies the archive as autograde.tar; the handed-in file lies beside this one.
all:
	mkdir -p handin
	cp -r $(filter-out handin rubric.toml autograde.tar Makefile grade.sh jetan, $(wildcard *.asm *.s *.zip)) handin/
	sh ./grade.sh
