package vorbis

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestReadsWhatItWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		comments := rapid.SliceOf(rapid.SliceOf(rapid.Byte())).Draw(t, "comments")
		b := Block(rapid.SliceOf(rapid.Byte()).Draw(t, "vendor"), comments)
		if got := slices.Collect(Comments(b)); !slices.EqualFunc(got, comments, bytes.Equal) {
			t.Fatalf("%q became %q", comments, got)
		}
		cut := b[:rapid.IntRange(0, len(b)).Draw(t, "cut")]
		got := slices.Collect(Comments(cut))
		if len(got) > len(comments) || !slices.EqualFunc(got, comments[:len(got)], bytes.Equal) {
			t.Fatalf("%q, cut, became %q", comments, got)
		}
	})
}

func TestHead(t *testing.T) {
	b := append([]byte("\x01vorbis\x00\x00\x00\x00\x02\x44\xac\x00\x00"), make([]byte, 12)...)
	b = append(b, 0xb8, 1)
	if h, ok := ParseHead(b); !ok || h != (Head{Channels: 2, Rate: 44100, Short: 256, Long: 2048}) {
		t.Errorf("%+v %v", h, ok)
	}
	// The library used to accept these, which section 4.2.2 forbids.
	for at, what := range map[int]string{11: "channels", 12: "a rate"} {
		bad := bytes.Clone(b)
		clear(bad[at : at+1+at%11*2])
		if _, ok := ParseHead(bad); ok {
			t.Errorf("a stream without %s", what)
		}
	}
}

func FuzzComments(f *testing.F) {
	f.Add(Block([]byte("x"), [][]byte{[]byte("TITLE=a")}))
	f.Fuzz(func(t *testing.T, b []byte) {
		n := 0
		for c := range Comments(b) {
			n += 4 + len(c)
		}
		if n > len(b) {
			t.Errorf("%d bytes of comments in %d", n, len(b))
		}
		ParseHead(b)
	})
}
