// Command bench measures a real Sonora from outside: start, scan, memory and
// the CPU time of each kind of request, beside that of the least that a server
// can do on the same machine. It prints figures without judging them. See
// docs/develop.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"text/tabwriter"
	"time"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	var o options
	flag.StringVar(&o.binary, "binary", "./bin/sonora", "the server to measure")
	flag.StringVar(&o.library, "library", "", "an existing music folder; generated if left out")
	flag.IntVar(&o.files, "n", 10_000, "files to generate")
	flag.DurationVar(&o.each, "d", 2*time.Second, "time for each kind of request")
	flag.StringVar(&o.only, "only", "", "measure only requests whose name contains this")
	flag.StringVar(&o.yardstick, "yardstick", "", "serve the yardstick on this address; bench starts it by itself")
	flag.IntVar(&o.stations, "stations", 0, "measure only this many stations with an AutoDJ, for -rounds times -d")
	flag.IntVar(&o.rounds, "rounds", 2, "see -stations")
	flag.StringVar(&o.other, "other", "", "the address of another Subsonic server, http://NAME:PASSWORD@HOST, to compare with; best over the same -library")
	flag.IntVar(&o.otherPID, "other-pid", 0, "its process, to measure its CPU time")
	flag.Parse()

	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	if o.yardstick != "" {
		return yardstick(ctx, o.yardstick, o.library)
	}
	return measure(ctx, o)
}

type options struct {
	binary, library, only, yardstick string
	files                            int
	each                             time.Duration
	stations, rounds                 int
	other                            string
	otherPID                         int
}

func measure(ctx context.Context, o options) error {
	work, err := os.MkdirTemp("", "sonora-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if o.library == "" {
		o.library = work + "/music"
		if err := o.fill(ctx); err != nil {
			return fmt.Errorf("generate the library: %w", err)
		}
	}
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	defer func() {
		if err := out.Flush(); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
		}
	}()
	if o.stations == 0 {
		if err := measureStart(ctx, out, o, work); err != nil {
			return fmt.Errorf("start: %w", err)
		}
	}
	s, err := startServer(ctx, o.binary, work+"/data", o.library)
	if err != nil {
		return err
	}
	defer s.stop()
	c, err := signUp(ctx, s)
	if err != nil {
		return fmt.Errorf("sign up: %w", err)
	}
	if o.stations > 0 {
		return measureStations(ctx, out, o, s, c)
	}
	if err := measureScan(ctx, out, s, c); err != nil {
		return fmt.Errorf("scan: %w", err)
	}
	if err := measureRequests(ctx, out, o, s, c, work); err != nil {
		return err
	}
	if err := measureSubsonic(ctx, out, o, s, c); err != nil {
		return fmt.Errorf("calls of Subsonic: %w", err)
	}
	return nil
}

// fill generates the library.
func (o options) fill(ctx context.Context) error {
	if o.stations > 0 {
		return generateSongs(ctx, o.library)
	}
	fmt.Fprintf(os.Stderr, "generating %d files\n", o.files)
	return generate(ctx, o.library, o.files)
}
