package store_test

import (
	"fmt"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"sonora/internal/history"
	"sonora/internal/music"
	"sonora/internal/store"
)

// BenchmarkListening queries the statistics of somebody with 50,000 plays.
func BenchmarkListening(b *testing.B) {
	ctx := b.Context()
	s, err := store.Open(ctx, "sqlite:"+filepath.Join(b.TempDir(), "b.db"), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	who := &music.Account{Email: "a@music.example", Role: music.Admin}
	if err := s.CreateAccount(ctx, who); err != nil {
		b.Fatal(err)
	}
	v := music.Viewer{AccountID: who.ID, Role: who.Role}
	root, err := s.EnsureRoots(ctx, []string{"/music"}, time.Now())
	if err != nil {
		b.Fatal(err)
	}
	files := make([]music.ScannedFile, 3000)
	for i := range files {
		files[i] = music.ScannedFile{Name: fmt.Sprint(i, ".flac"), Audio: &music.AudioFile{
			Format: music.FLAC, Duration: 200 * time.Second, AudioKey: uint64(i + 1),
			Tags: music.Tags{
				Title: strconv.Itoa(i), Artists: []string{fmt.Sprint("Artist ", i%400)}, Album: fmt.Sprint("Album ", i%700), Genres: []string{fmt.Sprint("Genre ", i%30)},
			},
		}}
	}
	if _, err := s.SaveScanned(ctx, root[0].ID, files, time.Now(), true); err != nil {
		b.Fatal(err)
	}
	var ids []string
	for p := (music.Page{Limit: 1000}); ; {
		list, err := s.Tracks(ctx, v, music.TrackFilter{}, p)
		if err != nil {
			b.Fatal(err)
		}
		for _, t := range list.Items {
			ids = append(ids, t.ID)
		}
		if p.After = list.Next; p.After == "" {
			break
		}
	}
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range 50_000 {
		play := music.Play{ID: fmt.Sprint("play-", i), TrackID: ids[i*7919%len(ids)], StartedAt: begin.Add(time.Duration(i) * 10 * time.Minute), Listened: time.Duration(i%240) * time.Second}
		if _, err := s.AddPlay(ctx, v, play, 0); err != nil {
			b.Fatal(err)
		}
	}
	year := history.Span{From: begin, To: begin.AddDate(1, 0, 0)}
	b.Run("figures", func(b *testing.B) {
		begun := cpu(b)
		for b.Loop() {
			if _, _, err := s.Listening(ctx, v, year, 50); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64((cpu(b)-begun).Milliseconds())/float64(b.N), "cpu-ms/op")
	})
	b.Run("history", func(b *testing.B) {
		for b.Loop() {
			if _, err := s.Heard(ctx, v, history.Filter{}, music.Page{Limit: 100}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("made for you", func(b *testing.B) {
		for b.Loop() {
			if _, err := s.HeardTracks(ctx, v, year, begin.AddDate(0, 11, 0), 3000); err != nil {
				b.Fatal(err)
			}
		}
	})
}
