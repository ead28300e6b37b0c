package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"sonora/internal/app"
	"sonora/internal/library"
	"sonora/internal/music"
)

type scanCmd struct {
	storageFlags
	libraryFlags
	Full                bool `help:"Read unchanged files again, too."`
	ScannedTracksPublic bool `help:"Let visitors play the tracks that this scan adds."`
}

func (c *scanCmd) Run(ctx context.Context, log *slog.Logger) error {
	config := app.Config{Data: c.Data, Music: c.Music, Database: c.Database, Media: c.Media}
	bar := newProgressBar(os.Stderr)
	result, err := app.ScanOnce(ctx, config, log, library.Options{Full: c.Full, Progress: bar.show}, c.ScannedTracksPublic)
	bar.clear()
	if err != nil {
		return err
	}
	for _, p := range result.Problems {
		fmt.Fprintf(os.Stdout, "%-10s %s: %s\n", p.Kind, strings.ToValidUTF8(p.Root+"/"+p.Path, "�"), p.Reason)
	}
	s := result.Status
	fmt.Fprintf(os.Stdout, "%s: %d files in %.1f s: %d added, %d changed, %d moved, %d missing; %d problems\n",
		s.State, s.Found, s.FinishedAt.Sub(s.StartedAt).Seconds(), s.Added, s.Updated, s.Moved, s.Missing, s.Problems)
	if s.State == music.ScanCancelled {
		fmt.Fprintln(os.Stdout, "The progress is saved; the next scan continues from there.")
	}
	return nil
}

// progressBar draws the progress of a scan on one line of a terminal. If the
// output is not a terminal, it draws nothing.
type progressBar struct{ out io.Writer }

func newProgressBar(out *os.File) progressBar {
	if !isTerminal(out) {
		return progressBar{io.Discard}
	}
	return progressBar{out}
}

// isTerminal reports whether a file is a terminal, on which a line can be drawn
// again.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

const barWidth = 30

func (b progressBar) show(s music.ScanStatus) {
	if !s.Walked { // the total is not known yet
		fmt.Fprintf(b.out, "\r\033[K%d files found, %d checked", s.Found, s.Checked)
		return
	}
	done := barWidth * s.Checked / max(s.Found, 1)
	fmt.Fprintf(b.out, "\r\033[K[%s%s] %d of %d", strings.Repeat("█", done), strings.Repeat("·", barWidth-done), s.Checked, s.Found)
}

func (b progressBar) clear() { fmt.Fprint(b.out, "\r\033[K") }
