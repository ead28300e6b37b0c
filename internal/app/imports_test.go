package app

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// layers lists which of our packages each package may import, test support
// aside. Whoever needs another arrow draws it here and says why in the commit.
var layers = map[string][]string{
	"internal/music":    {},
	"internal/bus":      {"internal/music"},
	"internal/media":    {"internal/music"},
	"internal/store":    {"internal/music"},
	"internal/library":  {"internal/media", "internal/music", "internal/store"},
	"internal/seal":     {},
	"internal/words":    {},
	"internal/mail":     {"internal/music", "internal/store"},
	"internal/oidc":     {"internal/music"},
	"internal/job":      {"internal/music", "internal/store"},
	"internal/auth":     {"internal/mail", "internal/music", "internal/oidc", "internal/seal", "internal/store"},
	"internal/profile":  {"internal/job", "internal/mail", "internal/media", "internal/music", "internal/store"},
	"internal/settings": {"internal/music", "internal/seal", "internal/store"},
	"internal/web":      {},
	"internal/api":      {"internal/auth", "internal/library", "internal/media", "internal/music", "internal/profile", "internal/settings", "internal/store", "internal/web", "internal/words"},
	"internal/app":      {"internal/api", "internal/auth", "internal/bus", "internal/job", "internal/library", "internal/mail", "internal/media", "internal/music", "internal/oidc", "internal/profile", "internal/seal", "internal/settings", "internal/store", "internal/web"},
	"cmd/sonora":        {"internal/api", "internal/app", "internal/auth", "internal/library", "internal/mail", "internal/music", "internal/oidc", "internal/store"},
	"test/bench":        {},
}

func TestImportsPointOneWay(t *testing.T) {
	for path, imports := range packages(t) {
		if strings.Contains(path, "test") && path != "test/bench" { // storetest, pgtest, testkit, stories
			continue
		}
		allowed, known := layers[path]
		if !known {
			t.Errorf("%s is not in the list of layers", path)
		}
		for _, imported := range imports {
			if own, ok := strings.CutPrefix(imported, "sonora/"); ok && !slices.Contains(allowed, own) {
				t.Errorf("%s imports %s", path, own)
			}
			if imported == "database/sql" && path != "internal/store" {
				t.Errorf("%s imports database/sql; SQL lives in internal/store", path)
			}
			if first, _, _ := strings.Cut(imported, "/"); path == "internal/music" && strings.Contains(first, ".") {
				t.Errorf("internal/music imports %s; it stands on the standard library alone", imported)
			}
		}
	}
}

// packages returns the imports of every package of the module, without tests'.
func packages(t *testing.T) map[string][]string {
	list := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "sonora/...")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return found
		} else if err != nil {
			t.Fatal(err)
		}
		found[strings.TrimPrefix(p.ImportPath, "sonora/")] = p.Imports
	}
}
