// Package apitest has what the tests of the API's areas share: servers for many
// tests, the API without a network, and what people make over the API.
package apitest

import (
	"os"
	"os/exec"
	"testing"

	"go.uber.org/goleak"

	"sonora/internal/blob/s3test"
	"sonora/internal/store/pgtest"
	"sonora/internal/testkit"
	"sonora/internal/testkit/fakelib"
)

// Main runs the tests of a package, ends what they shared and looks for
// goroutines that are left over.
func Main(m *testing.M) {
	goleak.VerifyTestMain(run(func() int {
		defer s3test.Stop()
		return max(pgtest.Main(m), endShared())
	}))
}

// run is a testing.M.
type run func() int

// Run implements goleak.TestingM.
func (r run) Run() int { return r() }

// FFmpeg returns the program's path. Without it the test is skipped, and fails
// with SONORA_TEST_FFMPEG=required.
func FFmpeg(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("ffmpeg")
	if err != nil && os.Getenv("SONORA_TEST_FFMPEG") == "required" {
		t.Fatal(err)
	}
	if err != nil {
		t.Skip("ffmpeg is not installed; make test installs it")
	}
	return path
}

// Start runs a server over the library of fakelib until the test ends.
func Start(t testing.TB, o testkit.Options) *testkit.Server {
	t.Helper()
	o.Music = t.TempDir()
	fakelib.Build(t, o.Music)
	return testkit.Start(t, o)
}
