package playout

import (
	"math"
	"sync"
	"time"

	"sonora/internal/codec/mpeg"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/radio/mix"
)

const (
	// minAlike is the number of consecutive frames that two encoders must have
	// encoded from the same sound before one can continue the other: 0.3 s.
	// This skips an encoder's first frames, which are of lower quality, and is
	// farther than a frame can refer back.
	minAlike = 12
	// maxCompared is the number of compared frames after which an encoder
	// counts as permanently different: 20 seconds.
	maxCompared = 20 * mix.Rate / mix.FrameGrid

	frameTime = mix.FrameGrid * time.Second / mix.Rate
)

// splicer makes the frames of the main format: with an encoder while something
// changes, and otherwise from the bodies of songs, which were encoded once. It
// changes from one to the other only at a seam: a place where both have encoded
// the same sound with the same windows, so that the overlapping halves of their
// frames add up to that sound.
type splicer struct {
	out     *output // out.encoder is nil while the body is sent
	mixer   Mixer
	start   func() *encoding
	closing sync.WaitGroup

	body  mix.Body       // the body that is sent or compared; nil for none
	began int64          // position at which the body begins, on the mixer's clock
	next  int64          // position of the next frame to be sent from the body
	first []byte         // that frame, joined to the encoder's last one; nil for the body's own frame
	last  []byte         // the body's last frame, if it is not sent yet; nil otherwise
	ready *encoding      // the encoder that is to continue the body; nil for none
	held  *encoded       // the first frame of ready that is not sent yet
	got   int64          // position of the last frame of ready
	store mpeg.Reservoir // sound to which the next frame of the body, or of the ready encoder, may refer back

	alike      int      // consecutive frames of the same sound
	isSeam     bool     // whether the stream may change at the frames that were compared last
	isHeldSeam bool     // isSeam of the frames before the held one
	compared   int      // compared frames of this body
	refused    mix.Body // a body that an encoder never matched

	restarts, lost int64 // of encoders that have ended
}

// isSending reports whether frames come from a body.
func (s *splicer) isSending() bool { return s.out.encoder == nil }

// maxLag is how far the next frame to send may be behind the mixer's clock
// before a station that can wait should wait.
const maxLag = mix.Rate

// isLate reports whether the encoder that is to continue a body, or the store
// of the body, is slow.
func (s *splicer) isLate(clock int64) bool {
	switch {
	case s.ready != nil:
		return clock-s.got > maxLag
	case s.isSending():
		return clock-s.next > maxLag && s.body.Err() == nil
	}
	return false
}

// hear passes a block of sound on to the encoders.
func (s *splicer) hear(block []float32, at int64, live *hub.Live) {
	if !s.isSending() {
		s.out.encoder.write(block, at, live)
		return
	}
	if s.ready == nil {
		s.ready, s.alike, s.isSeam, s.got, s.store = s.start(), 0, false, at, mpeg.Reservoir{}
	}
	s.ready.write(block, at, live)
}

// follow sends the frames that are due at a position of the mixer's clock.
// mayPass says whether the mixer may pass over the sound, because nothing else
// needs it.
func (s *splicer) follow(clock int64, mayPass bool) {
	if !mayPass || s.body != nil && s.body.Err() != nil {
		s.mixer.Wake()
	}
	for !s.isSending() {
		f, ok := s.out.encoder.take()
		if !ok {
			return
		}
		passes := mayPass && s.findSeam(&f)
		s.out.writer.SetLive(f.live)
		s.out.write(f.Frame)
		if passes {
			s.pass(f.at + mix.FrameGrid)
		}
	}
	s.send(clock)
}

// findSeam reports whether the body of the current song can continue after an
// encoded frame, and joins them.
func (s *splicer) findSeam(f *encoded) bool {
	steady, ok := s.mixer.Steady()
	if !ok || f.at == unknown || steady.Body == s.refused || steady.Body.Err() != nil {
		s.body, s.alike, s.compared = nil, 0, 0
		return false
	}
	if s.body != steady.Body || s.began != steady.Began {
		s.body, s.began, s.alike, s.compared = steady.Body, steady.Began, 0, 0
	}
	if s.compared++; s.compared > maxCompared {
		s.refused = s.body
	}
	data := s.compare(f)
	s.store.Add(data)
	if !s.isSeam {
		return false
	}
	next, err := s.frame(f.at + mix.FrameGrid)
	if err != nil || next == nil {
		return false
	}
	last, first, ok := s.store.Join(f.Data, next)
	if ok {
		f.Data, s.first = last, first
	}
	return ok
}

// compare finds out whether the streams may change after an encoded frame. It
// returns the body's frame at the same position.
func (s *splicer) compare(f *encoded) (data []byte) {
	s.isSeam = false
	data, err := s.frame(f.at)
	if err != nil || data == nil {
		s.alike = 0
		return nil
	}
	if ours := s.body.Print(s.number(f.at)); !ours.IsLike(&f.print) {
		s.alike = 0
		return data
	}
	s.alike++
	_, theirs, isOK := mpeg.ParseSide(f.Data)
	_, ours, ok := mpeg.ParseSide(data)
	s.isSeam = isOK && ok && s.alike >= minAlike && ours.Windows == theirs.Windows
	return data
}

// number returns the number of the body's frame at a position.
func (s *splicer) number(at int64) int64 { return (at - s.began) / mix.FrameGrid }

// frame returns the body's frame at a position; nil while it is being read.
func (s *splicer) frame(at int64) ([]byte, error) {
	return s.body.Frame(s.number(at))
}

// pass sends the body from a position on.
func (s *splicer) pass(at int64) {
	s.mixer.Pass()
	s.out.writer.SetLive(nil)
	s.restarts, s.lost = s.restarts+s.out.encoder.restarts.Load(), s.lost+s.out.encoder.lost.Load()
	s.closing.Go(s.out.encoder.close)
	s.out.encoder, s.next, s.alike, s.isSeam = nil, at, 0, false
}

// send sends the body's frames that are due, and lets the ready encoder
// continue the body at a seam.
func (s *splicer) send(clock int64) {
	for s.ready != nil && s.hold() {
		at, isShadow := s.held.at, s.isWaiting()
		if isShadow && at > s.next {
			s.sendBody(min(clock, at))
		}
		switch {
		case at == unknown && isShadow || at != unknown && at < s.next:
			s.drop() // the body's frame was sent
		case at > s.next && isShadow:
			return // earlier frames of the body are still to be sent
		case isShadow && (!s.isHeldSeam || !s.join()):
			s.drop() // the body's frame is sent instead
		default: // a seam; or the sound is changing, and there will be no better moment
			s.takeOver(isShadow)
			return
		}
	}
	if s.ready == nil || s.alike < minAlike && s.mixer.IsShadow() {
		s.sendBody(clock)
	}
}

// isWaiting reports whether the body can still be sent while an encoder does
// not make the same frames yet.
func (s *splicer) isWaiting() bool {
	if _, err := s.frame(s.next); err != nil {
		return false
	}
	return s.mixer.IsShadow()
}

// hold takes a frame of the ready encoder, unless one is held already. It
// reports whether a frame is held.
func (s *splicer) hold() bool {
	if s.held != nil {
		return true
	}
	f, ok := s.ready.take()
	if !ok {
		return false
	}
	s.held, s.isHeldSeam = &f, s.isSeam
	if f.at == unknown {
		s.alike, s.isSeam = 0, false
	} else {
		s.got = f.at
		s.compare(&f)
	}
	return true
}

// drop drops the held frame, so that the next frame of the ready encoder
// follows.
func (s *splicer) drop() {
	s.store.Add(s.held.Data)
	s.held = nil
}

// join joins the held frame to the body's last one. It reports whether there is
// enough room.
func (s *splicer) join() bool {
	last, next, ok := s.store.Join(s.last, s.held.Data)
	if ok {
		s.last, s.held.Data = last, next
	}
	return ok
}

// takeOver makes the ready encoder the output's, beginning with the held frame.
func (s *splicer) takeOver(isJoined bool) {
	if !isJoined && !s.join() {
		s.held.Data = mpeg.Mute(s.held.Data)
	}
	s.flush()
	s.out.writer.SetLive(s.held.live)
	s.out.write(s.held.Frame)
	s.out.encoder, s.ready, s.held, s.body, s.alike = s.ready, nil, nil, nil, 0
	s.mixer.Free()
}

// flush sends the body's last frame.
func (s *splicer) flush() {
	if s.last == nil {
		return
	}
	s.out.write(frame.Frame{Data: s.last, Duration: frameTime, Rate: mix.Rate, Channels: mix.Channels, Key: true})
	s.last = nil
}

// sendBody sends the body's frames that end at or before a position, except the
// last one: an encoder's frame may have to be joined to it.
func (s *splicer) sendBody(until int64) {
	for s.next+mix.FrameGrid <= until {
		data, err := s.frame(s.next)
		if err != nil {
			s.mixer.Wake()
			return
		}
		if data == nil {
			return
		}
		if s.first != nil {
			data, s.first = s.first, nil
		}
		s.flush()
		s.last = data
		s.next += mix.FrameGrid
	}
}

// level returns the level of the body in the second at a position, in dBFS.
func (s *splicer) level(at int64) float64 {
	seconds := s.body.Outline().Seconds
	second := int((at - s.began) / mix.Rate)
	if second < 0 || second >= len(seconds) {
		return math.Inf(-1)
	}
	return float64(seconds[second])
}

// again restarts the encoder, after the bitrate changed.
func (s *splicer) again() {
	if s.isSending() {
		s.mixer.Wake()
		return
	}
	s.out.encoder.close()
	s.out.encoder = s.start()
}

func (s *splicer) close() {
	if s.ready != nil {
		s.ready.close()
		s.ready, s.held = nil, nil
	}
	s.flush()
	s.closing.Wait()
}
