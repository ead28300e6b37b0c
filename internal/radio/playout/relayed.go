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
func (s *Engine) openRelay() {
	if s.Relay == nil {
		s.problem = music.Say("Relays are switched off on this server.")
		return
	}
	ctx, stop := context.WithCancel(s.ctx)
	r := &relayed{passing: passing{st: s, kind: station.StateRelay}, stop: stop}
	s.path = r
	go s.pull(ctx, r, s.Station)
}

// pull opens the stream again and again until ctx ends.
func (s *Engine) pull(ctx context.Context, r *relayed, from station.Station) {
	wait := relayRetry
	for ctx.Err() == nil {
		began := time.Now()
		err := s.pullOnce(ctx, r, &from)
		if time.Since(began) > relaySlow {
			wait = relayRetry
		}
		if s.do(ctx, func() { s.pulled(r, err) }) != nil {
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
		wait = min(2*wait, relaySlow)
	}
}

func (s *Engine) pullOnce(ctx context.Context, r *relayed, from *station.Station) error {
	up, err := s.Relay(ctx, from)
	if err != nil {
		return err
	}
	defer up.Close()
	q := newQueue(time.Now())
	go q.fill(up)
	if err := q.begun(ctx, firstFrame); err != nil {
		q.close()
		return err
	}
	if failed := s.do(ctx, func() { err = s.upstream(r, q) }); failed != nil || err != nil {
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

// upstream starts a stream that answered.
func (s *Engine) upstream(r *relayed, q *sourceQueue) error {
	if s.path != r {
		return ErrClosed
	}
	if r.out != nil && r.out.codec != q.codec {
		s.off(streamChanged) // listeners cannot continue in another format
		return ErrClosed
	}
	r.follow(q)
	s.advance(time.Now()) // somebody waits
	return nil
}

// pulled records why a stream ended. A relay that never delivered sound is off
// air.
func (s *Engine) pulled(r *relayed, err error) {
	if s.path != r {
		return
	}
	s.problem = music.Say("The stream ended.")
	if err != nil {
		s.problem = sentence(err)
	}
	s.Keeper.Note(KindRelay, s.problem)
	if r.out == nil {
		s.failed = time.Now()
		s.off(s.problem)
		s.answerWaiting()
	}
}
