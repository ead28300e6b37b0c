package blob_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"sonora/internal/blob"
)

// outside returns a folder with a file, and another folder with links to both.
func outside(t *testing.T) (dir string) {
	t.Helper()
	other := t.TempDir()
	write(t, filepath.Join(other, "secret"), "s")
	dir = t.TempDir()
	write(t, filepath.Join(dir, "inside", "a"), "a")
	for link, target := range map[string]string{
		"folder": other, "file": filepath.Join(other, "secret"), "relative": "inside", "up": other, "above": filepath.Dir(dir), "loop": ".", "nowhere": "none",
	} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o750), os.WriteFile(name, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
}

func list(t *testing.T, s blob.Store, prefix string) (keys []string) {
	t.Helper()
	for info, err := range s.List(t.Context(), prefix) {
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, info.Key)
	}
	return keys
}

func TestDiskKeepsLinksInside(t *testing.T) {
	s := blob.NewDisk(outside(t))
	for _, key := range []string{"folder/secret", "file", "up/secret", "pipe", "nowhere", "inside"} {
		if _, err := s.Open(t.Context(), key); err == nil {
			t.Errorf("Open(%q) leads out", key)
		}
		if _, err := s.Stat(t.Context(), key); err == nil {
			t.Errorf("Stat(%q) leads out", key)
		}
		if path := s.LocalPath(key); path != "" {
			t.Errorf("LocalPath(%q) = %s", key, path)
		}
	}
	for _, key := range []string{"folder/new", "up/new"} {
		if err := s.Put(t.Context(), key, strings.NewReader("x"), 1); err == nil {
			t.Errorf("Put(%q) leads out", key)
		}
		if err := s.Delete(t.Context(), "folder/secret"); err == nil {
			t.Error("Delete leads out")
		}
	}
	if got, want := list(t, s, ""), []string{"inside/a"}; !slices.Equal(got, want) {
		t.Errorf("List = %q, want %q", got, want)
	}
	if err := s.Put(t.Context(), "file", strings.NewReader("mine"), 4); err != nil {
		t.Error(err)
	}
	if target, err := os.Readlink(s.LocalPath("file")); err == nil {
		t.Errorf("Put wrote through the link to %s", target)
	}
}

func TestMusicFolderFollowsLinks(t *testing.T) {
	s := blob.NewMusicFolder(outside(t))
	for _, key := range []string{"folder/secret", "file", "inside/a"} {
		o, err := s.Open(t.Context(), key)
		if err != nil {
			t.Errorf("Open(%q) = %v", key, err)
			continue
		}
		o.Close()
	}
	if _, err := s.Open(t.Context(), "pipe"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Open of a pipe = %v", err)
	}
	if got, want := list(t, s, ""), []string{"file", "folder/secret", "inside/a"}; !slices.Equal(got, want) { // each folder once
		t.Errorf("List = %q, want %q", got, want)
	}
	if err := s.Put(t.Context(), "folder/new", strings.NewReader("x"), 1); err == nil {
		t.Error("Put leads out")
	}
}

func TestDiskWithoutItsFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "not", "mounted")
	s := blob.NewDisk(dir)
	if _, err := s.Open(t.Context(), "a"); !errors.Is(err, blob.ErrUnavailable) || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Open = %v", err)
	}
	for _, err := range s.List(t.Context(), "") {
		if !errors.Is(err, blob.ErrUnavailable) {
			t.Errorf("List = %v", err)
		}
	}
	if err := s.Put(t.Context(), "a", strings.NewReader("x"), 1); err != nil {
		t.Errorf("Put = %v", err)
	}
}

func TestDiskFull(t *testing.T) {
	dir := t.TempDir()
	s := blob.NewDisk(dir)
	if err := s.Put(t.Context(), "a/k", strings.NewReader("old"), 3); err != nil {
		t.Fatal(err)
	}
	s.FailWrites(1000, fmt.Errorf("write: %w", syscall.ENOSPC))
	for _, key := range []string{"a/k", "a/new"} {
		if err := s.Put(t.Context(), key, bytes.NewReader(make([]byte, 2000)), 2000); !errors.Is(err, blob.ErrUnavailable) {
			t.Errorf("Put(%q) = %v", key, err)
		}
	}
	entries, err := os.ReadDir(filepath.Join(dir, "a"))
	if err != nil || len(entries) != 1 {
		t.Errorf("left in the folder: %v, %v", entries, err)
	}
	if b, err := os.ReadFile(s.LocalPath("a/k")); string(b) != "old" || err != nil {
		t.Errorf("the key holds %q, %v", b, err)
	}
}

func TestDiskOpensFiles(t *testing.T) {
	s := blob.NewDisk(t.TempDir())
	if err := s.Put(t.Context(), "k", strings.NewReader("x"), 1); err != nil {
		t.Fatal(err)
	}
	o, err := s.Open(t.Context(), "k")
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if _, ok := o.ReadSeekCloser.(*os.File); !ok {
		t.Errorf("the reader is a %T, which the kernel cannot send", o.ReadSeekCloser)
	}
	if info, err := os.Stat(s.LocalPath("k")); err != nil || info.Mode().Perm()&0o007 != 0 {
		t.Errorf("other users can read the file: %v, %v", info.Mode(), err)
	}
}

func TestSweepTakesOnlyOldParts(t *testing.T) {
	dir := t.TempDir()
	s := blob.NewDisk(dir)
	for _, name := range []string{".sonora-part-old", ".sonora-part-new", "kept"} {
		write(t, filepath.Join(dir, "a", name), "x")
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(filepath.Join(dir, "a", ".sonora-part-old"), old, old); err != nil {
		t.Fatal(err)
	}
	if got := list(t, s, ""); !slices.Equal(got, []string{"a/kept"}) {
		t.Errorf("List = %q", got)
	}
	if err := s.Sweep(t.Context(), time.Now().Add(-time.Minute)); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Join(dir, "a"))
	if err != nil || len(entries) != 2 {
		t.Errorf("left: %v, %v", entries, err)
	}
}

func BenchmarkDiskPut(b *testing.B) {
	const size = 64 << 20
	source := filepath.Join(b.TempDir(), "source")
	if err := os.WriteFile(source, bytes.Repeat([]byte("0123456789abcdef"), size/16), 0o600); err != nil {
		b.Fatal(err)
	}
	s := blob.NewDisk(b.TempDir())
	b.SetBytes(size)
	for b.Loop() {
		f, err := os.Open(source)
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Put(b.Context(), "k", struct{ io.Reader }{f}, size); err != nil {
			b.Fatal(err)
		}
		f.Close()
	}
}

func BenchmarkDiskGet(b *testing.B) {
	const size = 64 << 20
	s := blob.NewDisk(b.TempDir())
	if err := s.Put(b.Context(), "k", bytes.NewReader(make([]byte, size)), size); err != nil {
		b.Fatal(err)
	}
	buf := make([]byte, 1<<20)
	b.SetBytes(size)
	for b.Loop() {
		o, err := s.Open(b.Context(), "k")
		if err != nil {
			b.Fatal(err)
		}
		if _, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{o}, buf); err != nil {
			b.Fatal(err)
		}
		o.Close()
	}
}
