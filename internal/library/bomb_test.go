package library_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"runtime"
	"testing"

	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/testkit/fakelib"
)

// TestDecompressionBombsInSongs scans songs whose pictures claim to be larger than
// memory: the songs are found, and the pictures are ignored.
func TestDecompressionBombsInSongs(t *testing.T) {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	plain := newHouse(t, 1)
	for name, side := range map[string]uint32{"a.mp3": 30_000, "b.mp3": 6_000} {
		picture := bytes.Clone(b.Bytes())
		binary.BigEndian.PutUint32(picture[16:], side)
		binary.BigEndian.PutUint32(picture[20:], side)
		binary.BigEndian.PutUint32(picture[29:], crc32.ChecksumIEEE(picture[12:29]))
		fakelib.Write(t, plain.root, name, fakelib.Song{Title: name, Sound: uint64(side), Cover: picture}.MP3())
	}
	h := plain.reopen(t, library.Config{})
	h.scan()
	all := h.tracks()
	if len(all) != 2 {
		t.Fatalf("%d songs", len(all))
	}
	for name, track := range all {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _, err := h.cover(track.Cover, 300, true)
		runtime.ReadMemStats(&after)
		if taken := after.TotalAlloc - before.TotalAlloc; track.Cover == "" || music.CodeOf(err) != music.NotFound || taken > 8<<20 {
			t.Errorf("%s: cover %q, %d kB taken, %v", name, track.Cover, taken>>10, err)
		}
	}
}
