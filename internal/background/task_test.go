package background

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestTaskRunsAtOnceAtIntervalsAndWhenWoken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		var at []time.Duration
		wake := make(chan struct{})
		start := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 150*time.Second)
		defer cancel()
		time.AfterFunc(30*time.Second, func() { wake <- struct{}{} })
		task := Task{
			Name: "tidy uploads", Every: time.Minute, Wake: wake, Log: slog.New(slog.NewTextHandler(&log, nil)),
			Do: func(context.Context) error {
				at = append(at, time.Since(start))
				if len(at) == 2 {
					return errors.New("disk full")
				}
				return nil
			},
		}
		if err := task.Run(ctx); err != nil {
			t.Error(err)
		}
		if want := []time.Duration{0, 30 * time.Second, time.Minute, 2 * time.Minute}; !slices.Equal(at, want) {
			t.Errorf("ran at %v, want %v", at, want)
		}
		if !strings.Contains(log.String(), `level=WARN msg="tidy uploads failed" error="disk full"`) {
			t.Errorf("logged %q", &log)
		}
	})
}

func TestTaskDoesNotLogThatItWasStopped(t *testing.T) {
	var log bytes.Buffer
	ctx, cancel := context.WithCancel(t.Context())
	task := Task{
		Name: "tidy uploads", Every: time.Minute, Log: slog.New(slog.NewTextHandler(&log, nil)),
		Do: func(ctx context.Context) error { cancel(); return ctx.Err() },
	}
	if err := task.Run(ctx); err != nil || log.Len() > 0 {
		t.Errorf("returned %v and logged %q", err, &log)
	}
}
