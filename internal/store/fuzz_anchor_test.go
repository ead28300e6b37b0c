package store_test

import (
	"path/filepath"
	"testing"

	"sonora/internal/store/pgtest"
	"sonora/internal/store/storetest"
)

// FuzzAnchor puts entries of a playlist behind anchors that clients make up.
func FuzzAnchor(f *testing.F) {
	for _, seed := range []string{"", "1", "99~-9223372036854775808", "99~9223372036854775807", "1~5", "~", "99~1048577"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, anchor string) {
		for _, url := range []string{"sqlite:" + filepath.Join(t.TempDir(), "a.db"), pgtest.New(t, migrate)} {
			storetest.NewAnchors(t, open(t, url)).Try(t, anchor)
		}
	})
}
