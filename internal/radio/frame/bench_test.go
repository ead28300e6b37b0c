package frame

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

// BenchmarkReader reads two minutes of each codec.
func BenchmarkReader(b *testing.B) {
	header, frames := flacStream(4600)
	for codec, stream := range map[Codec][]byte{
		MP3: flat(mp3Frames(4600, 1)), AAC: flat(adtsFrames(2000, 1)), Opus: flat(opusStream(7, 1200)),
		FLAC: append(header, flat(frames)...), WebM: webmStream(6000, 2, "A_OPUS"),
	} {
		b.Run(string(codec), func(b *testing.B) {
			b.SetBytes(int64(len(stream)))
			b.ReportAllocs()
			for b.Loop() {
				r := NewReader(bytes.NewReader(stream), "")
				for {
					if _, err := r.Next(); errors.Is(err, io.EOF) {
						break
					} else if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
