// Command evaluate measures how well the music analysis agrees with known
// facts. It takes tables with the header path,bpm,key,meter,style and
// optionally downbeat (start of any bar, in seconds). Paths are relative to the
// table; empty fields are unknown. See scores for the output.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"text/tabwriter"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "evaluate:", err)
		os.Exit(1)
	}
}

type options struct {
	keys, styles, wrong, phase bool
}

func run(ctx context.Context) error {
	var o options
	flag.BoolVar(&o.keys, "key", false, "score keys too")
	flag.BoolVar(&o.styles, "styles", false, "score each style")
	flag.BoolVar(&o.wrong, "wrong", false, "list wrong results")
	flag.BoolVar(&o.phase, "phase", false, "score beats and bars too, where a bar begins at 0 s unless the table says another time")
	flag.Parse()
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()

	ear, err := newEar(ctx)
	if err != nil {
		return err
	}
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	header(out, o)
	for _, table := range flag.Args() {
		if err := evaluate(ctx, ear, table, o, out); err != nil {
			return fmt.Errorf("%s: %w", table, err)
		}
	}
	return out.Flush()
}
