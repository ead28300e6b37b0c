package tag

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestReadExtra(t *testing.T) {
	flacFile, _ := rewritten(t, []byte(readSample(t, "sine.flac")), Change{Fields: map[string][]string{"SERATO_BEATGRID": {"grid"}}})
	mp4File, _ := rewritten(t, []byte(readSample(t, "sine.m4a")), Change{Fields: map[string][]string{"BPM": {"128.5"}}}) // tmpo has no fractions
	object := "\x00application/octet-stream\x00\x00Serato Markers2\x00\x01\x01\x00x"
	wide := "\x01text/plain\x00\x00\x00\xff\xfea\x00\x00\x00bytes\x00"
	id3 := tagOf(4, 0, frame("TIT2", "\x03Song"), frame("GEOB", object), frame("GEOB", wide), frame("GEOB", "\x00no end"), frame("GEOB", "\x00\x00"))
	for name, test := range map[string]struct {
		content, wanted, want string
	}{
		"an object":                   {id3 + readSample(t, "sine.mp3"), "Serato Markers2", "\x01\x01\x00x"},
		"an object with a wide name":  {id3 + readSample(t, "sine.mp3"), "a", "bytes\x00"},
		"a comment of FLAC":           {string(flacFile), "SERATO_BEATGRID", "grid"},
		"a free-form item of MP4":     {string(mp4File), "BPM", "128.5"},
		"what the file does not have": {string(flacFile), "Serato Markers2", ""},
	} {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, []byte(test.content), 0o600); err != nil {
			t.Fatal(err)
		}
		audio, found, err := ReadExtra(path, func(name string) bool { return name == test.wanted })
		if err != nil || audio.SampleRate == 0 || string(found[test.wanted]) != test.want || len(found) != min(len(test.want), 1) {
			t.Errorf("%s: %q %v", name, found, err)
		}
	}
	if audio := mustRead(t, id3+readSample(t, "sine.mp3")); audio.Tags.Title != "Song" {
		t.Errorf("%+v", audio.Tags)
	}
}

func TestExtraIsBounded(t *testing.T) {
	e := extra{wanted: func(string) bool { return true }}
	content := []byte("content")
	for i := range 2 * maxExtra {
		e.add(string(rune('a'+i)), content)
	}
	content[0] = 'C'
	if len(e.found) != maxExtra || !bytes.Equal(e.found["a"], []byte("content")) {
		t.Errorf("%d, %q", len(e.found), e.found["a"])
	}
}
