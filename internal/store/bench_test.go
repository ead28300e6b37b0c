package store_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"sonora/internal/discovery"
	"sonora/internal/music"
	"sonora/internal/store"
)

// benchTracks is the size of the library: BENCH_TRACKS, or 10,000.
func benchTracks(b *testing.B) int {
	b.Helper()
	n := 10_000
	if text := os.Getenv("BENCH_TRACKS"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			b.Fatal(err)
		}
	}
	return n
}

// vocabulary returns words with the frequencies of a natural language.
type vocabulary struct {
	words []string
	zipf  *rand.Zipf
}

func newVocabulary(r *rand.Rand) *vocabulary {
	v := &vocabulary{zipf: rand.NewZipf(r, 1.1, 8, 39_999)}
	consonants, vowels := []rune("bcdfghjklmnprstvwz"), []rune("aeiou")
	for range 40_000 {
		var w []rune
		for range 1 + r.IntN(3) {
			w = append(w, consonants[r.IntN(len(consonants))], vowels[r.IntN(len(vowels))])
		}
		if r.IntN(2) == 0 {
			w = append(w, consonants[r.IntN(len(consonants))])
		}
		v.words = append(v.words, string(w))
	}
	return v
}

func (v *vocabulary) phrase(r *rand.Rand, least, most int) string {
	words := make([]string, least+r.IntN(most-least+1))
	for i := range words {
		words[i] = v.words[v.zipf.Uint64()]
	}
	return strings.Join(words, " ")
}

// fill saves a library of n synthetic tracks in albums of twelve.
func fill(b *testing.B, s *store.Store, n int) {
	b.Helper()
	ctx := context.Background()
	roots, err := s.EnsureRoots(ctx, []string{"/music"}, time.Now())
	if err != nil {
		b.Fatal(err)
	}
	for batch := range slices.Chunk(synthetic(n), 500) {
		if _, err := s.SaveScanned(ctx, roots[0].ID, batch, time.Now(), false); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.FinishScan(ctx); err != nil {
		b.Fatal(err)
	}
}

func synthetic(n int) []music.ScannedFile {
	r := rand.New(rand.NewPCG(1, 2))
	v := newVocabulary(r)
	artists := make([]string, max(1, n/40))
	for i := range artists {
		artists[i] = v.phrase(r, 1, 3)
	}
	genres := []string{"Rock", "Pop", "Jazz", "Electronic", "Classical", "Hip-Hop", "Folk", "Metal", "Ambient", "Soul"}
	files := make([]music.ScannedFile, 0, n)
	var artist, album, genre, folder string
	var cover *music.CoverSource
	for i := range n {
		if i%12 == 0 {
			artist, album, genre = artists[r.IntN(len(artists))], v.phrase(r, 1, 4), genres[r.IntN(len(genres))]
			folder = fmt.Sprintf("%s/%d - %s", artist, 1960+i%60, album)
			cover = &music.CoverSource{Picture: music.Picture{Hash: fmt.Sprintf("%016x", r.Uint64()), MIME: "image/jpeg", Bytes: 50_000, Width: 600, Height: 600}, Folder: folder, Name: "cover.jpg"}
		}
		title := v.phrase(r, 1, 5)
		files = append(files, music.ScannedFile{
			Folder: folder, Name: fmt.Sprintf("%02d - %s.flac", i%12+1, title), Size: 20_000_000 + int64(r.IntN(9_000_000)),
			ModTime: time.Now().UnixNano(), Cover: cover,
			Audio: &music.AudioFile{
				Format: music.FLAC, SampleRate: 44100, Channels: 2, BitDepth: 16, Bitrate: 900, Samples: 9_000_000 + int64(r.IntN(9_000_000)),
				Duration: 240 * time.Second, AudioKey: r.Uint64(),
				Tags: music.Tags{
					Title: title, Artists: []string{artist}, Album: album, AlbumArtists: []string{artist}, Genres: []string{genre},
					Track: i%12 + 1, TrackTotal: 12, Disc: 1, DiscTotal: 1, Year: 1960 + i%60,
					ReplayGain: music.ReplayGain{TrackGain: -7.25, TrackPeak: 0.98, AlbumGain: -7.5, AlbumPeak: 1, HasTrack: true, HasAlbum: true},
				},
			},
		})
	}
	return files
}

// cpu returns the CPU time that the process has used.
func cpu(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// filled opens a database with a library; BENCH_DATABASE keeps it between runs.
func filled(b *testing.B) *store.Store {
	b.Helper()
	path := os.Getenv("BENCH_DATABASE")
	if path == "" {
		path = filepath.Join(b.TempDir(), "bench.db")
	}
	s, err := store.Open(b.Context(), "sqlite:"+path, store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	})
	stats, err := s.LibraryStats(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	if stats.Tracks == 0 {
		fill(b, s, benchTracks(b))
	}
	b.ResetTimer()
	return s
}

var member = music.Viewer{AccountID: "01ARZ3NDEKTSV4RRFFQ69G5FAV", Role: music.Listener}

// BenchmarkSave reports the CPU and the bytes of the database per saved track.
func BenchmarkSave(b *testing.B) {
	n := benchTracks(b)
	files := synthetic(n)
	for b.Loop() {
		path := filepath.Join(b.TempDir(), "save.db")
		s, err := store.Open(b.Context(), "sqlite:"+path, store.Options{})
		if err != nil {
			b.Fatal(err)
		}
		roots, err := s.EnsureRoots(b.Context(), []string{"/music"}, time.Now())
		if err != nil {
			b.Fatal(err)
		}
		start := cpu(b)
		for batch := range slices.Chunk(files, 500) {
			if _, err := s.SaveScanned(b.Context(), roots[0].ID, batch, time.Now(), false); err != nil {
				b.Fatal(err)
			}
		}
		saved := cpu(b) - start
		if err := s.FinishScan(b.Context()); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(saved.Microseconds())/float64(n), "cpu-µs/track")
		b.ReportMetric(float64((cpu(b) - start - saved).Milliseconds()), "finish-cpu-ms")
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(info.Size())/float64(n), "B/track")
	}
}

// measure runs f and reports the CPU per call and the 99th percentile.
func measure(b *testing.B, f func(i int) error) {
	b.Helper()
	var times []time.Duration
	start := cpu(b)
	i := 0
	for b.Loop() {
		t := time.Now()
		if err := f(i); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(t))
		i++
	}
	b.ReportMetric(float64((cpu(b)-start).Microseconds())/float64(i), "cpu-µs/op")
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "p99-µs")
}

func BenchmarkAlbums500(b *testing.B) {
	s := filled(b)
	for _, sort := range []music.AlbumSort{music.AlbumsNewest, music.AlbumsByTitle, music.AlbumsByArtist} {
		b.Run(string(sort), func(b *testing.B) {
			measure(b, func(int) error {
				_, err := s.Albums(b.Context(), member, music.AlbumFilter{Sort: sort}, music.Page{Limit: 500})
				return err
			})
		})
	}
}

func BenchmarkTracks500(b *testing.B) {
	s := filled(b)
	for _, sort := range []music.TrackSort{music.TracksNewest, music.TracksByTitle, music.TracksByArtist} {
		b.Run(string(sort), func(b *testing.B) {
			measure(b, func(int) error {
				_, err := s.Tracks(b.Context(), member, music.TrackFilter{Sort: sort}, music.Page{Limit: 500})
				return err
			})
		})
	}
	b.Run("count", func(b *testing.B) {
		measure(b, func(i int) error {
			_, err := s.Tracks(b.Context(), music.Viewer{AccountID: strconv.Itoa(i), Role: music.Listener}, music.TrackFilter{}, music.Page{Limit: 1})
			return err
		})
	})
}

func BenchmarkSearch(b *testing.B) {
	s := filled(b)
	r := rand.New(rand.NewPCG(3, 4))
	v := newVocabulary(rand.New(rand.NewPCG(1, 2)))
	for _, letters := range []int{1, 2, 3} {
		b.Run(fmt.Sprintf("%d-letters", letters), func(b *testing.B) {
			measure(b, func(int) error {
				word := v.words[v.zipf.Uint64()] + "aa"
				_, err := s.Search(b.Context(), member, discovery.Query{Text: word[:letters], Limit: 20})
				return err
			})
		})
	}
	b.Run("word-and-prefix", func(b *testing.B) {
		measure(b, func(int) error {
			_, err := s.Search(b.Context(), member, discovery.Query{Text: v.phrase(r, 1, 1) + " " + (v.phrase(r, 1, 1) + "aa")[:2], Limit: 20})
			return err
		})
	})
}

func BenchmarkKnownFiles(b *testing.B) {
	s := filled(b)
	roots, err := s.EnsureRoots(b.Context(), []string{"/music"}, time.Now())
	if err != nil {
		b.Fatal(err)
	}
	measure(b, func(int) error {
		_, err := s.KnownFiles(b.Context(), roots[0].ID)
		return err
	})
}

func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	measure(b, func(i int) error {
		s, err := store.Open(b.Context(), fmt.Sprintf("sqlite:%s/%d.db", dir, i), store.Options{})
		if err != nil {
			return err
		}
		return s.Close()
	})
}

// BenchmarkAnywhere queries a page in the middle and at the end of a long list.
func BenchmarkAnywhere(b *testing.B) {
	s := filled(b)
	n := benchTracks(b)
	for _, sort := range []music.TrackSort{music.TracksNewest, music.TracksByTitle, music.TracksByAlbumDown, music.TracksByYear, music.TracksByPlaysDown, music.TracksByRatingDown} {
		filter := music.TrackFilter{Sort: sort}
		b.Run(string(sort), func(b *testing.B) {
			measure(b, func(i int) error {
				_, err := s.Tracks(b.Context(), member, filter, music.Page{At: (i * 7919) % n, Limit: 100})
				return err
			})
		})
		b.Run(string(sort)+"-first-time", func(b *testing.B) {
			measure(b, func(i int) error {
				v := music.Viewer{AccountID: strconv.Itoa(i), Role: music.Listener}
				_, err := s.Tracks(b.Context(), v, filter, music.Page{At: n - 100, Limit: 100})
				return err
			})
		})
	}
}

// BenchmarkRandom queries the first and a later page in random order.
func BenchmarkRandom(b *testing.B) {
	s := filled(b)
	page := func(seed, at int) error {
		_, err := s.Tracks(b.Context(), member, music.TrackFilter{Sort: music.TracksRandom, Seed: int64(seed)}, music.Page{At: at, Limit: 100})
		return err
	}
	b.Run("new-seed", func(b *testing.B) { measure(b, func(i int) error { return page(i, 0) }) })
	b.Run("further-page", func(b *testing.B) { measure(b, func(i int) error { return page(1, i*100) }) })
	b.Run("first-time", func(b *testing.B) {
		measure(b, func(i int) error {
			v := music.Viewer{AccountID: strconv.Itoa(i), Role: music.Listener}
			_, err := s.Tracks(b.Context(), v, music.TrackFilter{Sort: music.TracksRandom}, music.Page{Limit: 100})
			return err
		})
	})
}

func BenchmarkLetters(b *testing.B) {
	s := filled(b)
	measure(b, func(i int) error {
		v := music.Viewer{AccountID: strconv.Itoa(i), Role: music.Listener}
		_, err := s.TrackLetters(b.Context(), v, music.TrackFilter{Sort: music.TracksByTitle})
		return err
	})
}
