package tagging

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"sonora/internal/media/tag"
)

// TestStaleFiles checks that files left by a crash are removed, but not those
// being written.
func TestStaleFiles(t *testing.T) {
	h := newHouse(t, map[string]string{"[odd]*/a.mp3": "sine.mp3"})
	folder := filepath.Join(h.root, "[odd]*")
	stale, fresh := filepath.Join(folder, tempPrefix+"1"+tempSuffix), filepath.Join(folder, tempPrefix+"2"+tempSuffix)
	for _, name := range []string{stale, fresh} {
		if err := os.WriteFile(name, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	old := time.Now().Add(-2 * staleTemp)
	if err := os.Chtimes(stale, old, old); err != nil {
		t.Fatal(err)
	}
	h.scan() // the scan skips them
	if n := h.library.Status().Problems; n != 0 {
		t.Errorf("%d problems", n)
	}
	h.change(h.id("[odd]*/a.mp3"), Edit{Title: new("New")})
	if _, err := os.Stat(stale); err == nil {
		t.Error("the stale file is still there")
	}
	if _, err := os.Stat(fresh); err != nil {
		t.Error(err)
	}
}

// TestNewTime checks that every change advances the modification time of a
// file, however quick it is.
func TestNewTime(t *testing.T) {
	h := newHouse(t, map[string]string{"a.mp3": "sine.mp3"})
	future := time.Now().Add(48 * time.Hour).Truncate(time.Second)
	if err := os.Chtimes(h.path("a.mp3"), future, future); err != nil {
		t.Fatal(err)
	}
	h.scan()
	h.disk.rename = func(from, to string) error {
		if info, err := os.Stat(from); err != nil || info.ModTime().Equal(future) {
			t.Errorf("%v %v", info, err)
		}
		return os.Rename(from, to)
	}
	h.change(h.id("a.mp3"), Edit{Title: new("New")})
	h.scan()
	if n := h.library.Status().Updated; n != 0 {
		t.Errorf("a scan updated %d", n)
	}
}

// BenchmarkChange writes the tags of a 30 MB song.
func BenchmarkChange(b *testing.B) {
	song := make([]byte, 44, 44+30<<20)
	copy(song, "RIFF\x24\x00\xe0\x01WAVEfmt \x10\x00\x00\x00\x01\x00\x02\x00\x44\xac\x00\x00\x10\xb1\x02\x00\x04\x00\x10\x00data\x00\x00\xe0\x01")
	song = append(song, make([]byte, 30<<20)...)
	path := filepath.Join(b.TempDir(), "song.wav")
	if err := os.WriteFile(path, song, 0o600); err != nil {
		b.Fatal(err)
	}
	d := realDisk()
	for b.Loop() {
		info, err := os.Stat(path)
		if err != nil {
			b.Fatal(err)
		}
		r, err := d.prepare(path, info.Size(), info.ModTime().UnixNano(), tag.Change{Fields: map[string][]string{"TITLE": {"New"}}})
		if err != nil {
			b.Fatal(err)
		}
		if err := r.commit(); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(30 << 20)
}
