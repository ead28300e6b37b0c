package library_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/blob"
	"sonora/internal/blob/s3test"
	"sonora/internal/library"
	"sonora/internal/store"
	"sonora/internal/testkit/fakelib"
)

// bucketHouse is a library in a bucket behind a proxy that counts requests and can
// refuse them.
type bucketHouse struct {
	*house
	bucket   blob.Store
	requests atomic.Int64
	refuse   atomic.Pointer[func(r *http.Request) bool]
}

func newBucketHouse(t *testing.T, folders ...string) *bucketHouse {
	t.Helper()
	a, err := blob.ParseAddress(s3test.New(t))
	if err != nil {
		t.Fatal(err)
	}
	h := &bucketHouse{}
	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: a.Host})
	proxy.Transport = &http.Transport{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.requests.Add(1)
		if refuse := h.refuse.Load(); refuse != nil && (*refuse)(r) {
			w.WriteHeader(http.StatusForbidden) // a 503 would be retried
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		server.Close()
		proxy.Transport.(*http.Transport).CloseIdleConnections()
	})
	place := strings.Replace(s3test.Address(strings.TrimPrefix(server.URL, "http://"), a.Bucket), "?", "/Music%20%2B?", 1)
	s, err := blob.Open(place)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.(*blob.S3).Close)
	h.bucket = s
	h.house = openHouse(t, filepath.Join(t.TempDir(), "sonora.db"), append([]string{place}, folders...))
	t.Cleanup(h.Places().Close)
	return h
}

func (h *bucketHouse) put(key string, data []byte) {
	h.t.Helper()
	if err := h.bucket.Put(h.t.Context(), key, bytes.NewReader(data), int64(len(data))); err != nil {
		h.t.Fatal(err)
	}
}

func (h *bucketHouse) sing(key string, sound uint64) {
	h.t.Helper()
	h.put(key, fakelib.Song{Title: key, Artists: []string{"Ada"}, Album: "Album", Sound: sound}.MP3())
}

func (h *bucketHouse) moveKey(from, to string) {
	h.t.Helper()
	o, err := h.bucket.Open(h.t.Context(), from)
	if err != nil {
		h.t.Fatal(err)
	}
	defer o.Close()
	if err := errors.Join(h.bucket.Put(h.t.Context(), to, o, o.Size), h.bucket.Delete(h.t.Context(), from)); err != nil {
		h.t.Fatal(err)
	}
}

func TestBucketScansLikeAFolder(t *testing.T) {
	folder := newHouse(t, 1)
	fakelib.Build(t, folder.root)
	h := newBucketHouse(t)
	source := blob.NewMusicFolder(folder.root)
	for info, err := range source.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		if !utf8.ValidString(info.Key) || h.copy(source, info) != nil { // not a valid key in a bucket
			folder.remove(info.Key)
		}
	}
	folder.remove("broken/dangling.mp3") // a link to a missing file
	folder.scan()
	status := h.scan()
	if status.Added < 20 || status.Problems < 3 {
		t.Errorf("status %+v", status)
	}
	if diff := cmp.Diff(folder.describe(), h.describe()); diff != "" {
		t.Errorf("-folder +bucket:\n%s", diff)
	}
}

func (h *bucketHouse) copy(from blob.Store, info blob.Info) error {
	o, err := from.Open(h.t.Context(), info.Key)
	if err != nil {
		return err
	}
	defer o.Close()
	return h.bucket.Put(h.t.Context(), info.Key, o, info.Size)
}

// describe summarises the visible content of a library.
func (h *house) describe() map[string]string {
	h.t.Helper()
	said := map[string]string{}
	for path, track := range h.tracks() {
		lyrics, err := h.store.Lyrics(h.t.Context(), h.viewer(), track.ID)
		if err != nil {
			h.t.Fatal(err)
		}
		said[path] = fmt.Sprint(track.Title, track.Artist, track.Album, track.Duration, track.Format, track.Size, track.Cover, lyrics)
	}
	for path, p := range h.problems() {
		if utf8.ValidString(path) {
			said[path] = string(p.Kind) + p.Reason.String()
		}
	}
	return said
}

func TestBucketChanges(t *testing.T) {
	h := newBucketHouse(t)
	h.sing("a/1.mp3", 1)
	h.sing("a/2.mp3", 2)
	h.sing("a.b/3.mp3", 3)
	h.sing(".hidden/4.mp3", 4)
	h.sing("kept out/deep/5.mp3", 5)
	h.put("kept out/.sonoraignore", nil)
	h.put("notes.txt", []byte("no music"))
	h.scan()
	before := h.tracks()
	if len(before) != 3 {
		t.Fatalf("%d tracks", len(before))
	}

	t.Run("unchanged objects stay unopened", func(t *testing.T) {
		h.requests.Store(0)
		if status := h.scan(); status.Updated+status.Added+status.Missing != 0 {
			t.Errorf("%+v", status)
		}
		if n := h.requests.Load(); n > 2 {
			t.Errorf("%d requests", n)
		}
	})
	t.Run("moved, renamed and changed", func(t *testing.T) {
		h.moveKey("a/1.mp3", "z/one.mp3")
		h.put("a/2.mp3", fakelib.Song{Title: "other", Sound: 2}.MP3())
		if err := h.bucket.Delete(t.Context(), "a.b/3.mp3"); err != nil {
			t.Fatal(err)
		}
		status := h.scan()
		after := h.tracks()
		if after["z/one.mp3"].ID != before["a/1.mp3"].ID || after["a/2.mp3"].ID != before["a/2.mp3"].ID || after["a/2.mp3"].Title != "other" {
			t.Errorf("%+v", after)
		}
		if status.Moved != 1 || status.Missing != 1 || len(after) != 2 {
			t.Errorf("%+v, %d tracks", status, len(after))
		}
	})
	t.Run("a change of the same size within a second", func(t *testing.T) {
		h.put("a/2.mp3", fakelib.Song{Title: "again", Sound: 2}.MP3())
		h.scan()
		if got := h.tracks()["a/2.mp3"].Title; got != "again" {
			t.Errorf("title %q", got)
		}
	})
}

func TestBucketCovers(t *testing.T) {
	h := newBucketHouse(t)
	h.put("in/a.mp3", fakelib.Song{Title: "a", Sound: 1, Cover: fakelib.Cover(1)}.MP3())
	h.put("by/b.mp3", fakelib.Song{Title: "b", Sound: 2}.MP3())
	h.put("by/folder.jpg", fakelib.Cover(2))
	h.scan()
	for _, path := range []string{"in/a.mp3", "by/b.mp3"} {
		if mime, data, err := h.cover(h.tracks()[path].Cover, 300, false); err != nil || mime != "image/jpeg" || len(data) == 0 {
			t.Errorf("%s: %s, %d bytes, %v", path, mime, len(data), err)
		}
	}
}

func TestBucketDoesNotAnswer(t *testing.T) {
	folder := t.TempDir()
	h := newBucketHouse(t, folder)
	h.sing("a/1.mp3", 1)
	h.sing("a/2.mp3", 2)
	h.scan()
	fakelib.Write(t, folder, "new.mp3", fakelib.Song{Title: "new", Sound: 9}.MP3())

	h.refuseIf(func(*http.Request) bool { return true })
	if status := h.scan(); status.Missing != 0 || status.Added != 1 || status.Problems != 1 {
		t.Errorf("%+v", status)
	}
	if n := len(h.tracks()); n != 3 {
		t.Errorf("%d tracks", n)
	}
	p := h.problems()[""]
	if p.Root != h.bucket.String() || !strings.Contains(p.Reason.String(), "bucket") || strings.Contains(p.Reason.String(), "empty") || strings.Contains(p.Reason.String(), s3test.Secret) {
		t.Errorf("problem %+v", p)
	}

	h.refuseIf(func(*http.Request) bool { return false })
	if status := h.scan(); status.Problems != 0 || status.Missing != 0 {
		t.Errorf("back again: %+v", status)
	}
}

func TestBucketStopsAnswering(t *testing.T) {
	h := newBucketHouse(t)
	for i := range uint64(60) {
		h.sing(fmt.Sprintf("a/%d.mp3", i), i+1)
	}
	h.scan()
	before := h.tracks()
	for i := range 30 {
		h.moveKey(fmt.Sprintf("a/%d.mp3", i), fmt.Sprintf("b/%d.mp3", i))
	}
	h.refuseIf(func(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, "5.mp3") })
	if status := h.scan(); status.Missing != 0 || status.Problems != 1 {
		t.Errorf("%+v", status)
	}
	h.refuseIf(func(*http.Request) bool { return false })
	if status := h.scan(); status.Missing != 0 || status.Problems != 0 {
		t.Errorf("back again: %+v", status)
	}
	after := h.tracks()
	for i := range 60 {
		was, is := before[fmt.Sprintf("a/%d.mp3", i)].ID, after[fmt.Sprintf("a/%d.mp3", i)].ID
		if i < 30 {
			is = after[fmt.Sprintf("b/%d.mp3", i)].ID
		}
		if was != is {
			t.Errorf("track %d was replaced", i)
		}
	}
}

func (h *bucketHouse) refuseIf(f func(*http.Request) bool) { h.refuse.Store(&f) }

func TestMissingFolderKeepsItsTracks(t *testing.T) {
	h := newHouse(t, 2)
	h.song("a.mp3", 1)
	h.scan()
	h.move(h.root, h.root+".away")
	fakelib.Write(t, h.Roots()[1], "b.mp3", fakelib.Song{Title: "b", Sound: 2}.MP3())
	if status := h.scan(); status.Missing != 0 || status.Added != 1 {
		t.Errorf("%+v", status)
	}
	if got := h.problems()[""]; got.Root != h.root {
		t.Errorf("problem %+v", got)
	}
}

func TestUploadsAreNotScanned(t *testing.T) {
	storage := t.TempDir()
	fakelib.Write(t, storage, "up.mp3", fakelib.Song{Title: "up", Sound: 3}.MP3())
	places, err := blob.OpenPlaces([]string{t.TempDir()}, storage)
	if err != nil {
		t.Fatal(err)
	}
	h := newHouse(t, 1).reopen(t, library.Config{Places: places})
	if status := h.scan(); status.Found != 0 {
		t.Errorf("%+v", status)
	}
}

func BenchmarkScanOfABucket(b *testing.B) {
	const n = 1000
	place, err := s3test.NewBucket(b.Context())
	if err != nil {
		b.Skip(err)
	}
	s, err := blob.Open(place)
	if err != nil {
		b.Fatal(err)
	}
	defer s.(*blob.S3).Close()
	for i := range n {
		data := fakelib.Song{Title: strconv.Itoa(i), Sound: uint64(i + 1), Frames: 2000}.MP3()
		if err := s.Put(b.Context(), fmt.Sprintf("%02d/%d.mp3", i/20, i), bytes.NewReader(data), int64(len(data))); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		db, err := store.Open(b.Context(), "sqlite:"+filepath.Join(b.TempDir(), "sonora.db"), store.Options{})
		if err != nil {
			b.Fatal(err)
		}
		h, err := library.New(b.Context(), library.Config{Store: db, Events: noEvents{}, Log: testLog, Roots: []string{place}})
		if err != nil {
			b.Fatal(err)
		}
		at := time.Now()
		if status, err := h.Scan(b.Context(), library.Options{}); err != nil || status.Added != n {
			b.Fatal(status, err)
		}
		first := time.Since(at)
		at = time.Now()
		if _, err := h.Scan(b.Context(), library.Options{}); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(first.Seconds(), "s/first")
		b.ReportMetric(time.Since(at).Seconds(), "s/again")
		h.Places().Close()
		if err := db.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
