package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"sonora/internal/ai/chat"
	"sonora/internal/ai/compose"
	"sonora/internal/ai/compose/file"
	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/plot"
	"sonora/internal/ai/compose/prompt"
	"sonora/internal/ai/compose/soundfont"
)

type composeCmd struct {
	Prompt    string        `arg:"" optional:"" help:"What to compose, in English or Spanish: \"rainy lo-fi in D minor, 2 minutes\"."`
	Out       string        `short:"o" help:"Audio file to write: .flac or .wav. Without it, only the plan is made." placeholder:"FILE"`
	Seed      *uint64       `help:"Another number gives another piece; 1 if omitted, or what the plan says." placeholder:"N"`
	Duration  time.Duration `help:"Length, from 15s to 10m; otherwise what the description, the style or the plan says." placeholder:"DURATION"`
	Plan      string        `help:"Compose this plan, which compose printed and you may have edited, instead of a description." type:"existingfile" placeholder:"FILE"`
	Stems     string        `help:"Also write each part as a WAV file into this folder. Their sum is the mix before the master: without its loudness, limiter and fade at the end." placeholder:"DIR"`
	MIDI      string        `help:"Also write the notes as a MIDI file." name:"midi" placeholder:"FILE"`
	Sheet     string        `help:"Also write the chords of each section as text." placeholder:"FILE"`
	Plot      string        `help:"Also draw form, notes and spectrum as a PNG." placeholder:"FILE"`
	SoundFont string        `help:"Play acoustic instruments with this SoundFont (.sf2); \"installed\" takes one of the system's." name:"soundfont" placeholder:"FILE"`
}

var (
	errNoPrompt = errors.New("say what to compose, or name a --plan")
	errBoth     = errors.New("say what to compose or name a --plan, not both: to change a plan, edit its file")
)

func (c *composeCmd) Run(ctx context.Context) error {
	if c.Out != "" && !file.Supported(c.Out) {
		return fmt.Errorf("%s: %w", c.Out, file.ErrFormat)
	}
	if c.Out == "" && (c.Stems != "" || c.Plot != "") {
		return errors.New("stems and plots need the sound: name a file with --out")
	}
	p, err := c.plan()
	if err != nil {
		return err
	}
	piece, err := compose.Write(p)
	if err != nil {
		return err
	}
	if err := c.written(piece); err != nil {
		return err
	}
	if c.Out != "" {
		if err := c.render(ctx, piece); err != nil {
			return err
		}
	}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", "  ")
	return out.Encode(p)
}

// plan reads the plan or makes one.
func (c *composeCmd) plan() (p plan.Plan, err error) {
	if s := c.Duration.Seconds(); s != 0 && (s < plan.MinLength || s > plan.MaxLength) {
		return p, errors.New("enter a --duration from 15s to 10m")
	}
	if c.Plan != "" && c.Prompt != "" {
		return p, errBoth
	}
	if c.Plan == "" {
		if c.Prompt == "" {
			return p, errNoPrompt
		}
		if chat.Read(c.Prompt, nil) == chat.Unclear {
			return p, errors.New(chat.SayMore.String())
		}
		wish := prompt.Read(c.Prompt)
		if c.Duration > 0 {
			wish.Length = c.Duration.Seconds()
		}
		return plan.Make(wish, *cmp.Or(c.Seed, new(uint64(1)))), nil
	}
	text, err := readPlan(c.Plan)
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	if err != nil {
		return p, fmt.Errorf("read the plan: %w", err)
	}
	if err := p.Valid(); err != nil {
		return p, err
	}
	if c.Seed != nil {
		p.Seed = *c.Seed
	}
	if c.Duration > 0 {
		p, _ = plan.Edit(p, fmt.Sprintf("%.3f s", c.Duration.Seconds()))
	}
	return p, nil
}

// written writes what is known before there is sound.
func (c *composeCmd) written(piece *compose.Piece) error {
	if c.MIDI != "" {
		if err := writeTo(c.MIDI, piece.Score.MIDI); err != nil {
			return fmt.Errorf("write the MIDI file: %w", err)
		}
	}
	if c.Sheet != "" {
		return os.WriteFile(c.Sheet, []byte(piece.Score.Sheet()), 0o644)
	}
	return nil
}

// render writes everything that sounds.
func (c *composeCmd) render(ctx context.Context, piece *compose.Piece) (err error) {
	font, err := c.font()
	if err != nil {
		return err
	}
	if font != nil {
		defer func() { _ = font.Close() }() // it was only read
	}
	sound, err := file.Create(c.Out, piece.Plan.Seed)
	if err != nil {
		return err
	}
	defer sound.Discard()
	o := compose.Options{Font: font, Progress: showProgress(), Sound: sound.Write}
	if c.Stems != "" {
		stems, err := file.CreateStems(c.Stems)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, stems.Close()) }()
		o.Stems = stems.Write
	}
	var picture *plot.Picture
	if c.Plot != "" {
		if picture, err = plot.New(piece.Score); err != nil {
			return err
		}
		o.Sound = func(samples []float32) error { picture.Hear(samples); return sound.Write(samples) }
	}
	if err := piece.Play(ctx, o); err != nil {
		return err
	}
	if err := sound.Finish(piece, file.Label{}); err != nil {
		return err
	}
	if picture != nil {
		return writeTo(c.Plot, func(w io.Writer) error { return picture.Draw(w) })
	}
	return nil
}

// font opens the SoundFont; nil for the composer's own sounds.
func (c *composeCmd) font() (*soundfont.Font, error) {
	switch c.SoundFont {
	case "":
		return nil, nil
	case "installed":
		font, err := soundfont.Find()
		if err == nil && font == nil {
			err = fmt.Errorf("no SoundFont is installed in %v", soundfont.Places)
		}
		return font, err
	}
	return soundfont.Open(c.SoundFont)
}

// showProgress shows how much of a piece is rendered.
func showProgress() func(compose.Stage, float64) {
	bar := newPercentage(os.Stderr)
	return func(stage compose.Stage, share float64) {
		switch {
		case stage == compose.Listening:
		case share < 1:
			bar.show(share)
		default:
			bar.clear()
		}
	}
}
