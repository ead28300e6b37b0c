package store_test

import (
	"context"
	"path/filepath"
	"testing"

	"sonora/internal/store"
	"sonora/internal/store/pgtest"
	"sonora/internal/store/storetest"
)

// FuzzAnchor puts entries of a playlist behind anchors that clients make up.
func FuzzAnchor(f *testing.F) {
	for _, seed := range []string{"", "1", "99~-9223372036854775808", "99~9223372036854775807", "1~5", "~", "99~1048577"} {
		f.Add(seed)
	}
	var stores []*store.Store
	for _, url := range []string{"sqlite:" + filepath.Join(f.TempDir(), "a.db"), pgtest.New(f, migrate)} {
		s, err := store.Open(context.Background(), url, store.Options{})
		if err != nil {
			f.Fatal(err)
		}
		f.Cleanup(func() {
			if err := s.Close(); err != nil {
				f.Error(err)
			}
		})
		stores = append(stores, s)
	}
	lists := make([]*storetest.Anchors, len(stores))
	f.Fuzz(func(t *testing.T, anchor string) {
		for i, s := range stores {
			if lists[i] == nil {
				lists[i] = storetest.NewAnchors(t, s)
			}
			lists[i].Try(t, anchor)
		}
	})
}
