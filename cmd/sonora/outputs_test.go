package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOutputsNeverOverwriteInputs(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.MkdirAll("music", 0o750); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"music/a.flac", "music/b.flac", "old.flac"} {
		if err := os.WriteFile(name, []byte("sound"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	whole, err := filepath.Abs("music/a.flac")
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{os.Symlink("music/a.flac", "link.flac"), os.Symlink("music", "folder"), os.Link("music/b.flac", "twin.flac")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	inputs := []string{"music/a.flac", "music/b.flac"}
	for _, c := range []struct{ out, plan, want string }{
		{"music/a.flac", "", "--out music/a.flac would overwrite the input music/a.flac"},
		{"./music/../music/a.flac", "", "would overwrite the input music/a.flac"},
		{whole, "", "would overwrite the input music/a.flac"},
		{"link.flac", "", "would overwrite the input music/a.flac"},
		{"folder/b.flac", "", "would overwrite the input music/b.flac"},
		{"twin.flac", "", "would overwrite the input music/b.flac"},
		{"new.flac", "music/b.flac", "--plan music/b.flac would overwrite the input music/b.flac"},
		{"new.flac", "./new.flac", "--out and --plan name the same file"},
		{"gone/new.flac", "", "there is no folder gone"},
		{"new.flac", "gone/plan.json", "--plan gone/plan.json: there is no folder gone"},
		{"old.flac/new.flac", "", "is not a folder"},
		{"music", "", "is a folder: name a file"},
		{"new.flac", "plan.json", ""},
		{"old.flac", "", ""},
	} {
		err := checkOutputs(inputs, output{"--out", c.out}, output{"--plan", c.plan})
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("--out %s --plan %s: %v, want %q", c.out, c.plan, err, c.want)
		}
	}
}
