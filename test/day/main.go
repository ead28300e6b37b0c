// Command day is a broadcaster's day on a real Sonora: it edits a station while
// it is on air, places songs, puts DJs on air and takes them off, restarts and
// kills the server, and records the station as a listener. Every song has a
// tone of its own, so that the recording tells what was on air. At the end it
// compares what was heard with the station's log and the plan, prints a table,
// and fails if they disagree. See docs/develop.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "day:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	var o options
	flag.StringVar(&o.binary, "binary", "./bin/sonora", "the server to run")
	flag.StringVar(&o.folder, "folder", "", "where the server's data, the songs and the recordings go; a new one if left out")
	flag.DurationVar(&o.length, "d", 2*time.Hour, "how long the day is")
	flag.Uint64Var(&o.seed, "seed", 0, "what happens when; random if left out")
	flag.Parse()

	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM) // they end the day early
	defer stop()
	if o.seed == 0 {
		o.seed = rand.Uint64N(1_000_000)
	}
	if o.folder == "" {
		folder, err := os.MkdirTemp("", "sonora-day-")
		if err != nil {
			return err
		}
		o.folder = folder
	}
	note("seed %d, in %s", o.seed, o.folder)
	return o.broadcast(ctx)
}

type options struct {
	binary, folder string
	length         time.Duration
	seed           uint64
}

// broadcast runs the day and judges it.
func (o options) broadcast(ctx context.Context) error {
	music := filepath.Join(o.folder, "music")
	if err := generate(ctx, music); err != nil {
		return fmt.Errorf("generate the songs: %w", err)
	}
	s, err := newServer(ctx, o.binary, filepath.Join(o.folder, "data"), music, filepath.Join(o.folder, "server.log"))
	if err != nil {
		return err
	}
	if err := s.start(ctx); err != nil {
		return err
	}
	defer s.stop()
	d := &day{
		server: s, client: &client{base: s.base}, folder: o.folder, rand: rand.New(rand.NewPCG(o.seed, 1)), began: time.Now(), length: o.length,
		removed: map[string]bool{}, taken: map[string]taken{},
	}
	if err := d.prepare(ctx); err != nil {
		return fmt.Errorf("prepare the station: %w", err)
	}
	ear := newListener(s.base+"/radio/day", o.folder)
	go ear.listen()
	if err := d.run(ctx); err != nil && ctx.Err() == nil {
		return err
	}
	d.onAir.Wait()
	if ctx.Err() != nil {
		note("the day ends early")
		<-time.After(2 * handover) // what the DJ sent is heard
	}
	ctx = context.WithoutCancel(ctx)
	if err := d.look(ctx); err != nil {
		return err
	}
	ear.stop()
	return d.judge(ctx, ear)
}
