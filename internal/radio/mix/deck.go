package mix

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"sonora/internal/media/ffmpeg"
)

const (
	deckBuffer = 15 * time.Second // sound decoded ahead: longer than the longest crossfade
	loadTime   = 20 * time.Second // time until a deck that is not ready is given up,
	minReady   = 2 * time.Second  // unless this much is decoded: a machine that is slow for a moment still plays
)

// deck decodes one item ahead of time. Its frames are counted from its cue-in.
type deck struct {
	item    *Item
	path    string // path of the file on this machine
	sound   ffmpeg.Sound
	spool   atomic.Pointer[spool] // replaced when the deck is heard again after it was passed over
	again   atomic.Pointer[spool] // the replacement, until Read takes it
	levels  levels
	gain    float32
	start   float64       // position of its first frame in the file, s
	length  int64         // approximate number of frames, until the decoder has ended
	total   atomic.Int64  // exact number of frames; 0 until the decoder has ended
	played  atomic.Int64  // frames consumed
	filled  chan struct{} // closed when the ring is full for the first time, or holds everything
	release func()
	speed   *varispeed  // nil for the deck's own speed; used only by Read
	isBent  atomic.Bool // whether speed is set
	encoded Encoded     // nil if the item is never encoded as a whole
	body    atomic.Pointer[Body]
}

var (
	// ErrSilent is the error of an item without audible sound.
	ErrSilent = errors.New("it is silent")
	// ErrSlow is the error of an item that is not decoded in time.
	ErrSlow = errors.New("it takes too long to read")
)

// spool is a decoder and the sound that it has decoded ahead.
type spool struct {
	ring   *Ring
	from   int64         // frame of the deck that it begins with
	done   chan struct{} // closed when the decoder has ended
	err    error         // of the decoder; valid after done
	cancel context.CancelFunc
}

func (m *Mixer) newSpool(from int64) (*spool, context.Context) {
	s := &spool{ring: m.takeRing(), from: from, done: make(chan struct{})}
	var ctx context.Context
	ctx, s.cancel = context.WithCancel(m.ctx)
	return s, ctx
}

// ring returns the sound that is decoded ahead.
func (d *deck) ring() *Ring {
	if s := d.spool.Load(); s != nil {
		return s.ring
	}
	return noRing // the deck is passed over
}

// noRing is empty and closed.
var noRing = func() *Ring {
	r := NewRing(BlockTime)
	r.Close()
	return r
}()

var errEmpty = errors.New("it holds no sound")

// load prepares an item.
func (m *Mixer) load(ctx context.Context, item *Item) (*deck, error) {
	path, release := item.Path, func() {}
	if item.Open != nil {
		var err error
		if path, release, err = item.Open(ctx); err != nil {
			return nil, fmt.Errorf("open: %w", err)
		}
	}
	d, err := m.decode(ctx, item, path)
	if err != nil {
		release()
		return nil, err
	}
	d.release = release
	if err := d.wait(ctx); err != nil {
		m.drop(d)
		return nil, err
	}
	return d, nil
}

// wait waits until the deck can be played.
func (d *deck) wait(ctx context.Context) error {
	timer := time.NewTimer(loadTime)
	defer timer.Stop()
	select {
	case <-d.filled:
	case <-timer.C:
		if d.ring().Buffered() < minReady {
			return ErrSlow
		}
	case <-ctx.Done():
		return ctx.Err()
	}
	s := d.spool.Load()
	if s.ring.Len() > 0 {
		return nil
	}
	<-s.done
	return cmp.Or(s.err, errEmpty)
}

func (m *Mixer) decode(ctx context.Context, item *Item, path string) (*deck, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	sound, err := ffmpeg.Probe(path)
	if err != nil {
		return nil, err
	}
	d := &deck{item: item, path: path, sound: sound, filled: make(chan struct{}), release: func() {}}
	d.gain = m.gainOf(ctx, item, sound, info)
	end := d.cue(item, sound.Audio.Duration.Seconds())
	d.length = frames(end - d.start)
	if d.length <= 0 {
		return nil, errEmpty
	}
	d.encoded = m.encodedOf(d, end)
	s, decoding := m.newSpool(0)
	d.spool.Store(s)
	m.decoders.Go(func() { d.run(decoding, m, s, end) })
	return d, nil
}

// cue sets where an item begins and ends in its file. If its silence is
// unknown, the decoder finds it.
func (d *deck) cue(item *Item, seconds float64) (end float64) {
	end = seconds
	if s := item.Sound; s != nil {
		d.start = s.SoundStart
		if s.SoundEnd > d.start {
			end = s.SoundEnd
		}
	}
	if item.CueIn > 0 {
		d.start = item.CueIn
	}
	if item.CueOut > d.start {
		end = item.CueOut
	}
	return end
}

func (m *Mixer) gainOf(ctx context.Context, item *Item, sound ffmpeg.Sound, info os.FileInfo) float32 {
	if item.GainDB != nil {
		return linear(max(minGain, min(*item.GainDB, maxGain)))
	}
	target := m.options.Load().Loudness
	if s := item.Sound; s != nil {
		return linear(gainTo(target, s.Loudness, s.TruePeak))
	}
	l, err := m.measured.of(ctx, m.ffmpeg, sound, info)
	switch {
	case l != nil:
		return linear(gainTo(target, l.Integrated, l.TruePeak))
	case err != nil && ctx.Err() == nil:
		m.log.Warn("measure loudness failed", "track", item.TrackID, "error", err)
	}
	return 1
}

// run decodes the whole item.
func (d *deck) run(ctx context.Context, m *Mixer, s *spool, end float64) {
	defer close(s.done)
	w := newDeckWriter(d.item, d.sound, d.start, end)
	w.write = func(block []float32) error {
		d.levels.add(block)
		if s.ring.Len()+len(block) > len(s.ring.samples) {
			d.fill()
		}
		return s.ring.Write(ctx, block)
	}
	err := decodeFile(ctx, m.ffmpeg, d.path, d.sound.Demuxer, d.sound.Audio.Duration, 0, w.hear)
	if err = errors.Join(err, w.flush()); err == nil && w.seeking && w.first > 0 {
		err = ErrSilent
	}
	if ctx.Err() == nil || d.total.Load() == 0 {
		d.total.Store(max(1, min(s.ring.written.Load()/Channels, d.levels.end())))
	}
	s.end(ctx, err)
	d.fill()
	m.poke()
}

// end records how a decoder ended.
func (s *spool) end(ctx context.Context, err error) {
	s.ring.Close()
	if err != nil && ctx.Err() == nil && !errors.Is(err, context.Canceled) {
		s.err = err
	}
}

// fill signals that the ring was full once.
func (d *deck) fill() {
	select {
	case <-d.filled:
	default:
		close(d.filled)
	}
}

// deckWriter passes on decoded sound without the parts before the cue-in and
// after the cue-out, and without long silence.
type deckWriter struct {
	write   func(block []float32) error
	skip    int64 // samples before the cue-in
	left    int64 // samples until the cue-out
	seeking bool  // until the first audible sound
	first   int64 // samples dropped before the first that was written
	quiet   int64 // samples of silence in a row
	paused  bool  // silence inside was dropped
	block   []float32
}

func newDeckWriter(item *Item, sound ffmpeg.Sound, start, end float64) *deckWriter {
	w := &deckWriter{skip: frames(start) * Channels, left: frames(end-start) * Channels}
	if item.CueIn == 0 && item.Sound == nil {
		w.seeking = true
	}
	if item.CueOut == 0 && (item.Sound == nil || end >= sound.Audio.Duration.Seconds()) {
		w.left = 1 << 62 // to the end of the file, whatever its header says
	}
	return w
}

// maxPause is how much silence inside a track is kept, in samples.
const maxPause = 8 * Rate * Channels

func (w *deckWriter) hear(samples []float32) error {
	if w.skip > 0 {
		n := min(w.skip, int64(len(samples)))
		w.skip -= n
		w.first += n
		samples = samples[n:]
	}
	samples = samples[:min(int64(len(samples)), w.left)]
	w.left -= int64(len(samples))
	if w.seeking {
		samples = w.seek(samples)
	}
	for len(samples) > 0 {
		n := min(len(samples), BlockSamples-len(w.block))
		w.block = append(w.block, samples[:n]...)
		samples = samples[n:]
		if len(w.block) == BlockSamples {
			if err := w.flush(); err != nil {
				return err
			}
		}
	}
	if w.left == 0 {
		return errEnough
	}
	return nil
}

// seek drops samples until 5 ms before the first audible one.
func (w *deckWriter) seek(samples []float32) []float32 {
	for i, v := range samples {
		if v > silent || v < -silent {
			w.seeking = false
			n := max(0, i/Channels-declick) * Channels
			w.first += int64(n)
			return samples[n:]
		}
	}
	w.first += int64(len(samples))
	return nil
}

// flush writes the collected block. It keeps only the beginning of silence that
// does not end.
func (w *deckWriter) flush() error {
	if len(w.block) == 0 {
		return nil
	}
	defer func() { w.block = w.block[:0] }()
	if w.isQuiet() && w.quiet > maxPause {
		w.paused = true
		return nil
	}
	return w.write(w.block)
}

func (w *deckWriter) isQuiet() bool {
	for _, v := range w.block {
		if v > silent || v < -silent {
			w.quiet = 0
			return false
		}
	}
	w.quiet += int64(len(w.block))
	return true
}

// end returns the frame after the last one. exact reports that it will not
// change.
func (d *deck) end() (frame int64, exact bool) {
	if total := d.total.Load(); total > 0 {
		return total, true
	}
	return max(d.length, d.played.Load()+1), false
}

// left returns roughly how many frames are still to be played.
func (d *deck) left() int64 {
	end, _ := d.end()
	return max(0, end-d.played.Load())
}

// isEarly reports whether the deck must not begin yet. isOver says whether the
// previous deck is over.
func (d *deck) isEarly(isOver bool) bool {
	return d.item.IsEarly != nil && d.item.IsEarly(isOver)
}

// take reads interleaved samples and returns their number.
func (d *deck) take(out []float32) int {
	if d.speed != nil {
		return d.speed.take(d, out)
	}
	end, exact := d.end()
	if exact {
		out = out[:min(int64(len(out)), max(0, end-d.played.Load())*Channels)]
	}
	n := d.ring().Read(out)
	d.played.Add(int64(n / Channels))
	return n
}

// ended reports whether everything has been played.
func (d *deck) ended() bool {
	end, exact := d.end()
	return exact && d.played.Load() >= end
}

// drop stops a deck that no longer plays and releases its ring, its file and
// its encoded sound.
func (m *Mixer) drop(d *deck) {
	if d.encoded != nil {
		d.encoded.Close()
	}
	d.stop()
	m.decoders.Go(func() {
		for _, s := range []*spool{d.spool.Swap(nil), d.again.Swap(nil)} {
			if s != nil {
				m.endSpool(d, s)
			}
		}
		d.release()
	})
}

// stop stops its decoders.
func (d *deck) stop() {
	for _, s := range []*spool{d.spool.Load(), d.again.Load()} {
		if s != nil {
			s.cancel()
		}
	}
}

// endSpool waits for a stopped decoder to end.
func (m *Mixer) endSpool(d *deck, s *spool) {
	<-s.done
	if s.err != nil {
		m.log.Warn("decode item failed", "id", d.item.ID, "track", d.item.TrackID, "error", s.err)
	}
	m.giveRing(s.ring)
}
