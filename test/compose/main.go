// Command compose composes pieces in every style, listens to them as the server
// does, and prints whether they are what their plans promise.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"sync"

	"sonora/internal/ai/compose/style"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "compose:", err)
		os.Exit(1)
	}
}

type options struct {
	styles  []string
	seeds   int
	seconds float64
	draw    string
	workers int
	wrong   bool
}

func run(ctx context.Context) error {
	var o options
	styles := flag.String("styles", "", "comma-separated styles; otherwise all")
	flag.IntVar(&o.seeds, "seeds", 5, "pieces of each style")
	flag.Float64Var(&o.seconds, "length", 0, "length of each piece in seconds; otherwise what its style likes")
	flag.StringVar(&o.draw, "draw", "", "draw the first piece of each style as a PNG in this folder")
	flag.IntVar(&o.workers, "workers", runtime.NumCPU(), "pieces that are rendered at once")
	flag.BoolVar(&o.wrong, "wrong", false, "list the pieces that miss something")
	flag.Parse()
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	if *styles != "" {
		o.styles = strings.Split(*styles, ",")
	} else {
		for _, s := range style.All() {
			o.styles = append(o.styles, s.Name)
		}
	}
	if o.draw != "" {
		if err := os.MkdirAll(o.draw, 0o755); err != nil {
			return err
		}
	}
	pieces, err := o.compose(ctx)
	if err != nil {
		return err
	}
	return report(os.Stdout, o, pieces)
}

// compose makes all pieces, those of a style one after the other in the result.
func (o *options) compose(ctx context.Context) ([]*piece, error) {
	type task struct {
		style string
		seed  int
	}
	var tasks []task
	for _, name := range o.styles {
		for seed := range o.seeds {
			tasks = append(tasks, task{name, seed + 1})
		}
	}
	pieces, errs := make([]*piece, len(tasks)), make([]error, len(tasks))
	next := make(chan int)
	var group sync.WaitGroup
	for range max(1, o.workers) {
		group.Go(func() {
			for i := range next {
				pieces[i], errs[i] = o.make(ctx, tasks[i].style, uint64(tasks[i].seed))
				fmt.Fprintf(os.Stderr, "\r\033[K%d of %d: %s", i+1, len(tasks), tasks[i].style)
			}
		})
	}
	for i := range tasks {
		next <- i
	}
	close(next)
	group.Wait()
	fmt.Fprint(os.Stderr, "\r\033[K")
	i := slices.IndexFunc(errs, func(err error) bool { return err != nil })
	if i >= 0 {
		return nil, fmt.Errorf("%s, seed %d: %w", tasks[i].style, tasks[i].seed, errs[i])
	}
	return pieces, nil
}
