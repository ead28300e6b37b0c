package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"syscall"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/testkit/apitest"
	"sonora/internal/testkit/fakelib"
)

// benchEdge returns an edge over a library of 10,000 tracks in albums of ten. One
// track has a file of a megabyte and a cover.
func benchEdge(b *testing.B) (e *apitest.Edge, token string, song track) {
	b.Helper()
	root := b.TempDir()
	fakelib.Write(b, root, "real.mp3", fakelib.Song{Title: "Real", Artists: []string{"Real"}, Album: "Real", Cover: fakelib.Cover(1), Frames: 10_000}.MP3())
	e = apitest.NewEdge(b, []string{root}, map[string]json.RawMessage{"rateLimitPerMinute": []byte("1000000")})
	token, _ = e.SignIn(b, "a@example.com")
	roots, err := e.Store.EnsureRoots(b.Context(), []string{root}, time.Now())
	if err != nil {
		b.Fatal(err)
	}
	const perBatch = 500
	for from := 0; from < 10_000; from += perBatch {
		batch := make([]music.ScannedFile, perBatch)
		for i := range batch {
			batch[i] = syntheticFile(from + i)
		}
		if _, err := e.Store.SaveScanned(b.Context(), roots[0].ID, batch, time.Now(), false); err != nil {
			b.Fatal(err)
		}
	}
	if err := e.Store.FinishScan(b.Context()); err != nil {
		b.Fatal(err)
	}
	found := struct{ Tracks []track }{}
	if err := json.Unmarshal(e.Ask("GET", "/api/search?q=real", "", "Authorization", "Bearer "+token).Body.Bytes(), &found); err != nil || len(found.Tracks) != 1 {
		b.Fatal(found, err)
	}
	return e, token, found.Tracks[0]
}

func syntheticFile(n int) music.ScannedFile {
	album, artist := n/10, n/100
	return music.ScannedFile{
		Folder: fmt.Sprintf("artist %d/album %d", artist, album), Name: fmt.Sprintf("%02d.mp3", n%10), Size: 5_000_000, ModTime: 1,
		Audio: &music.AudioFile{
			Format: music.MP3, SampleRate: 44100, Channels: 2, Bitrate: 192, Samples: 9_000_000, Duration: 204 * time.Second, AudioKey: uint64(n),
			Tags: music.Tags{
				Title: word(n) + " " + word(n*7), Artists: []string{word(artist) + " " + word(artist*3)},
				Album: word(album) + " " + word(album*5), Genres: []string{"Rock"}, Track: n%10 + 1, Year: 1960 + album%60,
			},
		},
	}
}

// word returns the n-th of some thousand synthetic words.
func word(n int) string {
	const consonants, vowels = "bcdfghjklmnprstvwz", "aeiou"
	text := []byte{}
	for range 3 {
		text = append(text, consonants[n%len(consonants)], vowels[n%len(vowels)])
		n = n/len(vowels) + 3
	}
	return string(text)
}

// counter discards a response as a connection would.
type counter struct {
	header http.Header
	status int
	bytes  int64
}

func (c *counter) Header() http.Header         { return c.header }
func (c *counter) WriteHeader(status int)      { c.status = status }
func (c *counter) Write(p []byte) (int, error) { c.bytes += int64(len(p)); return len(p), nil }

// BenchmarkHandler measures the whole edge, from the parsed request to the written
// response, without the network.
func BenchmarkHandler(b *testing.B) {
	e, token, song := benchEdge(b)
	for _, c := range []struct {
		name, path string
		status     int
		header     []string
	}{
		{"albums500", "/api/albums?limit=500", 200, nil},
		{"albums500gzip", "/api/albums?limit=500", 200, []string{"Accept-Encoding", "gzip"}},
		{"tracks500", "/api/tracks?limit=500", 200, nil},
		{"tracks500thin", "/api/tracks?limit=500&fields=id,title,duration", 200, nil},
		{"search", "/api/search?q=" + word(4711)[:4], 200, nil},
		{"range64k", "/api/tracks/" + song.ID + "/stream", 206, []string{"Range", "bytes=65536-131071"}},
		{"coverCached", song.CoverImageURL + "?size=300", 200, nil},
		{"user", "/api/auth/user", 200, nil},
	} {
		b.Run(c.name, func(b *testing.B) {
			r := httptest.NewRequest(http.MethodGet, c.path, nil)
			r.Header.Set("Authorization", "Bearer "+token)
			for i := 0; i+1 < len(c.header); i += 2 {
				r.Header.Set(c.header[i], c.header[i+1])
			}
			b.ReportAllocs()
			var w counter
			began := cpuTime(b)
			for b.Loop() {
				w = counter{header: http.Header{}}
				e.ServeHTTP(&w, r.Clone(b.Context()))
			}
			b.ReportMetric(float64((cpuTime(b)-began).Microseconds())/float64(b.N), "cpu-µs/op")
			if w.status != c.status && w.status != 0 {
				b.Fatalf("status %d", w.status)
			}
			b.ReportMetric(float64(w.bytes), "B/answer")
		})
	}
}

// cpuTime returns the CPU time of this process. Unlike wall time, it does not
// depend on other programs.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
