package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"sonora/internal/ai/compose/judge"
	"sonora/internal/ai/compose/score"
)

// bar is a requirement: the share of the pieces that it applies to which must
// meet it.
type bar struct {
	name    string
	share   float64
	applies func(*piece) bool
	meets   func(*piece) bool
}

func always(*piece) bool { return true }

func (p *piece) rhythmic() bool { return p.Score.Part(score.Drums) != nil }

func (p *piece) full() bool { return p.wanted.Full() }

func (p *piece) balanced() bool {
	inside, _ := p.wanted.Bands(p.heard())
	return inside >= 7
}

var bars = []bar{
	{"tempo within 0.5 %, of those with drums", 0.95, (*piece).rhythmic, func(p *piece) bool { return p.wanted.TempoAgrees(p.heard()) }},
	{"the same, or counted at half or double", 0.95, (*piece).rhythmic, func(p *piece) bool {
		half, double := *p.heard(), *p.heard()
		half.BPM, double.BPM = half.BPM/2, 2*double.BPM
		return p.wanted.TempoAgrees(p.heard()) || p.wanted.TempoAgrees(&half) || p.wanted.TempoAgrees(&double)
	}},
	{"key or its relative", 0.85, always, func(p *piece) bool { return p.wanted.KeyAgrees(p.heard()) }},
	{"loudness within 0.5 LU", 1, always, func(p *piece) bool { return math.Abs(p.heard().Loudness-p.Plan.Loudness) <= 0.5 }},
	{"true peak at most -1 dBTP", 1, always, func(p *piece) bool { return p.heard().Peak <= -1+0.005 }},
	{"7 of 9 octave bands as in published tracks", 0.8, (*piece).full, (*piece).balanced},
	{"crest factor as in published tracks", 0.8, (*piece).full, func(p *piece) bool { return judge.CrestFits(p.heard()) }},
	{"side over mid as in published tracks", 0.8, (*piece).full, func(p *piece) bool { return judge.SideFits(p.heard()) }},
	{"bands, crest and side at once", 0.8, (*piece).full, func(p *piece) bool {
		return p.balanced() && judge.CrestFits(p.heard()) && judge.SideFits(p.heard())
	}},
	{"contrast of 2 LU where the form has it", 1, contrasts, func(p *piece) bool { return p.heard().Contrast >= 2 }},
	{"repetition from 0.25 to 0.75", 1, always, func(p *piece) bool { return p.heard().Repetition >= 0.25 && p.heard().Repetition <= 0.75 }},
	{"no click", 1, always, func(p *piece) bool { return p.clicks == 0 }},
	{"no silence above 1 s inside", 1, always, func(p *piece) bool { return p.heard().Silence <= 1 }},
	{"ends below -40 dBFS", 1, always, func(p *piece) bool { return p.heard().Tail < -40 }},
	{"20 times real time per core", 1, always, func(p *piece) bool { return p.speed() >= 20 }},
	{"first sound within 2 s of CPU time", 1, always, func(p *piece) bool { return p.first.Seconds() <= 2 }},
}

func contrasts(p *piece) bool {
	low, high := 1.0, 0.0
	for _, s := range p.Score.Sections {
		low, high = min(low, s.Energy), max(high, s.Energy)
	}
	return high-low >= 0.25
}

// report prints a line for each style, and the requirements.
func report(w io.Writer, o options, pieces []*piece) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "style\tscore\ttempo\tkey\tLUFS off\tdBTP\tbands\tcrest\tside\tcontrast\trepetition\tclicks\tsilence\tspeed\tfirst\tclosest pair: progression, melody, form\t")
	for group := range slices.Chunk(pieces, o.seeds) {
		line(table, group)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	table = tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "requirement\tmet\tneeded\t")
	for _, b := range bars {
		b.print(table, pieces)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	balance(w, pieces)
	fmt.Fprintf(w, "largest memory: %s\n", memory())
	if o.wrong {
		wrong(w, pieces)
	}
	return nil
}

func line(w io.Writer, group []*piece) {
	count := func(meets func(*piece) bool) (n int) {
		for _, p := range group {
			if meets(p) {
				n++
			}
		}
		return n
	}
	worst := func(of func(*piece) float64) float64 {
		v := math.Inf(-1)
		for _, p := range group {
			v = max(v, of(p))
		}
		return v
	}
	fmt.Fprintf(w, "%s\t%.1f\t%d\t%d\t%.1f\t%.2f\t%.1f\t%.1f\t%.1f\t%.1f\t%.2f\t%.0f\t%.1f\t%.0fx\t%.2f\t%s\t\n", group[0].Plan.Style,
		mean(group, func(p *piece) float64 { return p.verdict.Score }),
		count(bars[0].meets), count(bars[2].meets),
		worst(func(p *piece) float64 { return math.Abs(p.heard().Loudness - p.Plan.Loudness) }),
		worst(func(p *piece) float64 { return p.heard().Peak }),
		mean(group, func(p *piece) float64 {
			inside, of := p.wanted.Bands(p.heard())
			return 9 * float64(inside) / float64(of)
		}),
		mean(group, func(p *piece) float64 { return p.heard().Crest }),
		mean(group, func(p *piece) float64 { return p.heard().Side }),
		-worst(func(p *piece) float64 { return -p.heard().Contrast }),
		mean(group, func(p *piece) float64 { return p.heard().Repetition }),
		worst(func(p *piece) float64 { return float64(p.clicks) }),
		worst(func(p *piece) float64 { return p.heard().Silence }),
		-worst(func(p *piece) float64 { return -p.speed() }),
		worst(func(p *piece) float64 { return p.first.Seconds() }), closest(group))
}

func mean(pieces []*piece, of func(*piece) float64) (sum float64) {
	for _, p := range pieces {
		sum += of(p)
	}
	return sum / float64(len(pieces))
}

func (b *bar) print(w io.Writer, pieces []*piece) {
	met, all := 0, 0
	for _, p := range pieces {
		if b.applies(p) {
			all++
			if b.meets(p) {
				met++
			}
		}
	}
	verdict := ""
	if float64(met) < b.share*float64(all) {
		verdict = "MISSED"
	}
	fmt.Fprintf(w, "%s\t%d of %d, %.0f %%\t%.0f %%\t%s\n", b.name, met, all, 100*float64(met)/float64(max(all, 1)), 100*b.share, verdict)
}

// balance prints the octave bands of the pieces with drums and bass: the tenth,
// the middle and the ninetieth percentile.
func balance(w io.Writer, pieces []*piece) {
	var values [9][]float64
	for _, p := range pieces {
		if p.wanted.Full() {
			for i, band := range p.heard().Bands {
				values[i] = append(values[i], band)
			}
		}
	}
	if len(values[0]) == 0 {
		return
	}
	fmt.Fprint(w, "\noctave bands from 31 Hz, dB:")
	for _, v := range values {
		slices.Sort(v)
		fmt.Fprintf(w, "  %.1f/%.1f/%.1f", v[len(v)/10], v[len(v)/2], v[len(v)*9/10])
	}
	fmt.Fprintln(w)
}

// wrong lists what each piece misses.
func wrong(w io.Writer, pieces []*piece) {
	for _, p := range pieces {
		var missed []string
		for _, b := range bars {
			if b.applies(p) && !b.meets(p) {
				missed = append(missed, b.name)
			}
		}
		if h := p.heard(); len(missed) > 0 {
			fmt.Fprintf(w, "%s %d, %.1f BPM heard as %.2f (trust %.2f), %s heard as %d, crest %.1f, side %.1f, bands %.1f, repetition %.2f, clicks %d: %s\n", p.Plan.Style, p.Plan.Seed,
				p.Plan.BPM, h.BPM, h.Beat, p.Plan.Key, h.Key.Key, h.Crest, h.Side, h.Bands, h.Repetition, p.clicks, strings.Join(missed, "; "))
		}
	}
}

// memory returns the most memory that this process had.
func memory() string {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return "unknown"
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	size, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(size)
}
