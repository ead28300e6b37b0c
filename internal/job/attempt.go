package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"sync/atomic"
	"time"

	"sonora/internal/music"
)

var errAbandoned = errors.New("the server stopped during every attempt")

// attempt runs a claimed job and records the outcome.
func (s *Service) attempt(ctx context.Context, j *music.Job) error {
	if j.Attempts > maxAttempts {
		return s.end(ctx, j, nil, errAbandoned)
	}
	result, err := s.hold(ctx, j)
	settling, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTime)
	defer cancel()
	switch {
	case err == nil:
		encoded, err := json.Marshal(result)
		return s.end(settling, j, encoded, err)
	case ctx.Err() != nil: // the server is stopping, which is not the job's fault
		return s.store.ReturnJob(settling, j)
	case IsLast(j, err):
		return s.end(settling, j, nil, err)
	}
	s.log.Warn("job failed, will retry", "kind", j.Kind, "job", j.ID, "attempt", j.Attempts, "error", err)
	return s.store.RetryJob(settling, j, s.now().Add(Pause(j, err)), err.Error())
}

// end records a job's result, or why it failed for good.
func (s *Service) end(ctx context.Context, j *music.Job, result json.RawMessage, err error) error {
	reason := ""
	if err != nil {
		s.log.Error("job failed", "kind", j.Kind, "job", j.ID, "error", err)
		reason = err.Error()
		s.failed(ctx, j, err)
	}
	return s.store.FinishJob(ctx, j, s.now(), result, reason)
}

// IsLast reports whether a job that failed with an error is not tried again.
func IsLast(j *music.Job, err error) bool { return j.Attempts >= maxAttempts || isFinal(err) }

// Pause returns how long a job that failed with an error, but not for good, waits for
// its next attempt.
func Pause(j *music.Job, err error) time.Duration { return max(pause(j.Attempts), waitOf(err)) }

// waitOf returns how long the cause of an error asks to wait.
func waitOf(err error) time.Duration {
	if e, ok := errors.AsType[*music.Error](err); ok {
		return min(e.RetryAfter, maxWait)
	}
	return 0
}

// isFinal reports whether another attempt would fail as well.
func isFinal(err error) bool {
	code := music.CodeOf(err)
	return code != music.Internal && code != music.TooMany && code != music.Unavailable && code != music.Elsewhere
}

// pause returns how long to wait after the n-th attempt.
func pause(n int) time.Duration { return firstPause << (2 * (n - 1)) }

// hold runs the handler and renews the lease meanwhile. It cancels the
// handler's context if the lease is lost.
func (s *Service) hold(ctx context.Context, j *music.Job) (any, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var progress atomic.Uint64
	renewing := make(chan struct{})
	go func() {
		defer close(renewing)
		s.renew(ctx, j, &progress, cancel)
	}()
	result, err := s.protect(ctx, j, func(done float64) { progress.Store(math.Float64bits(min(max(done, 0), 1))) })
	cancel(nil)
	<-renewing
	return result, err
}

// renew keeps the lease of a job and records its progress.
func (s *Service) renew(ctx context.Context, j *music.Job, progress *atomic.Uint64, lost context.CancelCauseFunc) {
	ticker := time.NewTicker(renewEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
		err := s.store.HoldJob(ctx, j, math.Float64frombits(progress.Load()), s.now().Add(lease))
		if music.CodeOf(err) == music.NotFound {
			lost(fmt.Errorf("lost the lease: %w", err))
			return
		}
		if err != nil && ctx.Err() == nil {
			s.log.Warn("renew job lease failed", "kind", j.Kind, "job", j.ID, "error", err)
		}
	}
}

// protect runs the handler and turns a panic into an error.
func (s *Service) protect(ctx context.Context, j *music.Job, progress func(float64)) (result any, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("panic: %v\n%s", fault, debug.Stack())
		}
	}()
	return s.handler(j.Kind)(ctx, j, progress)
}
