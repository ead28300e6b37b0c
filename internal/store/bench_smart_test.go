package store_test

import (
	"testing"
	"time"

	"sonora/internal/music"
)

// BenchmarkSmart queries the first page of smart playlists.
func BenchmarkSmart(b *testing.B) {
	s := filled(b)
	who := &music.Account{Email: "smart@music.example", Role: music.Listener}
	if err := s.CreateAccount(b.Context(), who); err != nil {
		b.Fatal(err)
	}
	v := music.Viewer{AccountID: who.ID, Role: who.Role}
	genre := music.SmartRule{Field: "genre", Operator: "is", Value: "Jazz"}
	since := music.SmartRule{Field: "year", Operator: "greater", Value: 1990.0}
	artist := music.SmartRule{Field: "artist", Operator: "contains", Value: "ba"}
	for _, c := range []struct {
		name  string
		rules music.SmartRules
	}{
		{"genre", music.SmartRules{Match: "all", Rules: []music.SmartRule{genre}}},
		{"year by title", music.SmartRules{Match: "all", Rules: []music.SmartRule{since}, Sort: "title"}},
		{"artist or genre", music.SmartRules{Match: "any", Rules: []music.SmartRule{artist, genre}, Sort: "-plays"}},
		{"random hundred", music.SmartRules{Match: "all", Rules: []music.SmartRule{since}, Sort: "random", Limit: &music.SmartLimit{Count: 100}}},
		{"random hours", music.SmartRules{Match: "all", Rules: []music.SmartRule{since}, Sort: "random", Limit: &music.SmartLimit{Minutes: 300}}},
		{"never played", music.SmartRules{Match: "all", Rules: []music.SmartRule{{Field: "plays", Operator: "is", Value: 0.0}}}},
	} {
		b.Run(c.name, func(b *testing.B) {
			measure(b, func(int) error {
				_, err := s.SmartTracks(b.Context(), v, &c.rules, c.name, time.Now(), music.Page{Limit: 100})
				return err
			})
		})
	}
}
