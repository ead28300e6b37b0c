package frame

import (
	"bytes"
	"testing"
	"testing/iotest"
)

// FuzzReader checks that reading ends, that frames are not larger than the
// input, and that they do not depend on how the input arrives.
func FuzzReader(f *testing.F) {
	for _, stream := range streams() {
		f.Add(stream.bytes[:min(len(stream.bytes), 4000)])
	}
	f.Add(append([]byte("ID3\x04\x00\x40\x00\x00\x00\x20\x00\x00\x00\x06\x00\x00TIT2\x00\x00\x00\x03\x00\x01\x03A\x00"), flat(mp3Frames(4, 1))...))
	f.Add(flat(mp3Frames(6, 3, 0xff, 0xfb, 0x00, 0x64)))
	f.Add(webmStream(3, 1, "V_VP8"))
	f.Fuzz(func(t *testing.T, b []byte) {
		whole, err := read(t, NewReader(bytes.NewReader(b), ""))
		if n := len(data(whole)); n > 3*len(b) { // our clusters have headers of their own
			t.Fatalf("%d bytes out of %d", n, len(b))
		}
		pieces, err2 := read(t, NewReader(iotest.HalfReader(bytes.NewReader(b)), ""))
		if !bytes.Equal(data(whole), data(pieces)) || (err == nil) != (err2 == nil) {
			t.Fatalf("%d frames whole, %d in pieces; %v, %v", len(whole), len(pieces), err, err2)
		}
		for _, f := range whole {
			if f.Duration < 0 || f.Rate <= 0 || len(f.Header) > maxHeader {
				t.Fatalf("%+v", f)
			}
			Silence(f, MP3, 1)
			Silence(f, AAC, 1)
		}
	})
}
