package app

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// How long after the start, and how often from then on, the program's pages are
// unmapped.
const (
	unmapAfter = 5 * time.Second
	unmapEvery = 5 * time.Minute
)

// unmapProgram unmaps the program's own pages from time to time. Most of them
// were needed by the start alone, or by something rare, and would stay resident
// until memory runs out. They remain in the page cache, from which those that
// are used return at once, at less than a microsecond each.
func unmapProgram(ctx context.Context, log *slog.Logger) error {
	wait := time.NewTimer(unmapAfter)
	defer wait.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-wait.C:
		}
		if err := unmapPages(); err != nil {
			log.Debug("unmap the program's pages failed", "error", err)
			return nil
		}
		wait.Reset(unmapEvery)
	}
}

// unmapPages unmaps the pages of this program's file that nothing can have
// written to.
func unmapPages() error {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return fmt.Errorf("find the program: %w", err)
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return fmt.Errorf("read the mappings: %w", err)
	}
	for line := range strings.Lines(string(maps)) {
		var from, to uintptr
		var access string
		if _, err := fmt.Sscanf(line, "%x-%x %s", &from, &to, &access); err != nil {
			return fmt.Errorf("read the mapping %q: %w", line, err)
		}
		if strings.Contains(access, "w") || !strings.HasSuffix(strings.TrimSuffix(line, "\n"), " "+program) {
			continue
		}
		if _, _, code := unix.Syscall(unix.SYS_MADVISE, from, to-from, unix.MADV_DONTNEED); code != 0 {
			return fmt.Errorf("unmap %x-%x: %w", from, to, code)
		}
	}
	return nil
}
