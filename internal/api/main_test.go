package api_test

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

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(run(func() int {
		defer s3test.Stop()
		return pgtest.Main(m)
	}))
}

// run is a testing.M that ends the PostgreSQL of the tests.
type run func() int

func (r run) Run() int { return r() }

// ffmpeg returns the program's path. Without it the test is skipped, and fails
// with SONORA_TEST_FFMPEG=required.
func ffmpeg(t *testing.T) string {
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

// start runs a server over the made library.
func start(t testing.TB, o testkit.Options) *testkit.Server {
	t.Helper()
	o.Music = t.TempDir()
	fakelib.Build(t, o.Music)
	return testkit.Start(t, o)
}

// track is what tests need of a track.
type track struct {
	ID, Title, Album, Format string
	CoverImageURL            string
	Size                     int64
	Plays                    int
	Liked, IsMissing         bool
}

// tracksOf is every track by its title.
func tracksOf(t testing.TB, s *testkit.Server) map[string]track {
	t.Helper()
	all := map[string]track{}
	for _, tr := range testkit.JSON[[]track](t, s.Do(t, testkit.Request{Path: "/api/tracks", As: s.Admin})) {
		all[tr.Title] = tr
	}
	return all
}
