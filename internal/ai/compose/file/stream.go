package file

import (
	"io"
	"time"

	"sonora/internal/ai/compose"
	"sonora/internal/ai/compose/mixdown"
)

// Stream writes a piece as a WAV file whose size is known before there is sound, for
// players that play it while it grows. It is longer than the piece: silence fills it
// up.
type Stream struct {
	to     io.Writer
	dither *mixdown.Dither
	pcm    []byte
	size   int64 // bytes of sound
	heard  int64 // bytes of the piece written
}

// bytesPerFrame of 16-bit stereo sound.
const bytesPerFrame = 4

// longestTail is the longest time for which a piece may ring after its score, s.
const longestTail = 6.5

// NewStream returns the stream of a piece. Its sound is that of a Sound of the same
// seed.
func NewStream(to io.Writer, p *compose.Piece) *Stream {
	seconds := p.Score.Seconds(p.Score.End()) + longestTail
	return &Stream{to: to, dither: mixdown.NewDither(p.Plan.Seed), size: int64(seconds*compose.Rate) * bytesPerFrame}
}

// Size returns the number of bytes of the whole file.
func (s *Stream) Size() int64 { return wavHead + s.size }

// Begin writes the head.
func (s *Stream) Begin() error {
	_, err := s.to.Write(pcm16.head(s.size))
	return err
}

// Write adds interleaved samples.
func (s *Stream) Write(samples []float32) error {
	s.pcm = s.dither.Append(s.pcm[:0], samples)
	s.pcm = s.pcm[:min(int64(len(s.pcm)), s.size-s.heard)]
	s.heard += int64(len(s.pcm))
	_, err := s.to.Write(s.pcm)
	return err
}

// Fill fills the rest with silence.
func (s *Stream) Fill() error {
	_, err := io.CopyN(s.to, silence{}, s.size-s.heard)
	return err
}

// Written returns the number of bytes written without the silence.
func (s *Stream) Written() int64 { return wavHead + s.heard }

// Heard returns how much of the piece is written.
func (s *Stream) Heard() time.Duration {
	return time.Duration(s.heard/bytesPerFrame) * time.Second / compose.Rate
}

// Share returns how much of the file is written, 0 to 1.
func (s *Stream) Share() float64 { return float64(s.heard) / float64(s.size) }

// silence is sound without end.
type silence struct{}

// Read implements io.Reader.
func (silence) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
