package script

import (
	"context"
	"os"
	"os/exec"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// examplePattern finds the commands of a page, and the output that it shows below
// them.
var examplePattern = regexp.MustCompile("(?s)```sh\n(.*?)```\n(?:\n```(?:json|text)\n(.*?)\n```)?")

// examples PAGE runs the commands of a page, all in one shell, and compares what
// they print with the page. There, "…" stands for anything.
func examples(ts *testscript.TestScript, _ bool, args []string) {
	page, err := os.ReadFile(args[0]) // below the folder of the stories
	ts.Check(err)
	const end = "---- end of an example ----\n"
	var script strings.Builder
	all := examplePattern.FindAllStringSubmatch(string(page), -1)
	for _, example := range all {
		script.WriteString(example[1] + "echo " + end)
	}
	shell := exec.CommandContext(context.Background(), "bash", "-euc", script.String()) //nolint:gosec // the page is ours
	shell.Dir = ts.MkAbs(".")
	for _, name := range []string{"PATH", "EMAIL", "PASSWORD"} {
		shell.Env = append(shell.Env, name+"="+ts.Getenv(name))
	}
	shell.Env = append(shell.Env, "SONORA="+ts.Getenv("BASE"))
	output, err := shell.CombinedOutput()
	if err != nil {
		ts.Fatalf("%v\n%s", err, output)
	}
	printed := strings.Split(string(output), end)
	if len(all) < 5 || len(printed) != len(all)+1 {
		ts.Fatalf("%d examples printed %d outputs", len(all), len(printed)-1)
	}
	for i, example := range all {
		want := strings.ReplaceAll(regexp.QuoteMeta(example[2]), "…", ".*")
		if !regexp.MustCompile("^(?s:" + want + ")").MatchString(printed[i]) {
			ts.Fatalf("%sprinted:\n%s\nThe page says:\n%s", example[1], printed[i], example[2])
		}
	}
}
