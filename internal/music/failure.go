package music

import (
	"context"
	"errors"
	"log/slog"
)

// LogFailure logs that work in the background failed, unless it was cancelled with
// ctx. what names the work by a verb and its object: "send digests" is logged as
// "send digests failed".
func LogFailure(ctx context.Context, log *slog.Logger, level slog.Level, what string, err error) {
	if err != nil && !errors.Is(ctx.Err(), context.Canceled) {
		log.Log(ctx, level, what+" failed", "error", err) //nolint:sloglint // what is constant
	}
}
