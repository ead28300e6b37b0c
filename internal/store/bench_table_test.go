package store_test

import (
	"slices"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/stock"
	"sonora/internal/store"
	"sonora/internal/store/storetest"
)

// BenchmarkTrackTable reports how long the operator's table of tracks, and the search
// for duplicates, take right after
// the library changed, when nothing is cached, and after that.
func BenchmarkTrackTable(b *testing.B) {
	b.Run("sqlite", func(b *testing.B) { benchTrackTable(b, filled(b)) })
	b.Run("postgres", func(b *testing.B) {
		s := storetest.Open(b, storetest.NewPostgres(b))
		fill(b, s, benchTracks(b))
		benchTrackTable(b, s)
	})
}

func benchTrackTable(b *testing.B, s *store.Store) {
	yes := true
	first, err := s.TrackTable(b.Context(), storetest.Admin, stock.Table{}, music.Page{Limit: 1})
	if err != nil || len(first.Items) == 0 {
		b.Fatal(err)
	}
	for name, c := range map[string]struct {
		table stock.Table
		at    int
	}{
		"latest":          {stock.Table{}, 0},
		"by genre":        {stock.Table{Sort: "-genre"}, 0},
		"by size, behind": {stock.Table{Sort: "-size"}, first.Total / 2},
		"by title, last":  {stock.Table{Sort: "title"}, first.Total - 50},
		"by plays":        {stock.Table{Sort: "-plays"}, 0},
		"a filter":        {stock.Table{Sort: "format", Lacks: stock.LacksCover, IsPublic: &yes}, 0},
		"two letters":     {stock.Table{Sort: "-duration", Text: "ba"}, 0},
		"a word":          {stock.Table{Sort: "artist", Text: "bana"}, 0},
	} {
		b.Run(name, func(b *testing.B) {
			var cold, warm []time.Duration
			read := func() time.Duration {
				begun := time.Now()
				if _, err := s.TrackTable(b.Context(), storetest.Admin, c.table, music.Page{At: c.at, Limit: 50}); err != nil {
					b.Fatal(err)
				}
				return time.Since(begun)
			}
			for b.Loop() {
				if err := s.SetTrackPublic(b.Context(), first.Items[0].ID, true); err != nil {
					b.Fatal(err)
				}
				cold = append(cold, read())
				warm = append(warm, read())
			}
			b.ReportMetric(float64(slices.Max(cold).Milliseconds()), "cold-max-ms")
			b.ReportMetric(float64(slices.Max(warm).Milliseconds()), "warm-max-ms")
		})
	}
	b.Run("duplicates", func(b *testing.B) {
		var cold []time.Duration
		for b.Loop() {
			if err := s.SetTrackPublic(b.Context(), first.Items[0].ID, true); err != nil {
				b.Fatal(err)
			}
			begun := time.Now()
			if _, err := s.DuplicateCandidates(b.Context()); err != nil {
				b.Fatal(err)
			}
			cold = append(cold, time.Since(begun))
		}
		b.ReportMetric(float64(slices.Max(cold).Milliseconds()), "cold-max-ms")
	})
}
