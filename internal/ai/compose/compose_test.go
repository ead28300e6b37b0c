package compose_test

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"os"
	"path/filepath"
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

// sum returns the checksum of a piece's 16-bit sound, at most 8 s of it.
func sum(t *testing.T, piece *compose.Piece) string {
	t.Helper()
	mixer, err := piece.Mixer(nil, false)
	if err != nil {
		t.Fatal(err)
	}
	hash, dither := sha256.New(), mixdown.NewDither(piece.Plan.Seed)
	var pcm []byte
	for frames := 0; frames < 8*compose.Rate; {
		block, err := mixer.Next()
		if err != nil {
			break
		}
		frames += len(block.Samples) / 2
		pcm = dither.Append(pcm[:0], block.Samples)
		hash.Write(pcm)
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
	name := filepath.Join("testdata", "sound.sha256")
	if *update {
		if err := os.WriteFile(name, []byte(lines.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != lines.String() {
		t.Errorf("the sound differs from %s:\n%s", name, lines.String())
	}
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
