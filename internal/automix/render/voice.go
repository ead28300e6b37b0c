package render

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os/exec"
	"strconv"
	"strings"

	"sonora/internal/automix/plan"
	"sonora/internal/dsp"
	"sonora/internal/media/ffmpeg"
)

const (
	queue = 32 // decoded chunks of 64 kB that may wait
	half  = dsp.SincTaps/2 - 1
)

// voice plays one entry of a plan: it decodes the track from the start of the
// entry and changes its speed as planned.
type voice struct {
	chunks chan []float32
	cancel context.CancelFunc
	done   chan struct{}
	err    error // of the decoder, once done is closed

	window []float32 // decoded stereo samples, beginning half frames before the next frame to play
	isEnd  bool      // the decoder has ended
	place  float64   // position of the next sample between two frames, 0 to 1
	rate   float64
	played float64      // frames of the track played so far
	kept   []float32    // samples to play first, with the gain of the entry
	speeds []plan.Speed // later speeds; their times are frames of the track since its start in the mix
}

// Hear implements ffmpeg.Listener.
func (v *voice) Hear(samples []float32) error {
	v.chunks <- append([]float32(nil), samples...)
	return nil
}

// UnreadableError is the error of a track whose file is gone or cannot be decoded.
type UnreadableError struct {
	Track int // its index in Renderer.Files
	Err   error
}

func (u *UnreadableError) Error() string { return u.Err.Error() }

// Unwrap makes Err visible to errors.Is and errors.As.
func (u *UnreadableError) Unwrap() error { return u.Err }

// unreadable returns err as an UnreadableError, unless the file is not to blame.
func (s *summation) unreadable(track int, err error) error {
	_, isExit := errors.AsType[*exec.ExitError](err)
	if s.ctx.Err() != nil || errors.Is(err, fs.ErrNotExist) || !isExit && !errors.Is(err, errProbe) {
		return err
	}
	return &UnreadableError{track, err}
}

// errProbe marks errors of files that are not understood.
var errProbe = errors.New("read")

// newVoice starts to decode an entry from a file.
func newVoice(ctx context.Context, f *ffmpeg.Runner, path string, e *plan.Entry, idle bool) (*voice, error) {
	sound, err := ffmpeg.Probe(path)
	if err != nil {
		return nil, fmt.Errorf("%w %s: %w", errProbe, path, err)
	}
	sound.Rate, sound.Stereo = plan.Rate, true
	sound.Filter = filter(e, sound.Length())
	ctx, cancel := context.WithCancel(ctx)
	v := &voice{chunks: make(chan []float32, queue), cancel: cancel, done: make(chan struct{}), rate: 1, window: make([]float32, 2*half)}
	if !e.KeyLock {
		v.rate = e.Speeds[0].Rate
		for _, s := range e.Speeds[1:] {
			v.speeds = append(v.speeds, plan.Speed{At: (s.At - e.From) * plan.Rate, Rate: s.Rate})
		}
	}
	go func() {
		defer close(v.done)
		defer close(v.chunks)
		v.err = f.Decode(ctx, []ffmpeg.Sound{sound}, idle, func(int) ffmpeg.Listener { return v })[0]
	}()
	return v, nil
}

// filter returns an ffmpeg filter that cuts the part of an entry out of its
// file and, with key lock, changes its speed. length is the length of the file
// in frames.
func filter(e *plan.Entry, length int64) string {
	from := int64(math.Round(e.From * plan.Rate))
	parts := []string{
		"aresample=" + strconv.Itoa(plan.Rate),
		fmt.Sprintf("atrim=start_sample=%d:end_sample=%d", from, max(from+1, length)), "asetpts=N/SR/TB",
	}
	if e.KeyLock {
		var commands []string
		for _, s := range e.Speeds[1:] {
			commands = append(commands, fmt.Sprintf("%.6f rubberband tempo %.6f", s.At-float64(from)/plan.Rate, s.Rate))
		}
		parts = append(parts, "aformat=channel_layouts=stereo", "asetnsamples=n=1024:p=0")
		if len(commands) > 0 {
			parts = append(parts, "asendcmd=c='"+strings.Join(commands, ";")+"'")
		}
		parts = append(parts, fmt.Sprintf("rubberband=tempo=%.6f:transients=crisp", e.Speeds[0].Rate))
	}
	return strings.Join(parts, ",")
}

// fill decodes until the window holds a number of frames, or the track ends.
func (v *voice) fill(frames int) error {
	for len(v.window) < 2*frames && !v.isEnd {
		chunk, ok := <-v.chunks
		if !ok {
			v.isEnd = true
			v.window = append(v.window, make([]float32, 2*dsp.SincTaps)...)
			return v.err
		}
		v.window = append(v.window, chunk...)
	}
	return nil
}

// read fills a block with the next frames, and with silence after the end of
// the track.
func (v *voice) read(block []float32) error {
	for len(block) > 0 {
		n, err := v.some(block)
		if err != nil {
			return err
		}
		if n == 0 {
			clear(block)
			return nil
		}
		block = block[n:]
	}
	return nil
}

// piece is the number of samples played at a time.
const piece = 4096

// some fills the beginning of a block and returns how many samples it filled; 0 at
// the end of the track.
func (v *voice) some(block []float32) (int, error) {
	if err := v.fill(piece + dsp.SincTaps); err != nil {
		return 0, err
	}
	block = block[:min(len(block), piece)] // half as many frames, so that the window suffices at any speed
	done, at := 0, 0                       // samples; frames of the window
	for done+1 < len(block) && (at+dsp.SincTaps)*2 <= len(v.window) {
		if v.place == 0 && v.rate == 1 {
			n := v.run(block[done:], at)
			done, at = done+2*n, at+n
			if n > 0 {
				continue
			}
		}
		block[done], block[done+1] = dsp.Between(v.window[2*at:2*(at+dsp.SincTaps)], v.place)
		done += 2
		v.place += v.rate
		whole := int(v.place)
		v.place -= float64(whole)
		at += whole
		v.advance(v.rate)
	}
	at = min(at, len(v.window)/2)
	v.window = append(v.window[:0], v.window[2*at:]...)
	return done, nil
}

// run copies frames that need no interpolation, up to the next change of speed,
// and returns their number.
func (v *voice) run(block []float32, at int) int {
	n := min(len(block)/2, len(v.window)/2-at-dsp.SincTaps+1)
	if len(v.speeds) > 0 {
		n = min(n, int(v.speeds[0].At-v.played))
	}
	if n <= 0 {
		return 0
	}
	copy(block[:2*n], v.window[2*(at+half):])
	v.advance(float64(n))
	return n
}

// advance counts frames of the track and sets the speed that applies from
// there.
func (v *voice) advance(frames float64) {
	v.played += frames
	for len(v.speeds) > 0 && v.played >= v.speeds[0].At {
		v.rate, v.speeds = v.speeds[0].Rate, v.speeds[1:]
	}
}

// close stops the decoder.
func (v *voice) close() {
	v.cancel()
	for range v.chunks { // until the decoder has left Hear
	}
	<-v.done
}
