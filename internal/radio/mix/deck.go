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
	deckBuffer = 15 * time.Second // decoded ahead: longer than the longest crossfade
	loadTime   = 20 * time.Second // until a deck that is not ready is given up,
	minReady   = 2 * time.Second  // unless this much is there: a machine that is slow for a moment still plays
)

// deck decodes one item ahead of time. Its frames are counted from its cue-in.
type deck struct {
	item    *Item
	ring    *Ring
	levels  levels
	gain    float32
	start   float64       // position of its first frame in the file, s
	length  int64         // approximate number of frames, until the decoder has ended
	total   atomic.Int64  // exact number of frames; 0 until the decoder has ended
	played  atomic.Int64  // frames consumed
	filled  chan struct{} // closed when the ring is full for the first time, or holds everything
	done    chan struct{} // closed when the decoder has ended
	err     error         // of the decoder; valid after done
	cancel  context.CancelFunc
	release func()
	speed   *varispeed  // nil for its own speed; used by Read only
	isBent  atomic.Bool // whether speed is set
}

// ErrSilent is the error of an item without an audible sound.
var ErrSilent = errors.New("it is silent")

var (
	errEmpty = errors.New("it holds no sound")
	errSlow  = errors.New("it takes too long to read")
)

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

// wait returns when the deck can be heard.
func (d *deck) wait(ctx context.Context) error {
	timer := time.NewTimer(loadTime)
	defer timer.Stop()
	select {
	case <-d.filled:
	case <-timer.C:
		if d.ring.Buffered() < minReady {
			return errSlow
		}
	case <-ctx.Done():
		return ctx.Err()
	}
	if d.ring.Len() > 0 {
		return nil
	}
	<-d.done
	return cmp.Or(d.err, errEmpty)
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
	d := &deck{item: item, filled: make(chan struct{}), done: make(chan struct{}), release: func() {}}
	d.gain = m.gainOf(ctx, item, sound, info)
	end := d.cue(item, sound.Audio.Duration.Seconds())
	d.length = frames(end - d.start)
	if d.length <= 0 {
		return nil, errEmpty
	}
	d.ring = m.takeRing()
	ctx, d.cancel = context.WithCancel(m.ctx)
	m.decoders.Go(func() { d.run(ctx, m, path, sound, end) })
	return d, nil
}

// cue sets from where to where an item is played. If its silence is unknown,
// the decoder finds it.
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
	if l := m.measured.of(ctx, m.ffmpeg, sound, info); l != nil {
		return linear(gainTo(target, l.Integrated, l.TruePeak))
	}
	return 1
}

// run decodes the whole item.
func (d *deck) run(ctx context.Context, m *Mixer, path string, sound ffmpeg.Sound, end float64) {
	defer close(d.done)
	w := &deckWriter{deck: d, ctx: ctx, skip: frames(d.start) * Channels, left: d.length * Channels}
	if d.item.CueIn == 0 && d.item.Sound == nil {
		w.seeking = true
	}
	if d.item.CueOut == 0 && (d.item.Sound == nil || end >= sound.Audio.Duration.Seconds()) {
		w.left = 1 << 62 // to its end, whatever its header says
	}
	err := decodeFile(ctx, m.ffmpeg, path, sound.Demuxer, sound.Audio.Duration, w.hear)
	err = errors.Join(err, w.flush())
	d.total.Store(max(1, min(d.ring.written.Load()/Channels, d.levels.end())))
	d.ring.Close()
	switch {
	case err != nil && ctx.Err() == nil && !errors.Is(err, context.Canceled):
		d.err = err
	case err == nil && w.seeking && w.sought > 0:
		d.err = ErrSilent
	}
	w.fill()
	m.poke()
}

// deckWriter writes decoded sound into a deck, without what should not be
// heard.
type deckWriter struct {
	deck    *deck
	ctx     context.Context
	skip    int64 // samples before the cue-in
	left    int64 // samples until the cue-out
	seeking bool  // until the first audible sound
	sought  int   // samples without one
	quiet   int64 // samples of silence in a row
	block   []float32
	isFull  bool
}

// maxPause is how much silence inside a track is kept, in samples.
const maxPause = 8 * Rate * Channels

func (w *deckWriter) hear(samples []float32) error {
	if w.skip > 0 {
		n := min(w.skip, int64(len(samples)))
		w.skip -= n
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
			return samples[max(0, i/Channels-declick)*Channels:]
		}
	}
	w.sought += len(samples)
	w.deck.start += float64(len(samples)/Channels) / Rate
	return nil
}

// flush writes the collected block. Of silence that does not end, only the
// beginning is kept.
func (w *deckWriter) flush() error {
	if len(w.block) == 0 {
		return nil
	}
	defer func() { w.block = w.block[:0] }()
	if w.isQuiet() && w.quiet > maxPause {
		return nil
	}
	w.deck.levels.add(w.block)
	if !w.isFull && w.deck.ring.Len()+len(w.block) > len(w.deck.ring.samples) {
		w.fill()
	}
	return w.deck.ring.Write(w.ctx, w.block)
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

// fill signals that the ring was full once.
func (w *deckWriter) fill() {
	if !w.isFull {
		w.isFull = true
		close(w.deck.filled)
	}
}

// end returns the frame after the last one. exact says that it will not change.
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

// isEarly reports whether the deck must not begin yet.
func (d *deck) isEarly() bool { return d.item.IsEarly != nil && d.item.IsEarly() }

// take reads interleaved frames and returns the number of samples.
func (d *deck) take(out []float32) int {
	if d.speed != nil {
		return d.speed.take(d, out)
	}
	end, exact := d.end()
	if exact {
		out = out[:min(int64(len(out)), max(0, end-d.played.Load())*Channels)]
	}
	n := d.ring.Read(out)
	d.played.Add(int64(n / Channels))
	return n
}

// ended reports whether everything has been played.
func (d *deck) ended() bool {
	end, exact := d.end()
	return exact && d.played.Load() >= end
}

// drop stops a deck that nobody plays any more and releases what it holds.
func (m *Mixer) drop(d *deck) {
	d.cancel()
	m.decoders.Go(func() {
		<-d.done
		if d.err != nil {
			m.log.Warn("decode item failed", "id", d.item.ID, "track", d.item.TrackID, "error", d.err)
		}
		d.release()
		m.giveRing(d.ring)
	})
}
