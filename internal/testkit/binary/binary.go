// Package binary gives tests the sonora program.
package binary

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Path returns the file of the program. It is $SONORA_BINARY, which make builds
// before it runs the tests and shares with the browser tests. Where that is not
// set, the program is built from the current sources with the flags of the
// Makefile.
func Path(t testing.TB) string {
	t.Helper()
	if built := os.Getenv("SONORA_BINARY"); built != "" {
		if _, err := os.Stat(built); err != nil {
			t.Fatalf("SONORA_BINARY: %v", err)
		}
		return built
	}
	name := filepath.Join(t.TempDir(), "sonora")
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-o", name, "sonora/cmd/sonora")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	return name
}
