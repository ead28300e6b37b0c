package playout

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

const (
	relayRetry = 2 * time.Second // minimum time between two attempts
	relaySlow  = 30 * time.Second
)

var streamChanged = music.Say("The stream changed its format.")

// relayed relays a remote stream while somebody listens.
type relayed struct {
	passing
	stop context.CancelFunc
}

func (r *relayed) close() {
	r.stop()
	r.passing.close()
}

func (r *relayed) state() station.State {
	if r.out == nil {
		return station.StateIdle // it is connecting
	}
	return r.passing.state()
}

// openRelay starts to pull the stream.
func (e *Engine) openRelay() {
	if e.Relay == nil {
		e.problem = music.Say("Relays are switched off on this server.")
		return
	}
	ctx, stop := context.WithCancel(e.ctx)
	r := &relayed{passing: passing{engine: e, kind: station.StateRelay}, stop: stop}
	e.path = r
	go e.pull(ctx, r, e.Station)
}

// pull opens the stream again and again until ctx ends.
func (e *Engine) pull(ctx context.Context, r *relayed, from station.Station) {
	wait := relayRetry
	for ctx.Err() == nil {
		began := time.Now()
		err := e.pullOnce(ctx, r, &from)
		if time.Since(began) > relaySlow {
			wait = relayRetry
		}
		if e.do(ctx, func() { e.pulled(r, err) }) != nil {
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
		wait = min(2*wait, relaySlow)
	}
}

func (e *Engine) pullOnce(ctx context.Context, r *relayed, from *station.Station) error {
	up, err := e.Relay(ctx, from)
	if err != nil {
		return err
	}
	defer up.Close()
	q := newQueue("", time.Now())
	go q.fill(up)
	if err := q.begun(ctx, firstFrame); err != nil {
		q.close()
		return err
	}
	if failed := e.do(ctx, func() { err = e.upstream(r, q) }); failed != nil || err != nil {
		q.close()
		return err
	}
	select {
	case <-q.done:
	case <-ctx.Done():
		q.close()
	}
	return q.level().err
}

// upstream starts to play a stream that has answered.
func (e *Engine) upstream(r *relayed, q *sourceQueue) error {
	if e.path != r {
		return ErrClosed
	}
	if r.out != nil && r.out.codec != q.codec {
		e.off(streamChanged) // listeners cannot continue in another format
		return ErrClosed
	}
	r.follow(q)
	e.advance(time.Now()) // a listener is waiting
	return nil
}

// pulled records why a stream ended. A relay that never delivered sound goes
// off air.
func (e *Engine) pulled(r *relayed, err error) {
	if e.path != r {
		return
	}
	e.problem = music.Say("The stream ended.")
	if err != nil {
		e.problem = sentence(err)
	}
	e.Keeper.Note(KindRelay, e.problem)
	if r.out == nil {
		e.failed = time.Now()
		e.off(e.problem)
		e.answerWaiting()
	}
}
