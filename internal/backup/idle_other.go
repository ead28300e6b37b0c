//go:build !linux

package backup

import (
	"log/slog"
	"os/exec"
)

// startIdle starts a command. Other systems share the processor as usual.
func startIdle(cmd *exec.Cmd, _ *slog.Logger) error { return cmd.Start() }
