package mix

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"sonora/internal/codec/id3"
	"sonora/internal/djmix"
	"sonora/internal/music"
)

// TestDownloadsSayWhatTheyAre describes an MP3 file, twice, and a file that has no
// room for it.
func TestDownloadsSayWhatTheyAre(t *testing.T) {
	sound, err := os.ReadFile("../media/testdata/sine.mp3")
	must(t, err)
	d := &djmix.Detail{Mix: music.Mix{Title: "Set", DJName: "Ana", Duration: time.Second}, Tracklist: []djmix.Entry{{Title: "One"}, {Seconds: 0.5, Artist: "Ben", Title: "Two"}}}
	describe := func(src string) ([]byte, string) {
		t.Helper()
		file, size, version, err := Described(d, struct{ io.ReadSeeker }{strings.NewReader(src)}, int64(len(src)))
		must(t, err)
		b, err := io.ReadAll(file)
		must(t, err)
		if int64(len(b)) != size {
			t.Errorf("%d bytes instead of %d", len(b), size)
		}
		return b, version
	}
	file, version := describe(string(sound))
	want := []id3.Chapter{{Start: 0, End: 500, Title: "One"}, {Start: 500, End: 1000, Title: "Ben – Two"}}
	if got := id3.Chapters(bytes.Clone(file), 10); !slices.Equal(got, want) {
		t.Errorf("chapters: %v", got)
	}
	if !bytes.HasSuffix(file, sound[len(sound)-4000:]) {
		t.Error("the sound is not the same")
	}
	d.Tracklist[1].Seconds = 0.6
	if _, other := describe(string(sound)); other == version {
		t.Error("another tracklist has the same version")
	}
	if file, version := describe("no music"); string(file) != "no music" || version != "" {
		t.Errorf("no music: %q, version %q", file, version)
	}
}
