package mpeg

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func headers() *rapid.Generator[Header] {
	return rapid.Custom(func(t *rapid.T) Header {
		h := Header{
			Version: rapid.SampledFrom([]Version{MPEG1, MPEG2, MPEG25}).Draw(t, "version"), Layer: rapid.IntRange(2, 3).Draw(t, "layer"),
			Protected: rapid.Bool().Draw(t, "protected"), Padding: rapid.Bool().Draw(t, "padding"), Private: rapid.Bool().Draw(t, "private"),
			Mode: rapid.ByteMax(3).Draw(t, "mode"), Extension: rapid.ByteMax(3).Draw(t, "extension"),
			Copyright: rapid.Bool().Draw(t, "copyright"), Original: rapid.Bool().Draw(t, "original"),
			Emphasis: rapid.SampledFrom([]byte{0, 1, 3}).Draw(t, "emphasis"),
		}
		h.Rate = rapid.SampledFrom(rates[:]).Draw(t, "rate") / h.Version.divisor()
		h.Bitrate = rapid.SampledFrom(h.bitrates()[:]).Draw(t, "bitrate")
		return h
	})
}

func TestReadsWhatItWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := headers().Draw(t, "header")
		b, ok := h.Bytes()
		if got, parsed := Parse(b[:]); !ok || !parsed || got != h {
			t.Fatalf("%+v became %x and %+v", h, b, got)
		}
		if v, ok := VersionOf(h.Rate); !ok || v != h.Version {
			t.Fatalf("%d Hz is of version %d", h.Rate, v)
		}
	})
}

// The reserved values of ISO/IEC 11172-3, 2.4.2.3. The podcast reader used to
// accept the reserved emphasis.
func TestReservedValues(t *testing.T) {
	for name, b := range map[string][]byte{
		"version": {0xff, 0xeb, 0x90, 0}, "layer": {0xff, 0xf9, 0x90, 0}, "layer I": {0xff, 0xff, 0x90, 0},
		"bitrate": {0xff, 0xfb, 0xf0, 0}, "rate": {0xff, 0xfb, 0x9c, 0}, "emphasis": {0xff, 0xfb, 0x90, 2},
	} {
		if h, ok := Parse(b); ok {
			t.Errorf("a reserved %s is read as %+v", name, h)
		}
	}
}

func TestSizes(t *testing.T) {
	for name, c := range map[string]struct {
		b             []byte
		size, samples int
		duration      time.Duration
	}{
		"128 kbit/s":        {[]byte{0xff, 0xfb, 0x90, 0}, 417, 1152, 26122448},
		"with padding":      {[]byte{0xff, 0xfb, 0x92, 0}, 418, 1152, 26122448},
		"layer II":          {[]byte{0xff, 0xfd, 0xa4, 0}, 576, 1152, 24000000},
		"layer II, low":     {[]byte{0xff, 0xf5, 0x84, 0}, 384, 1152, 48000000},
		"MPEG 2":            {[]byte{0xff, 0xf3, 0x80, 0}, 208, 576, 26122448},
		"MPEG 2.5":          {[]byte{0xff, 0xe3, 0x80, 0}, 417, 576, 52244897},
		"free, with 3 more": {[]byte{0xff, 0xfb, 0x02, 0}, 601, 1152, 26122448},
	} {
		h, ok := Parse(c.b)
		if !ok || h.Size(600) != c.size || h.Samples() != c.samples || h.Duration() != c.duration {
			t.Errorf("%s: %+v, %d bytes, %d samples, %v", name, h, h.Size(600), h.Samples(), h.Duration())
		}
	}
}

func TestInfo(t *testing.T) {
	frame := func(at int, text string) []byte {
		b := make([]byte, 417)
		copy(b, []byte{0xff, 0xfb, 0x90, 0})
		copy(b[at:], text)
		return b
	}
	lame := "Info\x00\x00\x00\x03\x00\x00\x00\x64\x00\x00\x9c\x40LAME3.100" + "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x24\x05\x7c"
	for name, c := range map[string]struct {
		b    []byte
		want Info
		ok   bool
	}{
		"LAME":         {frame(36, lame), Info{CBR, 100, 40000, 576, 1404}, true},
		"Xing":         {frame(36, "Xing\x00\x00\x00\x01\x00\x00\x00\x07"), Info{Kind: Xing, Frames: 7}, true},
		"VBRI":         {frame(36, "VBRI\x00\x01\x00\x00\x00\x00\x00\x00\x00\x09\x00\x00\x00\x07"), Info{Kind: VBRI, Frames: 7, Bytes: 9}, true},
		"sound":        {frame(36, "sound"), Info{}, false},
		"at elsewhere": {frame(38, "Xing\x00\x00\x00\x01\x00\x00\x00\x07"), Info{}, false},
		"cut":          {frame(36, lame)[:50], Info{Kind: CBR, Frames: 100}, true},
		"too short":    {frame(36, lame)[:40], Info{}, false},
	} {
		h, _ := Parse(c.b)
		if got, ok := ParseInfo(c.b, h); ok != c.ok || got != c.want {
			t.Errorf("%s: %+v %v", name, got, ok)
		}
		c.b[1] &^= 1 // the position is the same with a checksum
		h, _ = Parse(c.b)
		if got, ok := ParseInfo(c.b, h); ok != c.ok || got != c.want {
			t.Errorf("%s, protected: %+v %v", name, got, ok)
		}
	}
}

func FuzzHeader(f *testing.F) {
	f.Add([]byte{0xff, 0xfb, 0x90, 0x64})
	f.Add(append([]byte{0xff, 0xfb, 0x90, 0, 31: 0}, "    Info\x00\x00\x00\x03"...))
	f.Fuzz(func(t *testing.T, b []byte) {
		h, ok := Parse(b)
		if !ok {
			return
		}
		if again, ok := h.Bytes(); !ok || string(again[:]) != string(b[:HeaderSize]) {
			t.Errorf("%x became %x", b[:HeaderSize], again)
		}
		if h.Size(MaxFreeFrame) > MaxFreeFrame+1 || h.Duration() <= 0 {
			t.Errorf("%+v", h)
		}
		if i, ok := ParseInfo(b, h); ok && (i.Frames < 0 || i.Bytes < 0 || i.Bitrate(h) < 0) {
			t.Errorf("%+v", i)
		}
	})
}

func TestInfoFrameIsRead(t *testing.T) {
	header := []byte{0xff, 0xfb, 0xe4, 0x44} // 320 kbit/s, 48 kHz
	want := Info{Kind: CBR, Frames: 150_001, Bytes: 960 * 150_002, Delay: 576, Padding: 1633}
	b := want.Frame(header, 960)
	h, ok := Parse(b)
	if !ok || h.Size(0) != len(b) || h.Bitrate != 320 || h.Rate != 48_000 {
		t.Fatalf("%+v of %d bytes", h, len(b))
	}
	if got, ok := ParseInfo(b, h); !ok || got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
