package store_test

import (
	"fmt"
	"testing"
	"time"

	"sonora/internal/music"
)

// BenchmarkLike likes tracks, as a new member after every 500.
func BenchmarkLike(b *testing.B) {
	s := filled(b)
	list, err := s.Tracks(b.Context(), member, music.TrackFilter{}, music.Page{})
	if err != nil || len(list.Items) == 0 {
		b.Fatal(err, "no tracks")
	}
	var v music.Viewer
	measure(b, func(i int) error {
		if i %= 500; i == 0 {
			a := &music.Account{Email: fmt.Sprintf("%d@music.example", time.Now().UnixNano()), Role: music.Listener}
			if err := s.CreateAccount(b.Context(), a); err != nil {
				return err
			}
			v = music.Viewer{AccountID: a.ID, Role: a.Role}
		}
		_, err := s.Like(b.Context(), v, list.Items[i%len(list.Items)].ID, time.Now())
		return err
	})
}
