package tag

import (
	"bytes"
	"encoding/json"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sonora/internal/codec/id3"
)

// TestChapters writes chapters into every format, in one go and through a reader
// that seeks, and replaces them.
func TestChapters(t *testing.T) {
	second := time.Second
	list := []Chapter{{0, second / 4, "Ana – Night Ferry"}, {second / 4, second, "Marta – Breakwater"}}
	for _, name := range writable {
		t.Run(name, func(t *testing.T) {
			before := []byte(readSample(t, name))
			c := Change{Fields: map[string][]string{"TITLE": {"Set"}}, Chapters: list}
			out, _ := rewritten(t, before, c)
			sameSound(t, before, out)
			r, err := Rewrite(bytes.NewReader(before), int64(len(before)), c)
			if err != nil {
				t.Fatal(err)
			}
			for _, at := range []int64{0, 1, r.Size / 2, r.Size - 1, r.Size, r.Size + 5} {
				if _, err := r.Seek(at, io.SeekStart); err != nil {
					t.Fatal(err)
				}
				got, err := io.ReadAll(r)
				if err != nil || !bytes.Equal(got, out[min(at, r.Size):]) {
					t.Errorf("from %d: %d bytes of %d, %v", at, len(got), r.Size-at, err)
				}
			}
			chapters(t, name, out, list)
			again, _ := rewritten(t, out, Change{Chapters: list[:1]})
			chapters(t, name, again, list[:1])
			kept, _ := rewritten(t, out, Change{Fields: map[string][]string{"ALBUM": {"A"}}})
			chapters(t, name, kept, list)
			none, _ := rewritten(t, out, Change{Chapters: []Chapter{}})
			chapters(t, name, none, nil)
		})
	}
}

// chapters compares the chapters of a file with what ffprobe finds. It knows none
// of WAV, AIFF and ADTS.
func chapters(t *testing.T, name string, file []byte, want []Chapter) {
	t.Helper()
	if slices.Contains([]string{".wav", ".aiff", ".aac"}, filepath.Ext(name)) {
		return
	}
	if filepath.Ext(name) == ".mp3" {
		var got []Chapter
		for _, c := range id3.Chapters(bytes.Clone(file), MaxChapters) {
			got = append(got, Chapter{time.Duration(c.Start) * time.Millisecond, time.Duration(c.End) * time.Millisecond, c.Title})
		}
		if !slices.Equal(got, want) {
			t.Errorf("frames: %v", got)
		}
	}
	b, err := exec.CommandContext(t.Context(), "ffprobe", "-v", "error", "-show_chapters", "-of", "json", tempFile(t, file)).Output()
	if err != nil {
		t.Fatal(err)
	}
	var found struct {
		Chapters []struct {
			Start string `json:"start_time"`
			Tags  struct{ Title string }
		}
	}
	if err := json.Unmarshal(b, &found); err != nil {
		t.Fatal(err)
	}
	if len(found.Chapters) != len(want) {
		t.Fatalf("%d chapters: %s", len(found.Chapters), b)
	}
	for i, c := range found.Chapters {
		if c.Tags.Title != want[i].Title || c.Start != map[int]string{0: "0.000000", 1: "0.250000"}[i] {
			t.Errorf("chapter %d: %+v", i, c)
		}
	}
}

func TestShortenedChapterTitles(t *testing.T) {
	for text, want := range map[string]string{"abc": "abc", "abcde": "abcd", "abcé": "abc"} {
		if got := shortened(text, 4); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
