// Package compose writes music: from a prompt to a plan, from the plan to a
// score, and from the score to sound. It needs no server, model or network, and
// the same plan gives the same samples on every machine.
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

// Mixer returns a mixer that renders the piece as it is asked for. A font plays
// the acoustic instruments; nil leaves them to the composer's own. Stems are what
// each part plays; their sum is the mix before the master.
func (p *Piece) Mixer(font *soundfont.Font, stems bool) (*mixdown.Mixer, error) {
	return mixdown.New(mixdown.Piece{Score: p.Score, Plan: &p.Plan, Mix: &p.Style.Mix, Font: font}, stems)
}

// Play renders the whole piece and passes on every block. It returns the first
// error of hear, or the context's.
func Play(ctx context.Context, m *mixdown.Mixer, hear func(mixdown.Block) error) error {
	for {
		block, err := m.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = hear(block)
		}
		if err != nil {
			return err
		}
	}
}
