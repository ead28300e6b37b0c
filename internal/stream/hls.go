package stream

import (
	"context"
	"errors"
	"io"
	"time"

	"sonora/internal/codec/adts"
	"sonora/internal/codec/hls"
	"sonora/internal/music"
)

// An HLS playlist lists segments of packed audio (RFC 8216, section 3.4): AAC
// frames after an ID3 tag with their timestamp. All listeners share one
// conversion, from which the segments are cut.
const (
	frameSamples  = adts.BlockSamples
	segmentFrames = 281 // about 6 seconds

	// segmentsAhead is how many segments ahead of the conversion a request may
	// wait. A jump further ahead is converted separately.
	segmentsAhead = 10
	// betweenSegments is how long the conversion continues when no segment is
	// requested.
	betweenSegments = 30 * time.Second
	maxSegment      = segmentFrames * 8192
)

func segmentTime(n int) time.Duration {
	return time.Duration(n) * segmentFrames * frameSamples * time.Second / aacRate
}

// segments returns the number of segments of a track.
func segments(length time.Duration) int {
	one := segmentTime(1)
	return max(int((length+one-1)/one), 1)
}

// Playlist returns the HLS playlist of a track; address returns the URL of each
// segment.
func Playlist(length time.Duration, address func(n int) string) string {
	p := &hls.Playlist{Version: 3, Target: segmentTime(1), IsVOD: true, HasEnded: true}
	last := segments(length) - 1
	for n := range last {
		p.Segments = append(p.Segments, hls.Segment{URI: address(n), Length: segmentTime(1)})
	}
	p.Segments = append(p.Segments, hls.Segment{URI: address(last), Length: length - segmentTime(last)})
	return p.String()
}

// SegmentMIME is the media type of a segment.
const SegmentMIME = "audio/aac"

// Segment returns an HLS segment of a track. The request is for the whole track
// as AAC; length is that of the track.
func (s *Service) Segment(ctx context.Context, r Request, n int, length time.Duration) ([]byte, error) {
	if n < 0 || n >= segments(length) {
		return nil, music.ErrNotFound
	}
	sound, err := s.Open(ctx, r)
	if err != nil {
		return nil, err
	}
	defer sound.closeAfter(betweenSegments)
	frames, err := sound.frames().segment(ctx, sound, n)
	if errors.Is(err, errFar) {
		frames, err = s.jump(ctx, r, n)
	}
	if err != nil {
		return nil, err
	}
	return append(timeTag(n), frames...), nil
}

// jump converts a single segment.
func (s *Service) jump(ctx context.Context, r Request, n int) ([]byte, error) {
	r.Start, r.Length = segmentTime(n), segmentTime(1)
	sound, err := s.Open(ctx, r)
	if err != nil {
		return nil, err
	}
	defer sound.Close()
	return newFrameIndex().segment(ctx, sound, 0)
}

// timeTag returns the tag that begins a segment.
func timeTag(n int) []byte {
	return hls.TimeTag(uint64(n) * segmentFrames * frameSamples * 90_000 / aacRate)
}

// frameIndex is an index of segment starts, as far as the sound was read. All
// listeners share it.
type frameIndex struct {
	busy   chan struct{} // holds a value while somebody reads
	starts []int64       // position of segment n
	next   int64         // position of the frame after those that were read
	frames int
}

var (
	errFar      = errors.New("too far ahead of the conversion")
	errNotADTS  = errors.New("no AAC frame at the expected position")
	errTooLarge = errors.New("segment too large")
)

// segment returns the frames of segment n, and waits for them if they are near.
func (x *frameIndex) segment(ctx context.Context, s *Sound, n int) ([]byte, error) {
	select {
	case x.busy <- struct{}{}:
		defer func() { <-x.busy }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	for x.frames < (n+1)*segmentFrames {
		if !s.has(x.next+adts.HeaderSize) && x.frames < (n-segmentsAhead)*segmentFrames {
			return nil, errFar
		}
		err := x.frame(ctx, s)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	if n >= len(x.starts) {
		return nil, music.ErrNotFound // the track is slightly shorter than its header says
	}
	end := x.next
	if n+1 < len(x.starts) {
		end = x.starts[n+1]
	}
	if end-x.starts[n] > maxSegment {
		return nil, errTooLarge
	}
	b := make([]byte, end-x.starts[n])
	return b, s.readFull(ctx, b, x.starts[n])
}

// frame adds the next frame.
func (x *frameIndex) frame(ctx context.Context, s *Sound) error {
	var header [adts.HeaderSize]byte
	if err := s.readFull(ctx, header[:], x.next); err != nil {
		return err
	}
	h, ok := adts.Parse(header[:])
	if !ok {
		return errNotADTS
	}
	if x.frames%segmentFrames == 0 {
		x.starts = append(x.starts, x.next)
	}
	x.frames++
	x.next += int64(h.Length)
	return nil
}

func newFrameIndex() *frameIndex { return &frameIndex{busy: make(chan struct{}, 1)} }
