// Package compose writes music: from a prompt to a plan, from the plan to a
// score, and from the score to sound. It needs no server, model or network, and
// the same plan gives the same samples on every machine. Package plan makes and
// changes plans; Write and Play do the rest:
//
//	piece, err := compose.Write(plan.Make(prompt.Read(text), seed))
//	err = piece.Play(ctx, compose.Options{Sound: send})
package compose

import (
	"context"
	"errors"
	"fmt"
	"io"

	"sonora/internal/ai/compose/arrange"
	"sonora/internal/ai/compose/mixdown"
	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/soundfont"
	"sonora/internal/ai/compose/style"
)

// Rate is the sample rate of all sound, in Hz. It is always stereo.
const Rate = mixdown.Rate

// Piece is music that is written but not yet heard.
type Piece struct {
	Plan  plan.Plan
	Style *style.Style
	Score *score.Score
}

// Write composes the piece that a plan describes. It returns an error for a plan
// that is not valid, as people may have edited it.
func Write(p plan.Plan) (*Piece, error) {
	if err := p.Valid(); err != nil {
		return nil, err
	}
	s := style.Named(p.Style)
	written, err := arrange.Write(p, s)
	if err != nil {
		return nil, fmt.Errorf("write the parts: %w", err)
	}
	return &Piece{Plan: p, Style: s, Score: written}, nil
}

// Stage is what Play is doing.
type Stage string

// The stages of playing, in order.
const (
	Listening Stage = "listening" // to parts of the piece, in order to know how loud it will be
	Playing   Stage = "playing"
)

// Options say how a piece is played and who hears it. All of them may be left
// out. The slices that the functions receive are valid until they return, and
// the first error that one returns ends the playing.
type Options struct {
	Font     *soundfont.Font                  // plays the acoustic instruments; nil leaves them to the composer's own
	Progress func(stage Stage, share float64) // share of the stage that is done, 0 to 1
	Sound    func(samples []float32) error    // interleaved stereo at Rate, mastered: exactly what the finished file has
	Stems    func(stems []mixdown.Stem) error // what each part plays; their sum is the mix before the master
}

// Play renders the piece, and passes on every block as soon as it is rendered:
// the first after Listening, the others many times faster than they sound. The
// same piece gives the same blocks, so that playing can be resumed by skipping
// what was heard. It returns the first error of a hearer, or the context's.
func (p *Piece) Play(ctx context.Context, o Options) error {
	o.tell(Listening, 0)
	mixer, err := mixdown.New(mixdown.Piece{Score: p.Score, Plan: &p.Plan, Mix: &p.Style.Mix, Font: o.Font}, o.Stems != nil)
	if err != nil {
		return err
	}
	length := p.Score.Seconds(p.Score.End())
	for frames := 0; ; {
		o.tell(Playing, float64(frames)/(length*Rate))
		block, err := mixer.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err := errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		if err := o.hear(block); err != nil {
			return err
		}
		frames += len(block.Samples) / 2
	}
}

func (o *Options) tell(stage Stage, share float64) {
	if o.Progress != nil {
		o.Progress(stage, min(share, 1))
	}
}

func (o *Options) hear(b mixdown.Block) error {
	if o.Stems != nil {
		if err := o.Stems(b.Stems); err != nil {
			return err
		}
	}
	if o.Sound == nil {
		return nil
	}
	return o.Sound(b.Samples)
}
