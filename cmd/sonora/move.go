package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"sonora/internal/app"
	"sonora/internal/blob"
	"sonora/internal/intake"
)

type moveCmd struct {
	storageFlags
	libraryFlags
	Storage      string `help:"Where uploads are stored now." placeholder:"URL"`
	From         string `arg:"" help:"What to move: a music folder, a bucket (s3://…), or uploads."`
	To           string `arg:"" help:"Where to: a folder or a bucket (s3://KEY:SECRET@HOST/BUCKET/PREFIX)."`
	DeleteSource bool   `help:"Delete the old files after another comparison."`
	ReadBack     bool   `help:"Verify the copies in a bucket by reading them back, not only by the checksums of its server."`
}

// Help returns the text below the first line of "sonora move --help".
func (moveCmd) Help() string {
	return "Copies every file, compares checksums and then points the tracks to the new place. Likes, plays and playlists are kept. " +
		"Stop the server first. You can interrupt the command at any time; run it again to continue. The exit code is 0 when everything is done."
}

func (c *moveCmd) Run(ctx context.Context, log *slog.Logger) error {
	config := app.Config{Data: c.Data, Music: c.Music, Database: c.Database, Media: c.Media, Storage: c.Storage}
	show := newMoveProgress(os.Stderr)
	result, err := app.Move(ctx, config, app.MoveOptions{
		From: c.From, To: c.To, DeleteSource: c.DeleteSource, ReadBack: c.ReadBack, Progress: show.show,
	}, log)
	show.end()
	if result != nil {
		for _, f := range result.Failed {
			fmt.Fprintf(os.Stderr, "not copied: %q: %v\n", f.Key, f.Err)
		}
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stdout, "%d files, %.1f MB, are at %s: %d copied, %d were already there. All checksums match.\n",
		result.Files-result.Failures, float64(result.Bytes)/1e6, result.To, result.Copied, result.Files-result.Copied-result.Failures)
	if result.Left+result.Failures > 0 {
		fmt.Fprintf(os.Stdout, "%d files at %s differ from their copies and were not deleted.\n", max(result.Left, result.Failures), result.From)
	}
	if c.From == intake.Root {
		fmt.Fprintf(os.Stdout, "From now on start Sonora with --storage %s (and the bucket's key).\n", result.To)
		return nil
	}
	fmt.Fprintf(os.Stdout, "From now on name %s instead of %s with --music.\n", result.To, result.From)
	return nil
}

// moveProgress shows the progress of a move: on one line of a terminal,
// otherwise as a line every few seconds.
type moveProgress struct {
	out      io.Writer
	terminal bool
	begun    time.Time

	mu      sync.Mutex
	shownAt time.Time
	done    bool // the last line was printed
}

const (
	terminalEvery = 200 * time.Millisecond
	lineEvery     = 10 * time.Second
)

func newMoveProgress(out *os.File) *moveProgress {
	now := time.Now()
	return &moveProgress{out: out, terminal: isTerminal(out), begun: now, shownAt: now}
}

func (p *moveProgress) show(t blob.TransferProgress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	every := lineEvery
	if p.terminal {
		every = terminalEvery
	}
	if p.done || time.Since(p.shownAt) < every && t.Files < t.AllFiles {
		return
	}
	p.shownAt, p.done = time.Now(), t.Files == t.AllFiles
	begin, end := "", "\n"
	if p.terminal {
		begin, end = "\r\033[K", ""
	}
	fmt.Fprintf(p.out, "%s%d of %d files, %.1f of %.1f GB, %.0f MB/s%s", begin,
		t.Files, t.AllFiles, float64(t.Bytes)/1e9, float64(t.AllBytes)/1e9, float64(t.CopiedBytes)/1e6/time.Since(p.begun).Seconds(), end)
}

func (p *moveProgress) end() {
	if p.terminal {
		fmt.Fprintln(p.out)
	}
}
