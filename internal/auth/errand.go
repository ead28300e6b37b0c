package auth

import (
	"context"
	"time"
)

const (
	maxErrands    = 1000
	errandTimeout = 30 * time.Second
)

// errand is work that runs after the response, because its duration would
// reveal which accounts exist.
type errand struct {
	ctx  context.Context //nolint:containedctx // of the request it comes from
	what string
	do   func(context.Context) error
}

// later queues work for Run. It drops the work if the queue is full.
func (a *Service) later(ctx context.Context, what string, do func(context.Context) error) {
	select {
	case a.errands <- errand{context.WithoutCancel(ctx), what, do}:
	default:
		a.log.Warn("request dropped: too many at once", "request", what)
	}
}

// finishErrands does the queued work until the queue is empty or ctx ends.
func (a *Service) finishErrands(ctx context.Context) {
	for ctx.Err() == nil {
		select {
		case e := <-a.errands:
			a.run(e)
		default:
			return
		}
	}
}

func (a *Service) run(e errand) {
	ctx, done := context.WithTimeout(e.ctx, errandTimeout)
	defer done()
	a.try(ctx, e.what, e.do)
}
