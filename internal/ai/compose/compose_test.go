package compose_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"slices"
	"strings"
	"testing"

	"sonora/internal/ai/compose"
	"sonora/internal/ai/compose/mixdown"
	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/prompt"
	"sonora/internal/ai/compose/score"
)

var update = flag.Bool("update", false, "write the checksums of the test pieces to testdata")

var prompts = []string{
	"rainy lo-fi tune in D minor, 20 seconds", "techno a 132 bpm, 20 segundos", "orchestral, epic, 20 seconds", "jazz with saxophone, 20 seconds", "🎵",
}

func written(t *testing.T, p plan.Plan) *compose.Piece {
	t.Helper()
	piece, err := compose.Write(p)
	if err != nil {
		t.Fatal(err)
	}
	return piece
}

var errEnough = errors.New("heard enough")

// sum returns the checksum of a piece's 16-bit sound, at most 8 s of it.
func sum(t *testing.T, piece *compose.Piece) string {
	t.Helper()
	hash, dither := sha256.New(), mixdown.NewDither(piece.Plan.Seed)
	var pcm []byte
	frames := 0
	err := piece.Play(t.Context(), compose.Options{Sound: func(samples []float32) error {
		pcm = dither.Append(pcm[:0], samples)
		hash.Write(pcm)
		if frames += len(samples) / 2; frames >= 8*compose.Rate {
			return errEnough
		}
		return nil
	}})
	if err != nil && !errors.Is(err, errEnough) {
		t.Fatal(err)
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// TestSamePromptSameSound holds the sound of every machine against checksums in
// testdata. Where a change of the composer is meant to be heard, -update writes
// them; raise plan.Engine with it after a release.
func TestSamePromptSameSound(t *testing.T) {
	var lines strings.Builder
	for _, text := range prompts {
		lines.WriteString(sum(t, written(t, plan.Make(prompt.Read(text), 1))) + "  " + text + "\n")
	}
	checksum(t, "sound.sha256", lines.String())
}

func TestAnotherSeedIsAnotherPiece(t *testing.T) {
	one, two := plan.Make(prompt.Read(prompts[0]), 1), plan.Make(prompt.Read(prompts[0]), 2)
	two.Title, two.Instruments, two.Sections = one.Title, one.Instruments, one.Sections
	a, b := written(t, one).Score.Part(score.Bass), written(t, two).Score.Part(score.Bass)
	if len(a.Notes) == len(b.Notes) && a.Notes[0] == b.Notes[0] && a.Notes[len(a.Notes)/2] == b.Notes[len(b.Notes)/2] {
		t.Error("two seeds have the same bass")
	}
}

func TestWriteRefusesPlansThatAreNone(t *testing.T) {
	for name, spoil := range map[string]func(*plan.Plan){
		"no section": func(p *plan.Plan) { p.Sections = nil },
		"no style":   func(p *plan.Plan) { p.Style = "no such style" },
		"no tempo":   func(p *plan.Plan) { p.BPM = 0 },
	} {
		p := plan.Make(prompt.Read(prompts[0]), 1)
		spoil(&p)
		if _, err := compose.Write(p); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := compose.Write(plan.Plan{}); err == nil {
		t.Error("an empty plan: no error")
	}
}

func TestPlayTellsHowFarItIs(t *testing.T) {
	piece := written(t, plan.Make(prompt.Read("lo-fi, 15 seconds"), 1))
	var stages []compose.Stage
	share, heard, stems := 0.0, 0, 0
	err := piece.Play(t.Context(), compose.Options{
		Progress: func(stage compose.Stage, now float64) {
			if len(stages) == 0 || stages[len(stages)-1] != stage {
				stages, share = append(stages, stage), 0
			}
			if now < share || now > 1 {
				t.Fatalf("%s: the share went from %g to %g", stage, share, now)
			}
			share = now
		},
		Sound: func(samples []float32) error { heard += len(samples) / 2; return nil },
		Stems: func(all []mixdown.Stem) error { stems = max(stems, len(all)); return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(stages, []compose.Stage{compose.Listening, compose.Playing}) || share != 1 {
		t.Errorf("stages %v, the last one to %g", stages, share)
	}
	if seconds := float64(heard) / compose.Rate; seconds < piece.Plan.Length || stems != len(piece.Score.Parts)+1 {
		t.Errorf("%.1f s of sound and %d stems for %.1f s and %d parts", seconds, stems, piece.Plan.Length, len(piece.Score.Parts))
	}
}

func TestPlayStops(t *testing.T) {
	piece := written(t, plan.Make(prompt.Read("lo-fi, 15 seconds"), 1))
	ctx, cancel := context.WithCancel(t.Context())
	blocks := 0
	err := piece.Play(ctx, compose.Options{Sound: func([]float32) error { blocks++; cancel(); return nil }})
	if !errors.Is(err, context.Canceled) || blocks != 1 {
		t.Errorf("cancelled: %v after %d blocks", err, blocks)
	}
	err = piece.Play(t.Context(), compose.Options{Stems: func([]mixdown.Stem) error { return errEnough }})
	if !errors.Is(err, errEnough) {
		t.Errorf("a hearer failed: %v", err)
	}
}
