package backup

import (
	"log/slog"
	"os/exec"
	"runtime"

	"golang.org/x/sys/unix"
)

// startIdle starts a command that gets the processor only while no other process wants
// it (SCHED_IDLE in sched(7)). It inherits that from the thread that starts it, which
// ends afterwards.
func startIdle(cmd *exec.Cmd, log *slog.Logger) error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		attr := &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_IDLE}
		if err := unix.SchedSetAttr(0, attr, 0); err != nil { // a container may forbid it
			log.Warn("lower the priority of the backup failed", "error", err)
		}
		started <- cmd.Start()
	}()
	return <-started
}
