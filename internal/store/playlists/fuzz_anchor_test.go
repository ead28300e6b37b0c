package playlists_test

import (
	"path/filepath"
	"testing"

	"sonora/internal/store"
	"sonora/internal/store/storetest"
)

// FuzzAnchor changes a playlist with arbitrary anchors.
func FuzzAnchor(f *testing.F) {
	for _, seed := range []string{"", "1", "99~-9223372036854775808", "99~9223372036854775807", "1~5", "~", "99~1048577"} {
		f.Add(seed)
	}
	var stores []*store.Store
	for _, url := range []string{"sqlite:" + filepath.Join(f.TempDir(), "a.db"), storetest.NewPostgres(f)} {
		stores = append(stores, storetest.Open(f, url))
	}
	lists := make([]*Anchors, len(stores))
	f.Fuzz(func(t *testing.T, anchor string) {
		for i, s := range stores {
			if lists[i] == nil {
				lists[i] = NewAnchors(t, s)
			}
			lists[i].Try(t, anchor)
		}
	})
}
