// Package blobtest holds the tests that every blob.Store must pass.
package blobtest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"sonora/internal/blob"
)

// Run tests stores. open returns a new, empty store each time.
func Run(t *testing.T, open func(t *testing.T) blob.Store) {
	for name, test := range map[string]func(*testing.T, blob.Store){
		"RoundTrip": testRoundTrip,
		"Streams":   testStreams,
		"Overwrite": testOverwrite,
		"Readers":   testReaders,
		"CutReader": testCutReader,
		"Ranges":    testRanges,
		"List":      testList,
		"ManyKeys":  testManyKeys,
		"OddNames":  testOddNames,
		"BadKeys":   testBadKeys,
		"Delete":    testDelete,
		"Missing":   testMissing,
		"Cancel":    testCancel,
		"Link":      testLink,
		"Local":     testLocal,
		"NamedNoSecret": func(t *testing.T, s blob.Store) {
			if strings.Contains(s.String(), "@") || strings.Contains(s.String(), "?") || s.String() == "" {
				t.Errorf("String() = %q", s)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open(t))
		})
	}
}

// noise returns n bytes without short repetitions, always the same for a seed.
func noise(seed byte, n int) []byte {
	b := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{seed}).Read(b) // never fails
	return b
}

func put(t *testing.T, s blob.Store, key string, b []byte) {
	t.Helper()
	if err := s.Put(t.Context(), key, bytes.NewReader(b), int64(len(b))); err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, s blob.Store, key string) []byte {
	t.Helper()
	o, err := s.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	b, err := io.ReadAll(o)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func keys(t *testing.T, s blob.Store, prefix string) (list []string) {
	t.Helper()
	for info, err := range s.List(t.Context(), prefix) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, info.Key)
	}
	return list
}

func testRoundTrip(t *testing.T, s blob.Store) {
	for i, size := range []int{0, 1, 64<<10 - 1, 64 << 10, 5<<20 + 1} {
		key := fmt.Sprintf("a/b/%d", size)
		want := noise(byte(i), size)
		put(t, s, key, want)
		if got := get(t, s, key); !bytes.Equal(got, want) {
			t.Errorf("%d bytes came back as %d others", size, len(got))
		}
		info, err := s.Stat(t.Context(), key)
		if err != nil || info.Key != key || info.Size != int64(size) || info.ModTime.IsZero() {
			t.Errorf("Stat = %+v, %v", info, err)
		}
		if sum := fmt.Sprintf("sha256:%x", sha256.Sum256(want)); info.Checksum != "" && info.Checksum != sum {
			t.Errorf("Checksum = %s, want %s", info.Checksum, sum)
		}
		o, err := s.Open(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		if o.Key != key || o.Size != info.Size || o.Checksum != info.Checksum || o.Version != info.Version || !o.ModTime.Equal(info.ModTime) {
			t.Errorf("Open says %+v, Stat %+v", o.Info, info)
		}
		if err := o.Close(); err != nil {
			t.Error(err)
		}
	}
}

// plain hides all methods but Read.
type plain struct{ r io.Reader }

func (p plain) Read(b []byte) (int, error) { return p.r.Read(b) }

const large = 70 << 20

// testStreams stores more than fits in memory, from a reader that can be read
// only once and from one that can seek.
func testStreams(t *testing.T, s blob.Store) {
	want := sha256.New()
	source := func() io.Reader { return io.LimitReader(rand.NewChaCha8([32]byte{7}), large) }
	if _, err := io.Copy(want, source()); err != nil {
		t.Fatal(err)
	}
	if err := s.Put(t.Context(), "once", plain{source()}, large); err != nil {
		t.Fatal(err)
	}
	o, err := s.Open(t.Context(), "once")
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if err := s.Put(t.Context(), "again", o, large); err != nil {
		t.Fatal(err)
	}
	again, err := s.Open(t.Context(), "again")
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	got := sha256.New()
	if n, err := io.Copy(got, again); n != large || err != nil || !bytes.Equal(got.Sum(nil), want.Sum(nil)) {
		t.Errorf("%d bytes came back, %v", n, err)
	}
	if sum := fmt.Sprintf("sha256:%x", want.Sum(nil)); again.Checksum != "" && again.Checksum != sum {
		t.Errorf("Checksum = %s", again.Checksum)
	}
}

func testOverwrite(t *testing.T, s blob.Store) {
	put(t, s, "k", noise(1, 100_000))
	before, err := s.Stat(t.Context(), "k")
	if err != nil {
		t.Fatal(err)
	}
	want := noise(2, 10)
	put(t, s, "k", want)
	if got := get(t, s, "k"); !bytes.Equal(got, want) {
		t.Errorf("got %d bytes", len(got))
	}
	if list := keys(t, s, ""); !slices.Equal(list, []string{"k"}) {
		t.Errorf("List = %q", list)
	}
	if after, err := s.Stat(t.Context(), "k"); err != nil || after.Version != "" && after.Version == before.Version {
		t.Errorf("the version stayed %q, %v", after.Version, err)
	}
}

// testReaders overwrites a key while it is being read: each reader sees one
// version from start to end. The versions have one length, because versitygw
// reads the length before it opens the file, and may cut off a longer one.
func testReaders(t *testing.T, s blob.Store) {
	versions := [][]byte{bytes.Repeat([]byte("a"), 300_000), bytes.Repeat([]byte("b"), 300_000)}
	put(t, s, "k", versions[0])
	var writing, reading sync.WaitGroup
	done := make(chan struct{})
	for range 3 {
		reading.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					readOneVersion(t, s, versions)
				}
			}
		})
	}
	writing.Go(func() {
		for i := range 20 {
			put(t, s, "k", versions[(i+1)%2])
		}
	})
	writing.Wait()
	close(done)
	reading.Wait()
}

func readOneVersion(t *testing.T, s blob.Store, versions [][]byte) {
	o, err := s.Open(t.Context(), "k")
	if err != nil {
		t.Errorf("a key that is replaced is gone: %v", err)
		return
	}
	defer o.Close()
	got, err := io.ReadAll(o)
	if err != nil {
		if !errors.Is(err, blob.ErrChanged) {
			t.Error(err)
		}
		return
	}
	if !bytes.Equal(got, versions[0]) && !bytes.Equal(got, versions[1]) {
		t.Errorf("%d bytes of two versions", len(got))
	}
}

var errCut = errors.New("the connection is cut")

// cut returns a reader that fails after n bytes.
func cut(n int) io.Reader {
	return io.MultiReader(bytes.NewReader(noise(3, n)), readerFunc(func([]byte) (int, error) { return 0, errCut }))
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func testCutReader(t *testing.T, s blob.Store) {
	old := noise(4, 1000)
	put(t, s, "k", old)
	for _, n := range []int{0, 10, 20 << 20} {
		if err := s.Put(t.Context(), "k", cut(n), int64(n)+10); !errors.Is(err, errCut) {
			t.Errorf("Put of a reader cut after %d = %v", n, err)
		}
		if err := s.Put(t.Context(), "new", cut(n), int64(n)+10); !errors.Is(err, errCut) {
			t.Errorf("Put of a reader cut after %d = %v", n, err)
		}
		if err := s.Put(t.Context(), "k", bytes.NewReader(noise(5, n)), int64(n)+1); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("Put of a byte less than %d = %v", n+1, err)
		}
	}
	if got := get(t, s, "k"); !bytes.Equal(got, old) {
		t.Error("the old bytes are not there any more")
	}
	if list := keys(t, s, ""); !slices.Equal(list, []string{"k"}) {
		t.Errorf("List = %q", list)
	}
	if err := s.Put(t.Context(), "longer", bytes.NewReader(old), 10); err != nil {
		t.Error(err)
	}
	if got := get(t, s, "longer"); !bytes.Equal(got, old[:10]) {
		t.Errorf("%d bytes of a reader with more than the size", len(got))
	}
}

func testRanges(t *testing.T, s blob.Store) {
	const size = 3<<20 + 17
	want := noise(6, size)
	put(t, s, "k", want)
	o, err := s.Open(t.Context(), "k")
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	for _, r := range []struct{ off, n int }{{0, 10}, {size - 1, 1}, {size - 100, 100}, {1 << 20, 200_000}, {65_530, 20}, {5, 0}, {size / 2, 8}, {100, 1 << 20}, {1 << 20, 3}} {
		p := make([]byte, r.n)
		if n, err := o.ReadAt(p, int64(r.off)); n != r.n || err != nil || !bytes.Equal(p, want[r.off:r.off+r.n]) {
			t.Errorf("ReadAt(%d, %d) = %d, %v", r.off, r.n, n, err)
		}
		if at, err := o.Seek(int64(r.off), io.SeekStart); at != int64(r.off) || err != nil {
			t.Errorf("Seek(%d) = %d, %v", r.off, at, err)
		}
		if _, err := io.ReadFull(o, p); err != nil || !bytes.Equal(p, want[r.off:r.off+r.n]) {
			t.Errorf("Seek and Read of %d at %d: %v", r.n, r.off, err)
		}
	}
	p := make([]byte, 100)
	if n, err := o.ReadAt(p, size-50); n != 50 || !errors.Is(err, io.EOF) {
		t.Errorf("ReadAt over the end = %d, %v", n, err)
	}
	if n, err := o.ReadAt(p, size+50); n != 0 || !errors.Is(err, io.EOF) {
		t.Errorf("ReadAt beyond the end = %d, %v", n, err)
	}
	if at, err := o.Seek(-5, io.SeekEnd); at != size-5 || err != nil {
		t.Errorf("Seek from the end = %d, %v", at, err)
	}
	if at, err := o.Seek(3, io.SeekCurrent); at != size-2 || err != nil {
		t.Errorf("Seek on = %d, %v", at, err)
	}
	if rest, err := io.ReadAll(o); !bytes.Equal(rest, want[size-2:]) || err != nil {
		t.Errorf("the rest is %d bytes, %v", len(rest), err)
	}
	if _, err := o.Seek(-1, io.SeekStart); err == nil {
		t.Error("a place before the begin")
	}
	testReadsAtOnce(t, o, want)
}

func testReadsAtOnce(t *testing.T, o *blob.Object, want []byte) {
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 10 {
				off := (i*10 + j) * len(want) / 80
				p := make([]byte, min(3000, len(want)-off))
				if _, err := o.ReadAt(p, int64(off)); err != nil || !bytes.Equal(p, want[off:off+len(p)]) {
					t.Errorf("ReadAt(%d) among others: %v", off, err)
				}
			}
		})
	}
	wg.Wait()
}

func testList(t *testing.T, s blob.Store) {
	if list := keys(t, s, ""); len(list) > 0 {
		t.Errorf("an empty store holds %q", list)
	}
	all := []string{"a", "b.c", "b/c", "b/c.d", "b/c/d", "b0", "c/x/y", "ä"}
	want := slices.Clone(all)
	slices.Sort(want)
	want = slices.DeleteFunc(want, func(k string) bool { return k == "b/c" }) // on disk, a folder has no bytes
	for _, k := range want {
		put(t, s, k, []byte(k))
	}
	for prefix, list := range map[string][]string{
		"": want, "b": {"b.c", "b/c.d", "b/c/d", "b0"}, "b/": {"b/c.d", "b/c/d"}, "b/c": {"b/c.d", "b/c/d"},
		"b/c/": {"b/c/d"}, "b/c/d": {"b/c/d"}, "x": nil, "c/x/y/": nil, "b/c.d/e": nil,
	} {
		if got := keys(t, s, prefix); !slices.Equal(got, list) {
			t.Errorf("List(%q) = %q, want %q", prefix, got, list)
		}
	}
	for info, err := range s.List(t.Context(), "b") {
		if stat, statErr := s.Stat(t.Context(), info.Key); err != nil || statErr != nil || stat.Size != info.Size || stat.Version != info.Version || stat.ModTime.Unix() != info.ModTime.Unix() {
			t.Errorf("List says %+v, Stat %+v; %v, %v", info, stat, err, statErr)
		}
		break // consumers may stop early
	}
}

func testManyKeys(t *testing.T, s blob.Store) {
	const n = 1100 // more than a page of S3
	var want []string
	var wg sync.WaitGroup
	for i := range n {
		want = append(want, fmt.Sprintf("%02d/%04d", i%7, i))
	}
	for part := range slices.Chunk(want, n/8) {
		wg.Go(func() {
			for _, key := range part {
				put(t, s, key, nil)
			}
		})
	}
	wg.Wait()
	slices.Sort(want)
	if got := keys(t, s, ""); !slices.Equal(got, want) {
		t.Errorf("List yields %d keys of %d, in order: %t", len(got), n, slices.IsSorted(got))
	}
}

func testOddNames(t *testing.T, s blob.Store) {
	names := []string{
		"a b", " a", "a ", "%41", "100%", "a+b", "#1", "what?", `"quoted"`, "it's", "a&b=c", "a;b,c:d", "<x>", "a*b", "a|b", "[x]{y}~^`",
		"Björk/Jóga.flac", "Bjo\u0308rk", "坂本龍一/戦場.mp3", "🎵.ogg", "a\\b", "...", "a/.b", "..a", "a..", strings.Repeat("long", 60),
		"tab\there",
	}
	for _, name := range names {
		put(t, s, "odd/"+name, []byte(name))
	}
	for _, name := range names {
		if got := get(t, s, "odd/"+name); string(got) != name {
			t.Errorf("%q holds %q", name, got)
		}
		if info, err := s.Stat(t.Context(), "odd/"+name); err != nil || info.Key != "odd/"+name {
			t.Errorf("Stat(%q) = %+v, %v", name, info, err)
		}
	}
	want := slices.Clone(names)
	for i := range want {
		want[i] = "odd/" + want[i]
	}
	slices.Sort(want)
	if got := keys(t, s, "odd/"); !slices.Equal(got, want) {
		t.Errorf("List = %q\nwant  %q", got, want)
	}
	for _, name := range names {
		if err := s.Delete(t.Context(), "odd/"+name); err != nil {
			t.Errorf("Delete(%q): %v", name, err)
		}
	}
	if got := keys(t, s, ""); len(got) > 0 {
		t.Errorf("left: %q", got)
	}
}

func testBadKeys(t *testing.T, s blob.Store) {
	for _, key := range []string{"", ".", "..", "/", "/etc/passwd", "../x", "a/../../x", "a/..", "a//b", "a/", "a/./b", "a\x00b", strings.Repeat("x", 2000)} {
		if err := s.Put(t.Context(), key, strings.NewReader("x"), 1); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("Put(%q) = %v", key, err)
		}
		if _, err := s.Open(t.Context(), key); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("Open(%q) = %v", key, err)
		}
		if _, err := s.Stat(t.Context(), key); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("Stat(%q) = %v", key, err)
		}
		if err := s.Delete(t.Context(), key); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("Delete(%q) = %v", key, err)
		}
		if path := s.LocalPath(key); path != "" {
			t.Errorf("LocalPath(%q) = %s", key, path)
		}
	}
}

func testDelete(t *testing.T, s blob.Store) {
	put(t, s, "a/b/c", []byte("x"))
	put(t, s, "a/d", []byte("y"))
	for range 2 {
		if err := s.Delete(t.Context(), "a/b/c"); err != nil {
			t.Error(err)
		}
	}
	if err := s.Delete(t.Context(), "never/was"); err != nil {
		t.Error(err)
	}
	if _, err := s.Stat(t.Context(), "a/b/c"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Stat of what is deleted = %v", err)
	}
	if list := keys(t, s, ""); !slices.Equal(list, []string{"a/d"}) {
		t.Errorf("List = %q", list)
	}
	put(t, s, "a/b/c", []byte("again"))
}

func testMissing(t *testing.T, s blob.Store) {
	put(t, s, "a/b", []byte("x"))
	for _, key := range []string{"b", "a", "a/c", "a/b/c"} {
		if _, err := s.Open(t.Context(), key); !errors.Is(err, fs.ErrNotExist) || errors.Is(err, blob.ErrUnavailable) {
			t.Errorf("Open(%q) = %v", key, err)
		}
		if _, err := s.Stat(t.Context(), key); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Stat(%q) = %v", key, err)
		}
		if path := s.LocalPath(key); path != "" {
			t.Errorf("LocalPath(%q) = %s", key, path)
		}
	}
}

func testCancel(t *testing.T, s blob.Store) {
	put(t, s, "k", []byte("x"))
	ctx, cancel := context.WithCancel(t.Context())
	read := 0
	err := s.Put(ctx, "k", readerFunc(func(p []byte) (int, error) {
		if read += len(p); read > 9<<20 {
			cancel()
		}
		return len(p), nil
	}), 1<<40)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Put = %v", err)
	}
	if _, err := s.Open(ctx, "k"); !errors.Is(err, context.Canceled) {
		t.Errorf("Open = %v", err)
	}
	if _, err := s.Stat(ctx, "k"); !errors.Is(err, context.Canceled) {
		t.Errorf("Stat = %v", err)
	}
	if err := s.Delete(ctx, "k"); !errors.Is(err, context.Canceled) {
		t.Errorf("Delete = %v", err)
	}
	var listErr error
	for _, err := range s.List(ctx, "") {
		listErr = err
	}
	if !errors.Is(listErr, context.Canceled) {
		t.Errorf("List = %v", listErr)
	}
	if got := get(t, s, "k"); string(got) != "x" {
		t.Errorf("left is %q", got)
	}
}

func testLink(t *testing.T, s blob.Store) {
	put(t, s, "a b/ü+%.mp3", []byte("0123456789"))
	link, err := s.Link(t.Context(), "a b/ü+%.mp3", blob.LinkOptions{ContentType: "audio/mpeg"})
	if err != nil {
		t.Fatal(err)
	}
	if link == "" {
		return // a store without links
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, link, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Range", "bytes=2-4")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if answer.StatusCode != http.StatusPartialContent || string(body) != "234" || answer.Header.Get("Content-Type") != "audio/mpeg" || err != nil {
		t.Errorf("%s %q %s %v", answer.Status, body, answer.Header.Get("Content-Type"), err)
	}
}
