package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sonora/internal/analysis"
	"sonora/internal/automix/check"
	"sonora/internal/automix/plan"
	"sonora/internal/automix/plot"
	"sonora/internal/automix/render"
	"sonora/internal/dsp"
	"sonora/internal/media/ffmpeg"
)

type mixCmd struct {
	Render mixRenderCmd `cmd:"" help:"Mix audio files into one, on the beat."`
	Check  mixCheckCmd  `cmd:"" help:"Measure a finished mix; fails if it does not meet a requirement."`
}

type mixRenderCmd struct {
	Out       string     `required:"" help:"File to write: .wav, .flac, .mp3 or .opus." placeholder:"FILE"`
	Plan      string     `help:"Also write the plan to this file, for mix check." placeholder:"FILE"`
	Curve     plan.Curve `help:"Course of energy: flat, rise, peak or wave." enum:"flat,rise,peak,wave" default:"flat"`
	KeepOrder bool       `help:"Play the files in the order given."`
	Join      int        `help:"Render only this join, from 1, and some seconds around it." placeholder:"NUMBER"`
	Files     []string   `arg:"" name:"file" help:"Audio files or folders of audio files."`
}

var errNothingToMix = errors.New("a mix needs two files that can be part of it")

// aroundJoin is how much is heard before and after a join that is rendered
// alone.
const aroundJoin = 8 * plan.Rate

func (c *mixRenderCmd) Run(ctx context.Context) error {
	runner, err := ffmpeg.Find(ctx)
	if err != nil {
		return err
	}
	files, err := audioFiles(c.Files)
	if err != nil {
		return err
	}
	if err := checkOutputs(files, output{"--out", c.Out}, output{"--plan", c.Plan}); err != nil {
		return err
	}
	tracks, err := analyse(ctx, runner, files)
	if err != nil {
		return err
	}
	files, tracks = fitting(os.Stderr, files, tracks)
	if len(tracks) < 2 {
		return errNothingToMix
	}
	options := plan.Options{Curve: c.Curve, KeepOrder: c.KeepOrder, KeyLock: runner.CanStretch(), JoinStep: render.Step}
	p, err := plan.Build(tracks, options)
	if err != nil {
		return err
	}
	bar := newPercentage(os.Stderr)
	defer bar.clear()
	r := &render.Renderer{FFmpeg: runner, Plan: p, Files: files, Progress: bar.show}
	if c.Join == 0 {
		err = c.whole(ctx, r, tracks, options)
	} else {
		err = c.join(ctx, r)
	}
	if err != nil {
		return err
	}
	bar.clear()
	if c.Plan != "" {
		err := writeTo(c.Plan, func(w io.Writer) error { return json.NewEncoder(w).Encode(r.Plan) })
		if err != nil {
			return fmt.Errorf("write the plan: %w", err)
		}
	}
	return describePlan(os.Stdout, r.Plan)
}

// whole renders the whole mix, and the joins that sound wrong again, in an easier
// way.
func (c *mixRenderCmd) whole(ctx context.Context, r *render.Renderer, tracks []plan.Track, o plan.Options) error {
	_, err := r.Settle(ctx, c.Out, &review{r: r, tracks: tracks, options: o})
	return err
}

// review measures a mix and eases its joins.
type review struct {
	r       *render.Renderer
	tracks  []plan.Track
	options plan.Options
	meter   *check.Meter
}

// Begin implements render.Review.
func (v *review) Begin() (ffmpeg.Listener, error) {
	var err error
	v.meter, err = check.NewMeter()
	return v.meter, err
}

// Next implements render.Review.
func (v *review) Next() (*plan.Plan, []int, error) {
	return v.r.Plan.Ease(v.tracks, v.meter.Result(v.r.Plan).Troubles(), v.options)
}

// join renders one join and some seconds around it.
func (c *mixRenderCmd) join(ctx context.Context, r *render.Renderer) error {
	if c.Join < 0 || c.Join > len(r.Plan.Joins) {
		return fmt.Errorf("there is no join %d", c.Join)
	}
	j := &r.Plan.Joins[c.Join-1]
	return r.Part(ctx, &render.Master{}, j.At-aroundJoin, j.End()+aroundJoin, c.Out)
}

// analyse returns what the files to mix sound like, or an error that names all files
// that cannot be read.
func analyse(ctx context.Context, runner *ffmpeg.Runner, files []string) ([]plan.Track, error) {
	analyser := &analysis.Analyser{FFmpeg: runner}
	var tracks []plan.Track
	var unreadable []error
	for batch := range analysis.Batches(files) {
		for i, result := range analyser.Analyse(ctx, batch) {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if result.Err != nil {
				unreadable = append(unreadable, fmt.Errorf("%s: %s", batch[i], analysis.Reason(result.Err)))
				continue
			}
			tracks = append(tracks, mixTrack(batch[i], &result))
		}
	}
	return tracks, errors.Join(unreadable...)
}

// fitting returns the files that can be in a mix, and names the others with the
// reason.
func fitting(w io.Writer, files []string, tracks []plan.Track) (fit []string, of []plan.Track) {
	for i := range tracks {
		if why := tracks[i].Unfit(); !why.IsZero() {
			fmt.Fprintf(w, "left out: %s: %s\n", files[i], why)
			continue
		}
		fit, of = append(fit, files[i]), append(of, tracks[i])
	}
	return fit, of
}

func mixTrack(path string, r *analysis.Result) plan.Track {
	tags, a := &r.Audio.Tags, r.Analysis
	t := plan.Track{
		ID: path, Title: title(filepath.Base(path), r.Audio), Artist: strings.Join(tags.Artists, ", "), Disc: tags.Disc, Number: tags.Track,
		Duration: float64(a.Samples) / float64(a.SampleRate), Sound: a,
	}
	if tags.Album != "" {
		t.AlbumID = strings.Join(tags.AlbumArtists, ", ") + "\x00" + tags.Album
	}
	return t
}

// describePlan prints the tracklist, and why tracks are joined as they are.
func describePlan(w io.Writer, p *plan.Plan) error {
	text := &strings.Builder{}
	for i, e := range p.Entries {
		fmt.Fprintf(text, "%8s  %s\n", check.Clock(float64(e.At)/plan.Rate), e.Title)
		if i < len(p.Joins) {
			j := &p.Joins[i]
			fmt.Fprintf(text, "%8s    %d: %s, %.1f s", check.Clock(float64(j.At)/plan.Rate), i+1, j.Kind, float64(j.Frames)/plan.Rate)
			if j.Kind == plan.Blend {
				fmt.Fprintf(text, " at %.2f BPM", j.BPM)
			}
			for _, reason := range j.Reasons {
				text.WriteString(". " + strings.TrimSuffix(reason.String(), "."))
			}
			text.WriteString("\n")
		}
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// percentage shows progress on a terminal.
type percentage struct {
	out      *os.File
	terminal bool
	shown    int
}

func newPercentage(out *os.File) *percentage {
	return &percentage{out: out, terminal: isTerminal(out), shown: -1}
}

func (p *percentage) show(share float64) {
	if percent := int(100 * share); p.terminal && percent != p.shown {
		p.shown = percent
		fmt.Fprintf(p.out, "\r\033[K%d %%", percent)
	}
}

// step shows how many steps of a longer work are done; where there is no terminal, as lines
// at each quarter of it.
func (p *percentage) step(what string, done, total int) {
	switch {
	case p.terminal:
		fmt.Fprintf(p.out, "\r\033[K%s: %d of %d", what, done, total)
	case done > 0 && done*quarters/total > (done-1)*quarters/total:
		fmt.Fprintf(p.out, "%s: %d of %d\n", what, done, total)
	}
}

const quarters = 4

func (p *percentage) clear() {
	if p.terminal {
		fmt.Fprint(p.out, "\r\033[K")
	}
}

type mixCheckCmd struct {
	Plan string `help:"Plan of the mix, from mix render: also compare beats and tempos with it, and look for dips and jumps at the joins only." placeholder:"FILE"`
	Plot string `help:"Also draw the mix with its joins, as PNG; needs the plan." placeholder:"FILE"`
	JSON bool   `help:"Print JSON." name:"json"`
	File string `arg:"" help:"Audio file."`
}

var errMissed = errors.New("the mix does not meet a requirement")

func (c *mixCheckCmd) Run(ctx context.Context) error {
	if c.Plot != "" && c.Plan == "" {
		return errors.New("a plot needs the plan of the mix: name its file with --plan")
	}
	if err := checkOutputs([]string{c.File, c.Plan}, output{"--plot", c.Plot}); err != nil {
		return err
	}
	runner, err := ffmpeg.Find(ctx)
	if err != nil {
		return err
	}
	var p *plan.Plan
	if c.Plan != "" {
		text, err := readPlan(c.Plan)
		if err != nil {
			return fmt.Errorf("read the plan: %w", err)
		}
		if err := json.Unmarshal(text, &p); err != nil {
			return fmt.Errorf("read the plan: %w", err)
		}
	}
	r, err := check.File(ctx, runner, c.File, p, false)
	if err != nil {
		return err
	}
	if c.Plot != "" {
		if err := c.draw(ctx, runner, p, r); err != nil {
			return err
		}
	}
	missed := []string{}
	for _, m := range r.Missed() {
		missed = append(missed, m.String())
	}
	if c.JSON {
		err = json.NewEncoder(os.Stdout).Encode(struct {
			*check.Result
			Missed []string `json:"missed"`
		}{r, missed})
	} else {
		err = describeCheck(os.Stdout, r, missed)
	}
	if err == nil && len(missed) > 0 {
		err = errMissed
	}
	return err
}

// draw draws the mix with the waveforms of its tracks.
func (c *mixCheckCmd) draw(ctx context.Context, runner *ffmpeg.Runner, p *plan.Plan, r *check.Result) error {
	d := plot.Drawing{Title: filepath.Base(c.File), Plan: p, Result: r, Tracks: make([]plot.Waveform, len(p.Entries))}
	for i := range p.Entries {
		var err error
		if d.Tracks[i], err = waveform(ctx, runner, p.Entries[i].ID); err != nil {
			return err
		}
	}
	return writeTo(c.Plot, func(w io.Writer) error { return plot.Draw(w, d) })
}

// waveform returns the waveform of a file, or an empty one if there is none.
func waveform(ctx context.Context, runner *ffmpeg.Runner, path string) (plot.Waveform, error) {
	sound, err := ffmpeg.Probe(path)
	if errors.Is(err, fs.ErrNotExist) {
		return plot.Waveform{}, nil
	}
	if err != nil {
		return plot.Waveform{}, fmt.Errorf("read %s: %w", path, err)
	}
	sound.Rate, sound.Stereo = plan.Rate, true
	peaks, err := dsp.NewPeaks(plan.Rate, 2)
	if err != nil {
		return plot.Waveform{}, err
	}
	if err := runner.Decode(ctx, []ffmpeg.Sound{sound}, false, func(int) ffmpeg.Listener { return peakMeter{peaks} })[0]; err != nil {
		return plot.Waveform{}, fmt.Errorf("decode %s: %w", path, err)
	}
	low, mid, high := peaks.Result()
	return plot.Waveform{low, mid, high}, nil
}

// peakMeter passes sound to a waveform.
type peakMeter struct{ *dsp.Peaks }

// Hear implements ffmpeg.Listener.
func (m peakMeter) Hear(samples []float32) error {
	m.Write(samples)
	return nil
}

func describeCheck(w io.Writer, r *check.Result, missed []string) error {
	text := &strings.Builder{}
	fmt.Fprintf(text, "length     %s\nloudness   %.2f LUFS\ntrue peak  %.2f dBTP\nsilence    %.2f s at %s, %.2f s before the first sound, %.2f s after the last\ndip        %.1f LU at %s\njump       %.1f LU at %s\n",
		check.Clock(r.Seconds), r.Loudness, r.TruePeak, r.Silence, check.Clock(r.QuietAt), r.Before, r.After, r.Dip, check.Clock(r.DipAt), r.Jump, check.Clock(r.JumpAt))
	for i := range r.Blends {
		b := &r.Blends[i]
		fmt.Fprintf(text, "join %-3d   at %s: %s\n", b.Join+1, check.Clock(b.At), b)
	}
	for _, m := range missed {
		text.WriteString("MISSED: " + m + "\n")
	}
	_, err := io.WriteString(w, text.String())
	return err
}
