package bus

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
)

// rhythm holds the intervals of a watch.
type rhythm struct {
	every    time.Duration // interval between two questions
	patience time.Duration // without an answer for this long, NATS does not answer
}

// usualRhythm has the patience of a station's lease.
var usualRhythm = rhythm{every: time.Second, patience: 3 * time.Second}

// watch notices that NATS does not answer. TCP does not report that a server is
// frozen, and the client itself takes minutes. A nil *watch finds nothing.
type watch struct {
	rhythm
	conn   *nats.Conn
	log    *slog.Logger
	leases atomic.Pointer[Leases] // nil if none are in use
	last   atomic.Pointer[time.Time]
	cancel context.CancelFunc
	done   chan struct{}
}

// watchNATS starts to watch a connection that was just made.
func watchNATS(conn *nats.Conn, log *slog.Logger, r rhythm) *watch {
	ctx, cancel := context.WithCancel(context.Background())
	w := &watch{rhythm: r, conn: conn, log: log, cancel: cancel, done: make(chan struct{})}
	w.note()
	go w.run(ctx)
	return w
}

func (w *watch) run(ctx context.Context) {
	defer close(w.done)
	ticker := time.NewTicker(w.every)
	defer ticker.Stop()
	isSilent := false
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
		err := w.ask(ctx)
		switch {
		case err == nil:
			if isSilent {
				w.log.Info("NATS answers again")
			}
			isSilent = false
			w.note()
		case !isSilent && ctx.Err() == nil:
			isSilent = true
			w.log.Warn("NATS does not answer", "error", err)
		}
	}
}

// ask returns nil if NATS answers. It may take longer than the patience,
// because a connection that cannot send blocks its callers.
func (w *watch) ask(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, w.patience)
	defer cancel()
	if l := w.leases.Load(); l != nil {
		return l.answer(ctx)
	}
	return w.conn.FlushWithContext(ctx)
}

// note records an answer.
func (w *watch) note() {
	now := time.Now()
	w.last.Store(&now)
}

// follow makes the watch ask for leases, which need more than the connection.
func (w *watch) follow(l *Leases) {
	if w != nil {
		w.leases.Store(l)
	}
}

// stop ends the watch. The connection has to be closed, so that no question
// waits for it.
func (w *watch) stop() {
	if w != nil {
		w.cancel()
		<-w.done
	}
}

// Answers reports whether the NATS servers of the cluster have answered within
// the last seconds. Those in this process always do.
func (b *Bus) Answers() bool {
	return b.watch == nil || time.Since(*b.watch.last.Load()) <= b.watch.patience+b.watch.every
}
