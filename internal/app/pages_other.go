//go:build !linux

package app

import (
	"context"
	"log/slog"
)

// unmapProgram does nothing: other systems have no such request, or ignore it.
func unmapProgram(context.Context, *slog.Logger) error { return nil }
