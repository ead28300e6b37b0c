package auth

import (
	"context"
	"time"
)

const (
	maxTasks    = 1000
	taskTimeout = 30 * time.Second
)

// task is work that runs after the response, because its duration would
// reveal which accounts exist.
type task struct {
	ctx  context.Context //nolint:containedctx // of the request it comes from
	what string
	do   func(context.Context) error
}

// later queues work for Run. It drops the work if the queue is full.
func (a *Service) later(ctx context.Context, what string, do func(context.Context) error) {
	select {
	case a.tasks <- task{context.WithoutCancel(ctx), what, do}:
	default:
		a.log.Warn("queue background task failed: the queue is full", "task", what)
	}
}

// finishTasks does the queued work until the queue is empty or ctx ends.
func (a *Service) finishTasks(ctx context.Context) {
	for ctx.Err() == nil {
		select {
		case e := <-a.tasks:
			a.run(e)
		default:
			return
		}
	}
}

func (a *Service) run(e task) {
	ctx, done := context.WithTimeout(e.ctx, taskTimeout)
	defer done()
	a.try(ctx, e.what, e.do)
}
