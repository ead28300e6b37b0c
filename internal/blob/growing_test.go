package blob_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"sonora/internal/blob"
)

// TestGrowing reads a file while it is being written.
func TestGrowing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.mp3")
	if err := os.WriteFile(path, []byte("0123456789"), 0o600); err != nil {
		t.Fatal(err)
	}
	g := blob.NewGrowing(path, 10)
	open := func(ctx context.Context) io.ReadSeekCloser {
		file, err := g.Open(ctx)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { file.Close() })
		return file
	}
	heard := make(chan string)
	first := open(context.Background())
	go func() {
		b, err := io.ReadAll(first)
		heard <- string(b) + " " + errorText(err)
	}()
	g.Grow(3)
	r := open(t.Context())
	if at, err := r.Seek(-9, io.SeekEnd); at != 1 || err != nil {
		t.Errorf("at %d, %v", at, err)
	}
	if _, err := r.Seek(-1, io.SeekStart); err == nil {
		t.Error("before the beginning")
	}
	buffer := make([]byte, 9)
	if n, err := r.Read(buffer); string(buffer[:n]) != "12" || err != nil {
		t.Errorf("%q, %v", buffer[:n], err)
	}
	g.Finish()
	if got := <-heard; got != "0123456789 " {
		t.Errorf("heard %q", got)
	}
	if n, err := r.Read(buffer); string(buffer[:n]) != "3456789" || err != nil {
		t.Errorf("%q, %v", buffer[:n], err)
	}

	g = blob.NewGrowing(path, 10)
	g.Grow(3)
	ctx, cancel := context.WithCancel(t.Context())
	r = open(ctx)
	if _, err := r.Seek(3, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := r.Read(buffer); !errors.Is(err, context.Canceled) {
		t.Errorf("a listener who left: %v", err)
	}
	g.End()
	g.End()
	if b, err := io.ReadAll(open(t.Context())); string(b) != "012" || !errors.Is(err, blob.ErrStopped) {
		t.Errorf("%q, %v", b, err)
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
