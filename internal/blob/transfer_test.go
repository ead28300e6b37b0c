package blob_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"sonora/internal/blob"
	"sonora/internal/blob/s3test"
)

// counted counts the bytes written, and can end a transfer early.
type counted struct {
	blob.Store
	puts  atomic.Int64
	after func(n int64)
}

func (c *counted) Put(ctx context.Context, key string, r io.Reader, size int64) error {
	n := c.puts.Add(1)
	if c.after != nil {
		c.after(n)
	}
	return c.Store.Put(ctx, key, r, size)
}

// filled returns a folder store with n files.
func filled(t *testing.T, n int) *blob.Disk {
	t.Helper()
	s := blob.NewDisk(t.TempDir())
	for i := range n {
		data := random(1000 + i)
		data[0] = byte(i)
		if err := s.Put(t.Context(), fmt.Sprintf("Album %d/%d #ü.mp3", i/5, i), bytes.NewReader(data), int64(len(data))); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func journal(t *testing.T, name string) *blob.Journal {
	t.Helper()
	j, err := blob.OpenJournal(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j
}

func sameStores(t *testing.T, a, b blob.Store) {
	t.Helper()
	if x, y := list(t, a, ""), list(t, b, ""); !slices.Equal(x, y) {
		t.Errorf("keys\n%q and\n%q", x, y)
	}
	for _, key := range list(t, a, "") {
		if !bytes.Equal(read(t, a, key), read(t, b, key)) {
			t.Errorf("%s differs", key)
		}
	}
}

func read(t *testing.T, s blob.Store, key string) []byte {
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

// eachTarget runs a test with a folder and with a bucket as the target.
func eachTarget(t *testing.T, test func(t *testing.T, to blob.Store)) {
	t.Run("disk", func(t *testing.T) { test(t, blob.NewDisk(t.TempDir())) })
	t.Run("S3", func(t *testing.T) { test(t, open(t, s3test.New(t))) })
}

func TestTransferContinuesWhereItStopped(t *testing.T) {
	eachTarget(t, func(t *testing.T, to blob.Store) {
		from, name := filled(t, 30), filepath.Join(t.TempDir(), "journal")
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		first := &counted{Store: to, after: func(n int64) {
			if n == 12 {
				cancel()
			}
		}}
		if _, err := (&blob.Transfer{From: from, To: first, Journal: journal(t, name)}).Copy(ctx); !errors.Is(err, context.Canceled) {
			t.Fatalf("Copy = %v", err)
		}
		there := len(list(t, to, ""))
		if there == 0 || there >= 30 {
			t.Fatalf("%d files before it stopped", there)
		}
		if f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0); err != nil {
			t.Fatal(err)
		} else if _, err = f.WriteString(`{"key":"Album 0/0`); err != nil || f.Close() != nil { // killed in the middle of a line
			t.Fatal(err)
		}

		var last blob.TransferProgress
		second := blob.Transfer{From: from, To: to, Journal: journal(t, name), Progress: func(p blob.TransferProgress) { last = p }}
		p, err := second.Copy(t.Context())
		if err != nil || p.Failures != 0 || p.Files != 30 || last.Files != 30 {
			t.Errorf("%+v, %v", p, err)
		}
		sameStores(t, from, to)
		again := &blob.Transfer{From: from, To: to, Journal: journal(t, filepath.Join(t.TempDir(), "lost"))}
		if p, err := again.Copy(t.Context()); err != nil || p.Copied != 0 {
			t.Errorf("without its journal: %+v, %v", p, err)
		}
	})
}

func TestTransferReplacesWrongCopies(t *testing.T) {
	eachTarget(t, func(t *testing.T, to blob.Store) {
		from := filled(t, 3)
		for key, text := range map[string]string{"Album 0/0 #ü.mp3": "short", "Album 0/1 #ü.mp3": strings.Repeat("x", 1001)} {
			if err := to.Put(t.Context(), key, strings.NewReader(text), int64(len(text))); err != nil {
				t.Fatal(err)
			}
		}
		keep := &blob.Transfer{From: from, To: to, Keep: true, Journal: journal(t, filepath.Join(t.TempDir(), "a"))}
		if p, err := keep.Copy(t.Context()); err != nil || p.Failures != 2 {
			t.Errorf("%+v, %v", p, err)
		}
		replace := &blob.Transfer{From: from, To: to, Journal: journal(t, filepath.Join(t.TempDir(), "b"))}
		if p, err := replace.Copy(t.Context()); err != nil || p.Failures != 0 {
			t.Errorf("%+v, %v", p, err)
		}
		sameStores(t, from, to)
	})
}

func TestTransferDeletesOnlyVerifiedCopies(t *testing.T) {
	eachTarget(t, func(t *testing.T, to blob.Store) {
		from := filled(t, 5)
		tr := &blob.Transfer{From: from, To: to, ReadBack: true, Journal: journal(t, filepath.Join(t.TempDir(), "j"))}
		if _, err := tr.Copy(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, change := range []struct {
			s   blob.Store
			key string
		}{{from, "Album 0/1 #ü.mp3"}, {to, "Album 0/2 #ü.mp3"}, {from, "new.mp3"}} {
			if err := change.s.Put(t.Context(), change.key, strings.NewReader("changed"), 7); err != nil {
				t.Fatal(err)
			}
		}
		if err := to.Delete(t.Context(), "Album 0/3 #ü.mp3"); err != nil {
			t.Fatal(err)
		}
		left, err := tr.DeleteSource(t.Context())
		if want := []string{"Album 0/1 #ü.mp3", "Album 0/2 #ü.mp3", "Album 0/3 #ü.mp3", "new.mp3"}; err != nil || left != 4 || !slices.Equal(list(t, from, ""), want) {
			t.Errorf("%d left: %q, %v", left, list(t, from, ""), err)
		}
	})
}

func TestTransferFromBucket(t *testing.T) {
	middle, back := open(t, s3test.New(t)), blob.NewDisk(t.TempDir())
	from := filled(t, 3)
	for _, step := range [][2]blob.Store{{from, middle}, {middle, open(t, s3test.New(t))}, {middle, back}} {
		tr := &blob.Transfer{From: step[0], To: step[1], Journal: journal(t, filepath.Join(t.TempDir(), "j"))}
		if p, err := tr.Copy(t.Context()); err != nil || p.Failures != 0 || p.Copied != 3 {
			t.Fatalf("%+v, %v", p, err)
		}
		sameStores(t, step[0], step[1])
	}
}

func TestTransferReportsWhatItCannotCopy(t *testing.T) {
	from := filled(t, 2)
	write(t, filepath.Join(from.String(), "latin1-\xe4.mp3"), "x")
	tr := &blob.Transfer{From: from, To: open(t, s3test.New(t)), Journal: journal(t, filepath.Join(t.TempDir(), "j"))}
	p, err := tr.Copy(t.Context())
	if err != nil || p.Failures != 1 || len(p.Failed) != 1 || p.Failed[0].Key != "latin1-\xe4.mp3" || p.Files != 3 {
		t.Errorf("%+v, %v", p, err)
	}
}

// spoiled stores different bytes than it is given.
type spoiled struct{ blob.Store }

func (s spoiled) Put(ctx context.Context, key string, r io.Reader, size int64) error {
	b, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	b[len(b)/2] ^= 1
	return s.Store.Put(ctx, key, bytes.NewReader(b), size)
}

func TestTransferNoticesSpoiledCopies(t *testing.T) {
	eachTarget(t, func(t *testing.T, to blob.Store) {
		tr := &blob.Transfer{From: filled(t, 2), To: spoiled{to}, Journal: journal(t, filepath.Join(t.TempDir(), "j"))}
		if p, err := tr.Copy(t.Context()); err != nil || p.Failures != 2 {
			t.Errorf("%+v, %v", p, err)
		}
	})
}

func TestTransferStopsWhenTheStoreIsDown(t *testing.T) {
	t.Parallel() // pauses between attempts take most of its time
	s, _ := faulty(t, func(_ int, r *http.Request) fault {
		if r.Method == http.MethodPut {
			return fault{status: http.StatusServiceUnavailable}
		}
		return fault{}
	})
	tr := &blob.Transfer{From: filled(t, 20), To: s, Journal: journal(t, filepath.Join(t.TempDir(), "j"))}
	if _, err := tr.Copy(t.Context()); !errors.Is(err, blob.ErrUnavailable) {
		t.Errorf("Copy = %v", err)
	}
}
