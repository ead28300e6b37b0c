package adts

import (
	"testing"

	"pgregory.net/rapid"
)

func TestReadsWhatItWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := Header{
			MPEG2: rapid.Bool().Draw(t, "mpeg2"), Profile: rapid.ByteMax(3).Draw(t, "profile"), Rate: rapid.SampledFrom(Rates[:]).Draw(t, "rate"),
			Configuration: rapid.ByteMax(7).Draw(t, "configuration"), Length: rapid.IntRange(HeaderSize+1, MaxFrame).Draw(t, "length"),
			Blocks: rapid.IntRange(1, 4).Draw(t, "blocks"), Fullness: rapid.IntRange(0, 1<<11-1).Draw(t, "fullness"),
		}
		b, ok := h.Bytes()
		if got, parsed := Parse(b[:]); !ok || !parsed || got != h {
			t.Fatalf("%+v became %x and %+v", h, b, got)
		}
	})
}

// A frame must hold more than its header and checksums. The library used to
// accept a frame with only a checksum.
func TestFrameShorterThanItsChecksum(t *testing.T) {
	for length, want := range map[int]bool{7: false, 8: false, 9: false, 10: true} {
		b := []byte{0xff, 0xf0, 0x50, 0x80, byte(length >> 3), byte(length<<5) | 0x1f, 0xfc}
		if _, ok := Parse(b); ok != want {
			t.Errorf("%d bytes with a checksum: %v", length, ok)
		}
	}
	b := []byte{0xff, 0xf0, 0x50, 0x80, 11 >> 3, 11<<5&0xff | 0x1f, 0xfd} // two blocks, the position of the second
	if _, ok := Parse(b); ok {
		t.Error("11 bytes hold no two blocks with checksums")
	}
}

// Fields that decoders ignore may change within a stream. The library used to
// count such frames as missing.
func TestLike(t *testing.T) {
	first, _ := Parse([]byte{0xff, 0xf1, 0x50, 0x80, 0x20, 0x1f, 0xfc})
	for name, c := range map[string]struct {
		b    []byte
		want bool
	}{
		"private": {[]byte{0xff, 0xf1, 0x52, 0x80, 0x20, 0x1f, 0xfc}, true}, "original and home": {[]byte{0xff, 0xf1, 0x50, 0xb0, 0x20, 0x1f, 0xfc}, true},
		"copyright": {[]byte{0xff, 0xf1, 0x50, 0x8c, 0x20, 0x1f, 0xfc}, true}, "rate": {[]byte{0xff, 0xf1, 0x4c, 0x80, 0x20, 0x1f, 0xfc}, false},
		"channels": {[]byte{0xff, 0xf1, 0x50, 0x40, 0x20, 0x1f, 0xfc}, false}, "profile": {[]byte{0xff, 0xf1, 0x10, 0x80, 0x20, 0x1f, 0xfc}, false},
	} {
		if h, ok := Parse(c.b); !ok || h.Like(first) != c.want {
			t.Errorf("%s: %+v", name, h)
		}
	}
}

func FuzzHeader(f *testing.F) {
	f.Add([]byte{0xff, 0xf1, 0x50, 0x80, 0x20, 0x1f, 0xfc})
	f.Fuzz(func(t *testing.T, b []byte) {
		h, ok := Parse(b)
		if ok && (h.Length <= h.Size() || h.Length > MaxFrame || h.Channels() < 1 || h.Channels() > 8 || h.Duration() <= 0) {
			t.Errorf("%+v", h)
		}
	})
}
