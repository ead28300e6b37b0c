package opus

import (
	"testing"

	"pgregory.net/rapid"
)

func TestReadsWhatItWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := Head{
			Channels: rapid.IntRange(1, 2).Draw(t, "channels"), PreSkip: rapid.IntRange(0, 65535).Draw(t, "skip"),
			InputRate: rapid.IntRange(0, 192000).Draw(t, "rate"), Gain: rapid.IntRange(-32768, 32767).Draw(t, "gain"),
		}
		if got, ok := ParseHead(h.Bytes()); !ok || got != h {
			t.Fatalf("%+v became %+v", h, got)
		}
	})
}

// TestSamples follows RFC 6716, tables 2 to 4: config, code and count determine
// the length.
func TestSamples(t *testing.T) {
	for want, packet := range map[int64][]byte{
		480: {0}, 960: {1 << 3}, 2880: {3 << 3}, 120: {16 << 3}, 1920: {31<<3 | 1}, 2400: {31<<3 | 3, 0}, 5760: {3<<3 | 3, 63}, 240: {28<<3 | 2},
	} {
		if want == 2400 {
			packet, want = []byte{30<<3 | 3, 5}, 5*480
		}
		if got := Samples(packet); got != want {
			t.Errorf("%x: %d samples, want %d", packet, got, want)
		}
	}
}

func FuzzOpus(f *testing.F) {
	f.Add(Head{Channels: 2}.Bytes())
	f.Fuzz(func(t *testing.T, b []byte) {
		if h, ok := ParseHead(b); ok && (h.Channels < 1 || h.PreSkip < 0) {
			t.Errorf("%+v", h)
		}
		if n := Samples(b); n < 0 || n > MaxSamples {
			t.Errorf("%d samples", n)
		}
	})
}
