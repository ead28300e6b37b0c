package playout

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"sonora/internal/radio/frame"
	"sonora/internal/radio/mix"
	"sonora/internal/station"
)

// leaveWith is how much of a lost source's sound is kept for the fade to the
// next sound.
const leaveWith = 1200 * time.Millisecond

// liveInput connects a live source to the mixer: it decodes the source into a
// ring buffer that the mixer reads.
type liveInput struct {
	live    *live
	stop    context.CancelFunc
	decoded sync.WaitGroup

	mu     sync.Mutex
	rings  []*mix.Ring // the current one first; every change of format adds one
	done   bool        // whether the decoder has ended
	titles []dueTitle

	filling atomic.Bool  // set until enough is buffered again
	gap     atomic.Int64 // the last wait of hangAfter or longer for the source while it was on air, in ns
	meter   meter        // measures what is read

	isMixed   bool // whether the mixer plays it
	isRead    bool // whether the current block has sound of it
	isLeaving bool // whether nothing has arrived for a moment
	lost      time.Time
	isMuted   bool      // whether it was silent for too long while the AutoDJ can play
	limit     time.Time // when the next source follows at the latest; zero if none waits
}

// newLiveInput starts to decode a source.
func (e *Engine) newLiveInput(l *live, sound Sound) *liveInput {
	ctx, stop := context.WithCancel(e.ctx)
	t := &liveInput{live: l, stop: stop}
	t.filling.Store(true)
	t.decoded.Go(func() { t.decode(ctx, e.Log.With("station", e.id, "dj", l.DJ), sound) })
	return t
}

const (
	decoderTries = 5 // consecutive failures until the source is disconnected
	decoderWait  = 500 * time.Millisecond
)

// decode runs one decoder for each format of the source.
func (t *liveInput) decode(ctx context.Context, log *slog.Logger, sound Sound) {
	defer t.finish()
	var ahead *queued
	codec := t.live.queue.codec
	for failures := 0; failures < decoderTries && ctx.Err() == nil; {
		ring := mix.NewRing(maxQueued)
		t.begin(ring)
		from := &stream{queue: t.live.queue, ahead: ahead, titled: t.title}
		err := sound.Decode(ctx, codec, from, ring)
		ring.Close()
		from.leave()
		if err == nil && from.isOver {
			return
		}
		if ahead = from.other; ahead != nil && ahead.codec != frame.NoCodec {
			codec = ahead.codec
		}
		if err == nil {
			failures = 0
			continue
		}
		log.Debug("decode source failed", "error", err)
		failures++
		select {
		case <-ctx.Done():
		case <-time.After(decoderWait):
		}
	}
	t.live.queue.end(ErrNothing)
}

func (t *liveInput) begin(ring *mix.Ring) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rings = append(t.rings, ring)
}

func (t *liveInput) finish() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done = true
}

// title records a title at its position in the sound.
func (t *liveInput) title(title station.StreamTitle) {
	at := time.Now().Add(t.buffered())
	t.mu.Lock()
	defer t.mu.Unlock()
	const maxTitles = 100
	if len(t.titles) < maxTitles {
		t.titles = append(t.titles, dueTitle{title, at})
	}
}

// dueTitle is a title and the time from which it applies.
type dueTitle struct {
	title station.StreamTitle
	at    time.Time
}

// titled returns the last title that is due.
func (t *liveInput) titled(now time.Time) (title station.StreamTitle, isDue bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.titles) > 0 && !t.titles[0].at.After(now) {
		title, isDue = t.titles[0].title, true
		t.titles = t.titles[1:]
	}
	return title, isDue
}

// Read implements mix.PCM.
func (t *liveInput) Read(block []float32) int {
	if t.filling.Load() {
		if !t.isFilled() {
			return 0
		}
		t.filling.Store(false)
	}
	ring := t.ring()
	if ring == nil {
		return 0
	}
	n := ring.Read(block)
	if n == 0 && t.live.queue.level().length == 0 {
		t.filling.Store(true)
	}
	t.isRead = n > 0
	t.meter.hear(block[:n])
	return n
}

// ring returns the current ring buffer.
func (t *liveInput) ring() *mix.Ring {
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.rings) > 1 && t.rings[0].Ended() {
		t.rings = t.rings[1:]
	}
	if len(t.rings) == 0 {
		return nil
	}
	return t.rings[0]
}

// buffered returns the length of the sound that is decoded but not read yet.
func (t *liveInput) buffered() (d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, r := range t.rings {
		d += r.Buffered()
	}
	return d
}

// isFilled reports whether enough is buffered to start, or the source has ended.
func (t *liveInput) isFilled() bool {
	buffered := t.buffered()
	if buffered+t.live.queue.level().length >= t.enough() {
		return true
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.done && buffered > 0
}

// enough returns how much must be buffered before the source is heard. After a gap
// that the buffer can cover, it covers another one as long, so that a source that
// sends in bursts is lost once.
func (t *liveInput) enough() time.Duration {
	if gap := time.Duration(t.gap.Load()); gap <= maxQueued {
		return gap + jitter
	}
	return jitter
}

// isReady reports whether the source can be faded in.
func (t *liveInput) isReady() bool { return t.isFilled() && !t.isEnding() }

// canFollow reports whether the source will be ready when the rest of the
// previous source has been played. To follow without a gap, it starts with a
// smaller buffer.
func (t *liveInput) canFollow(rest time.Duration) bool {
	return t.isReady() || t.buffered()+t.live.queue.level().length+rest >= jitter/2
}

// isEnding reports whether the source has ended and only its buffered sound is
// left. That sound plays while the source fades out, and is not faded in again.
func (t *liveInput) isEnding() bool {
	buffered := t.buffered()
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.done && t.live.told && buffered < jitter
}

// isOver reports whether the source has ended and all of its sound has been
// played.
func (t *liveInput) isOver() bool {
	buffered := t.buffered()
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.done && buffered == 0
}

// isDone reports whether another source may follow.
func (t *liveInput) isDone(now time.Time) bool {
	return t.isOver() || !t.limit.IsZero() && !now.Before(t.limit)
}

func (t *liveInput) close() {
	t.stop()
	t.live.queue.close()
	t.decoded.Wait()
}
