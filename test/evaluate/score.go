package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/sound"
)

const (
	tempoTolerance = 0.04  // relative error up to which a tempo is right (MIREX)
	gridTolerance  = 0.001 // relative error up to which a grid holds for a whole track
	barTolerance   = 0.07  // s, error of the start of a bar
	beatTolerance  = 0.1   // error of a beat, in beats
)

// scores counts correct results among the known ones. Acc1 is a tempo within 4
// %. Acc2 also accepts double, triple, half and a third of the tempo, and P0.1%
// is Acc2 within 0.1 %. MIREX gives half a point for a key a fifth off, 0.3 for
// the relative and 0.2 for the parallel key. A meter must match exactly; a
// downbeat is right if the grid has a downbeat there. Beats are right within a
// tenth of a beat.
type scores struct {
	name                string
	tempos, keys        int
	acc1, acc2, grid    int
	exact               int
	mirex               float64
	meters, metersRight int
	bars, barsRight     int
	beats, beatsRight   int
	failed              int
	sound, cpu          time.Duration
}

func evaluate(ctx context.Context, e *ear, table string, o options, out io.Writer) error {
	list, err := readTruth(table)
	if err != nil {
		return err
	}
	total := &scores{name: filepath.Base(filepath.Dir(table))}
	styles := map[string]*scores{}
	var names []string
	for _, t := range list {
		if o.phase && t.downbeat < 0 {
			t.downbeat = 0
		}
		a, cpu, err := e.hear(ctx, t.path)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if styles[t.style] == nil {
			styles[t.style] = &scores{name: "  " + t.style}
			names = append(names, t.style)
		}
		for _, s := range []*scores{total, styles[t.style]} {
			s.add(&t, a, cpu, err)
		}
		if o.wrong {
			report(out, &t, a, err, o)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		if o.styles {
			styles[name].print(out, o)
		}
	}
	total.print(out, o)
	return nil
}

func (s *scores) add(t *truth, a *sound.Analysis, cpu time.Duration, err error) {
	s.cpu += cpu
	if err != nil || a == nil {
		s.failed++
		a = &sound.Analysis{Key: music.NoKey}
	} else {
		s.sound += time.Duration(float64(a.Samples) / float64(a.SampleRate) * float64(time.Second))
	}
	if t.bpm > 0 {
		s.tempos++
		s.acc1 += count(tempoRight(t.bpm, a.Tempo.BPM, tempoTolerance, 1))
		s.acc2 += count(tempoRight(t.bpm, a.Tempo.BPM, tempoTolerance, 1, 2, 3, 1./2, 1./3))
		s.grid += count(tempoRight(t.bpm, a.Tempo.BPM, gridTolerance, 1, 2, 3, 1./2, 1./3))
	}
	if t.key.Valid() {
		points := keyPoints(t.key, a.Key)
		s.keys++
		s.mirex += points
		s.exact += count(points == 1)
	}
	if t.meter > 0 {
		s.meters++
		s.metersRight += count(t.meter == a.Meter)
	}
	if t.downbeat >= 0 {
		s.bars++
		s.barsRight += count(downbeatRight(t, a))
		all, right := beatsRight(t, a)
		s.beats, s.beatsRight = s.beats+all, s.beatsRight+right
	}
}

func count(right bool) int {
	if right {
		return 1
	}
	return 0
}

func tempoRight(want, got, tolerance float64, factors ...float64) bool {
	return slices.ContainsFunc(factors, func(f float64) bool { return math.Abs(got-f*want) <= tolerance*f*want })
}

func keyPoints(want, got music.Key) float64 {
	if !got.Valid() {
		return 0
	}
	up := (got.Tonic() - want.Tonic() + 12) % 12
	relative := 9 // of a major key, its minor third down
	if want.Minor() {
		relative = 3
	}
	switch {
	case got == want:
		return 1
	case got.Minor() == want.Minor() && (up == 7 || up == 5):
		return 0.5
	case got.Minor() != want.Minor() && up == relative:
		return 0.3
	case got.Minor() != want.Minor() && up == 0:
		return 0.2
	}
	return 0
}

// downbeatRight reports whether a bar of the grid starts at the known downbeat,
// or whole bars earlier or later.
func downbeatRight(t *truth, a *sound.Analysis) bool {
	if t.bpm <= 0 || t.meter <= 0 {
		return false
	}
	bar := 60 / t.bpm * float64(t.meter)
	for _, at := range a.Downbeats() {
		bars := (at - t.downbeat) / bar
		return math.Abs(bars-math.Round(bars))*bar <= barTolerance && tempoRight(t.bpm, a.Tempo.BPM, tempoTolerance, 1)
	}
	return false
}

// beatsRight counts the beats of the grid and the correct ones among them.
func beatsRight(t *truth, a *sound.Analysis) (all, right int) {
	for _, at := range a.Beats() {
		beats := (at - t.downbeat) * t.bpm / 60
		all++
		right += count(math.Abs(beats-math.Round(beats)) <= beatTolerance)
	}
	return all, right
}

// report prints a file whose tempo or key is wrong.
func report(out io.Writer, t *truth, a *sound.Analysis, err error, o options) {
	name := filepath.Base(t.path)
	switch {
	case err != nil:
		fmt.Fprintf(out, "%s\t%v\t\n", name, err)
	case t.bpm > 0 && !tempoRight(t.bpm, a.Tempo.BPM, tempoTolerance, 1):
		fmt.Fprintf(out, "%s\t%.2f BPM, not %.2f, confidence %.2f\t\n", name, a.Tempo.BPM, t.bpm, a.Tempo.Confidence)
	case o.phase && !downbeatRight(t, a):
		all, right := beatsRight(t, a)
		first := -1.0
		if bars := a.Downbeats(); len(bars) > 0 {
			first = bars[0]
		}
		fmt.Fprintf(out, "%s\tfirst bar at %.2f s, %d of %d beats right\t\n", name, first, right, all)
	case o.keys && t.key.Valid() && t.key != a.Key:
		fmt.Fprintf(out, "%s\t%s, not %s, confidence %.2f\t\n", name, a.Key, t.key, a.KeyTrust)
	}
}

func header(out io.Writer, o options) {
	keys := ""
	if o.keys {
		keys = "exact %\tMIREX\t"
	}
	fmt.Fprintf(out, "set\tfiles\tAcc1 %%\tAcc2 %%\tP0.1%% %%\t%smeter %%\tdownbeat %%\tbeats %%\tfailed\tCPU ms/s\t× real time\t\n", keys)
}

func (s *scores) print(out io.Writer, o options) {
	share := func(n float64, of int) string {
		if of == 0 {
			return "-"
		}
		return fmt.Sprintf("%.1f", 100*n/float64(of))
	}
	keys := ""
	if o.keys {
		keys = share(float64(s.exact), s.keys) + "\t" + share(s.mirex, s.keys) + "\t"
	}
	load := s.cpu.Seconds() / max(s.sound.Seconds(), 1e-9)
	fmt.Fprintf(out, "%s\t%d\t%s\t%s\t%s\t%s%s\t%s\t%s\t%d\t%.2f\t%.0f\t\n", s.name, s.tempos,
		share(float64(s.acc1), s.tempos), share(float64(s.acc2), s.tempos), share(float64(s.grid), s.tempos), keys,
		share(float64(s.metersRight), s.meters), share(float64(s.barsRight), s.bars), share(float64(s.beatsRight), s.beats), s.failed, 1000*load, 1/load)
}
