package playout

import (
	"io"
	"sync/atomic"

	"sonora/internal/radio/frame"
	"sonora/internal/station"
)

// stream reads a queue as bytes for one decoder. It ends where the format
// changes; another decoder continues from there.
type stream struct {
	queue    *sourceQueue
	titled   func(station.StreamTitle)
	ahead    *queued // the first frame, if the previous decoder read it already
	other    *queued // the first frame of the next format
	isOver   bool    // whether the source ended
	isLeft   atomic.Bool
	codec    frame.Codec
	rate     int
	channels int // number of channels
	streams  int // number of logical streams
	rest     []byte
}

// Read implements io.Reader.
func (s *stream) Read(p []byte) (int, error) {
	for len(s.rest) == 0 {
		item, ok := s.next()
		if !ok {
			return 0, io.EOF
		}
		if s.isOther(item) {
			s.other = &item
			return 0, io.EOF
		}
		s.take(item)
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

func (s *stream) next() (queued, bool) {
	if item := s.ahead; item != nil {
		s.ahead = nil
		return *item, true
	}
	if s.other != nil || s.isOver || s.isLeft.Load() {
		return queued{}, false
	}
	item, ok := s.queue.wait()
	s.isOver = !ok
	return item, ok
}

// leave ends the reads of a decoder that has stopped.
func (s *stream) leave() { s.isLeft.Store(true) }

// isOther reports whether a frame starts another format.
func (s *stream) isOther(item queued) bool {
	return s.codec != frame.NoCodec && item.codec != frame.NoCodec && item.codec != s.codec ||
		len(item.Header) > 0 && s.streams > 0 ||
		item.Rate != 0 && s.rate != 0 && (item.Rate != s.rate || item.Channels != s.channels)
}

func (s *stream) take(item queued) {
	if item.title != nil {
		s.titled(*item.title)
	}
	if len(item.Header) > 0 {
		s.streams++
	}
	if item.codec != frame.NoCodec {
		s.codec = item.codec
	}
	if item.Rate != 0 {
		s.rate, s.channels = item.Rate, item.Channels
	}
	s.rest = item.Data
	if len(item.Header) > 0 {
		s.rest = append(append([]byte(nil), item.Header...), item.Data...)
	}
}
