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

// unmapPages unmaps the pages of this program's file that nothing has written
// to. A position-independent program also has constants with addresses that the
// loader wrote: these pages are not those of the file, and stay.
func unmapPages() error {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return fmt.Errorf("find the program: %w", err)
	}
	smaps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		return fmt.Errorf("read the mappings: %w", err)
	}
	for _, m := range unwritten(string(smaps), program) {
		if _, _, code := unix.Syscall(unix.SYS_MADVISE, m.from, m.to-m.from, unix.MADV_DONTNEED); code != 0 {
			return fmt.Errorf("unmap %x-%x: %w", m.from, m.to, code)
		}
	}
	return nil
}

// mapping is a range of addresses.
type mapping struct{ from, to uintptr }

// unwritten returns the mappings of a file that cannot be written and have no
// written pages. smaps is as in proc_pid_smaps(5).
func unwritten(smaps, file string) (found []mapping) {
	var m mapping
	isOfFile := false
	for line := range strings.Lines(smaps) {
		line = strings.TrimSuffix(line, "\n")
		var next mapping
		var access string
		if n, _ := fmt.Sscanf(line, "%x-%x %s", &next.from, &next.to, &access); n == 3 {
			m, isOfFile = next, !strings.Contains(access, "w") && strings.HasSuffix(line, " "+file)
		} else if name, value, _ := strings.Cut(line, ":"); isOfFile && name == "Anonymous" && strings.TrimSpace(value) == "0 kB" {
			found = append(found, m)
		}
	}
	return found
}
