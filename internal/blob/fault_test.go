package blob_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"sonora/internal/blob"
	"sonora/internal/blob/s3test"
)

// proxy sits in front of a bucket and injects faults. It forwards the host name
// of the request, since that is signed.
type proxy struct {
	next *httputil.ReverseProxy

	mu    sync.Mutex
	seen  []string // "METHOD query range"
	fault func(n int, r *http.Request) fault
}

// fault describes what happens to a request.
type fault struct {
	status int           // sent instead of forwarding the request
	cut    int64         // the response ends after this many bytes
	lost   bool          // the request is done but its response is lost
	slow   chan struct{} // the response waits for this
}

func faulty(t *testing.T, f func(n int, r *http.Request) fault) (blob.Store, *proxy) {
	t.Helper()
	a, err := blob.ParseAddress(s3test.New(t))
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{next: httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: a.Host}), fault: f}
	p.next.ErrorLog = log.New(io.Discard, "", 0) // its complaints are expected
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	a.Host = strings.TrimPrefix(server.URL, "http://")
	s, err := blob.NewS3(a)
	if err != nil {
		t.Fatal(err)
	}
	return s, p
}

func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	p.seen = append(p.seen, r.Method+" "+r.URL.RawQuery+" "+r.Header.Get("Range"))
	f := p.fault(len(p.seen), r)
	p.mu.Unlock()
	switch {
	case f.status > 0:
		w.WriteHeader(f.status)
	case f.slow != nil:
		select {
		case <-f.slow:
		case <-r.Context().Done():
		}
	case f.lost:
		p.next.ServeHTTP(httptest.NewRecorder(), r)
		panic(http.ErrAbortHandler)
	case f.cut > 0:
		p.next.ServeHTTP(&cutWriter{w, f.cut}, r)
	default:
		p.next.ServeHTTP(w, r)
	}
}

func (p *proxy) requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.seen
}

// cutWriter drops the connection after some bytes.
type cutWriter struct {
	http.ResponseWriter
	left int64
}

func (w *cutWriter) Write(b []byte) (int, error) {
	if int64(len(b)) > w.left {
		_, _ = w.ResponseWriter.Write(b[:w.left]) // the next line cuts the connection anyway
		_ = http.NewResponseController(w.ResponseWriter).Flush()
		panic(http.ErrAbortHandler)
	}
	w.left -= int64(len(b))
	return w.ResponseWriter.Write(b)
}

func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(b) // never fails
	return b
}

func TestS3RetriesRefusals(t *testing.T) {
	tries := map[string]int{}
	s, _ := faulty(t, func(_ int, r *http.Request) fault {
		what := r.Method + r.URL.Query().Get("partNumber") + r.Header.Get("Range")
		if tries[what]++; tries[what]%3 != 0 {
			return fault{status: http.StatusServiceUnavailable}
		}
		return fault{}
	})
	want := random(20 << 20) // large enough for several parts
	if err := s.Put(t.Context(), "k", bytes.NewReader(want), int64(len(want))); err != nil {
		t.Fatal(err)
	}
	o, err := s.Open(t.Context(), "k")
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if got, err := io.ReadAll(o); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if n := len(list(t, s, "")); n != 1 {
		t.Errorf("%d keys", n)
	}
	if err := s.Delete(t.Context(), "k"); err != nil {
		t.Error(err)
	}
}

func TestS3ResumesCutResponses(t *testing.T) {
	s, p := faulty(t, func(n int, r *http.Request) fault {
		if r.Method == http.MethodGet && n%2 == 1 {
			return fault{cut: 50_000}
		}
		return fault{}
	})
	want := random(3 << 20)
	if err := s.Put(t.Context(), "k", bytes.NewReader(want), int64(len(want))); err != nil {
		t.Fatal(err)
	}
	o, err := s.Open(t.Context(), "k")
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if got, err := io.ReadAll(o); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	for _, off := range []int{1 << 20, 2<<20 + 5} {
		piece := make([]byte, 200_000)
		if _, err := o.ReadAt(piece, int64(off)); err != nil || !bytes.Equal(piece, want[off:off+len(piece)]) {
			t.Errorf("ReadAt(%d) = %v", off, err)
		}
	}
	if n := len(p.requests()); n < 6 || n > 60 {
		t.Errorf("%d requests: %q", n, p.requests())
	}
}

func TestS3PutWhoseResponseIsLost(t *testing.T) {
	lost := map[string]bool{}
	s, _ := faulty(t, func(_ int, r *http.Request) fault {
		kind := r.Method + " " + fmt.Sprint(r.URL.Query().Has("uploads"), r.URL.Query().Has("partNumber"), r.URL.Query().Has("uploadId"))
		if r.Method == http.MethodGet || r.Method == http.MethodHead || lost[kind] {
			return fault{}
		}
		lost[kind] = true
		return fault{lost: true}
	})
	for _, n := range []int{1000, 17 << 20} {
		want := random(n)
		if err := s.Put(t.Context(), "k", bytes.NewReader(want), int64(n)); err != nil {
			t.Fatalf("Put of %d: %v", n, err)
		}
		o, err := s.Open(t.Context(), "k")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(o); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%d bytes, %v", len(got), err)
		}
		o.Close()
	}
}

func TestS3IsDown(t *testing.T) {
	t.Parallel() // pauses between attempts take most of its time
	down := false
	s, _ := faulty(t, func(int, *http.Request) fault {
		if down {
			return fault{status: http.StatusServiceUnavailable}
		}
		return fault{}
	})
	if err := s.Put(t.Context(), "k", strings.NewReader("old"), 3); err != nil {
		t.Fatal(err)
	}
	down = true
	_, err := s.Stat(t.Context(), "k")
	if !errors.Is(err, blob.ErrUnavailable) {
		t.Errorf("Stat = %v", err)
	}
	for _, err := range s.List(t.Context(), "") {
		if !errors.Is(err, blob.ErrUnavailable) {
			t.Errorf("List = %v", err)
		}
	}
	if err := s.Put(t.Context(), "k", strings.NewReader("new"), 3); !errors.Is(err, blob.ErrUnavailable) {
		t.Errorf("Put = %v", err)
	}
	for _, err := range []error{err} {
		if strings.Contains(err.Error(), s3test.Secret) || strings.Contains(err.Error(), "Signature") {
			t.Errorf("the error contains secrets: %v", err)
		}
	}
}

func TestS3EndsWithItsContext(t *testing.T) {
	slow := make(chan struct{})
	defer close(slow)
	arrived := make(chan struct{}, 10)
	s, _ := faulty(t, func(int, *http.Request) fault {
		arrived <- struct{}{}
		return fault{slow: slow}
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-arrived
		cancel()
	}()
	if _, err := s.Stat(ctx, "k"); !errors.Is(err, context.Canceled) {
		t.Errorf("Stat = %v", err)
	}
	ctx, cancel = context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := s.Put(ctx, "k", strings.NewReader("x"), 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Put = %v", err)
	}
}

func TestS3Replaced(t *testing.T) {
	s := open(t, s3test.New(t))
	if err := s.Put(t.Context(), "k", bytes.NewReader(random(1<<20)), 1<<20); err != nil {
		t.Fatal(err)
	}
	o, err := s.Open(t.Context(), "k")
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if err := s.Put(t.Context(), "k", bytes.NewReader(make([]byte, 1<<20)), 1<<20); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(o); !errors.Is(err, blob.ErrChanged) {
		t.Errorf("Read = %v", err)
	}
	if _, err := o.ReadAt(make([]byte, 10), 500_000); !errors.Is(err, blob.ErrChanged) {
		t.Errorf("ReadAt = %v", err)
	}
}

func TestS3Refusals(t *testing.T) {
	t.Parallel() // pauses between attempts take most of its time
	a, err := blob.ParseAddress(s3test.New(t))
	if err != nil {
		t.Fatal(err)
	}
	for what, spoil := range map[string]func(*blob.Address){
		"a wrong secret":    func(a *blob.Address) { a.Secret = "wrong" },
		"an unknown key":    func(a *blob.Address) { a.Key = "nobody" },
		"an unknown bucket": func(a *blob.Address) { a.Bucket = "elsewhere" },
		"nobody there":      func(a *blob.Address) { a.Host = "127.0.0.1:1" },
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			a := a
			spoil(&a)
			s, err := blob.NewS3(a)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Put(t.Context(), "k", strings.NewReader("x"), 1); !errors.Is(err, blob.ErrUnavailable) || strings.Contains(err.Error(), a.Secret) {
				t.Errorf("Put = %v", err)
			}
			if _, err := s.Open(t.Context(), "k"); !errors.Is(err, blob.ErrUnavailable) {
				t.Errorf("Open = %v", err)
			}
			for _, err := range s.List(t.Context(), "") {
				if !errors.Is(err, blob.ErrUnavailable) {
					t.Errorf("List = %v", err)
				}
			}
		})
	}
}

func TestReadingHeadersTakesFewRequests(t *testing.T) {
	s, p := faulty(t, func(int, *http.Request) fault { return fault{} })
	if err := s.Put(t.Context(), "k", bytes.NewReader(random(8<<20)), 8<<20); err != nil {
		t.Fatal(err)
	}
	before := len(p.requests())
	o, err := s.Open(t.Context(), "k")
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	b := make([]byte, 128)
	for _, off := range []int64{0, 10, 4000, 60_000, 8<<20 - 128, 8<<20 - 32_000, 20, 8<<20 - 160} {
		if _, err := o.ReadAt(b, off); err != nil {
			t.Errorf("ReadAt(%d) = %v", off, err)
		}
	}
	if n := len(p.requests()) - before; n != 2 {
		t.Errorf("%d requests: %q", n, p.requests()[before:])
	}
}

func TestLocalIsBounded(t *testing.T) {
	s := open(t, s3test.New(t))
	dir := t.TempDir()
	blob.LimitLocal(dir, 2500)
	files := func() (n int) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		return len(entries)
	}
	var releases []func()
	for i := range 4 {
		key := strconv.Itoa(i)
		if err := s.Put(t.Context(), key, bytes.NewReader(random(1000)), 1000); err != nil {
			t.Fatal(err)
		}
		path, release, err := blob.Local(t.Context(), s, key, dir)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
		releases = append(releases, release)
	}
	if n := files(); n != 4 {
		t.Errorf("%d files while 4 are in use", n)
	}
	for _, release := range releases {
		release()
		release()
	}
	if n := files(); n != 2 {
		t.Errorf("%d files are left", n)
	}
}

func TestLocalRetriesAfterFailure(t *testing.T) {
	down := false
	s, _ := faulty(t, func(_ int, r *http.Request) fault {
		if down && r.Method == http.MethodGet {
			return fault{status: http.StatusForbidden}
		}
		return fault{}
	})
	if err := s.Put(t.Context(), "k.mp3", bytes.NewReader(random(100_000)), 100_000); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	down = true
	if path, _, err := blob.Local(t.Context(), s, "k.mp3", dir); !errors.Is(err, blob.ErrUnavailable) {
		t.Errorf("Local = %q, %v", path, err)
	}
	down = false
	path, release, err := blob.Local(t.Context(), s, "k.mp3", dir)
	if err != nil || !strings.HasSuffix(path, ".mp3") {
		t.Fatalf("Local = %q, %v", path, err)
	}
	release()
}
