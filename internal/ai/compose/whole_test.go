package compose_test

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sonora/internal/ai/compose"
	"sonora/internal/ai/compose/judge"
	"sonora/internal/ai/compose/mixdown"
	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/prompt"
)

// TestAWholePiece listens to a piece from its first sample to its last.
func TestAWholePiece(t *testing.T) {
	piece := written(t, plan.Make(prompt.Read("pop with strings in C major at 120 bpm, 24 seconds"), 2))
	for _, part := range piece.Score.Parts {
		for _, n := range part.Notes {
			if n.Length <= 0 || n.End() > piece.Score.End() {
				t.Errorf("%s: a note sounds from %d to %d, and the piece ends at %d", part.Role, n.Start, n.End(), piece.Score.End())
			}
		}
	}
	listener, err := judge.Listen(piece.Score)
	if err != nil {
		t.Fatal(err)
	}
	hash, dither := sha256.New(), mixdown.NewDither(piece.Plan.Seed)
	var pcm []byte
	err = piece.Play(t.Context(), compose.Options{Sound: func(samples []float32) error {
		pcm = dither.Append(pcm[:0], samples)
		hash.Write(pcm)
		listener.Hear(samples)
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	m := listener.Measures()
	if off := math.Abs(m.Loudness - piece.Plan.Loudness); off > 0.5 || m.Peak > -1+0.005 || m.Clipped > 0 {
		t.Errorf("%.2f LUFS instead of %.1f, peak at %.2f dBTP, %d samples clipped", m.Loudness, piece.Plan.Loudness, m.Peak, m.Clipped)
	}
	if m.Clicks != 0 || m.Silence > 1 {
		t.Errorf("%d clicks, silence of %.1f s", m.Clicks, m.Silence)
	}
	if ringing := m.Seconds - piece.Score.Seconds(piece.Score.End()); ringing < 0 || ringing > 3 || m.Tail > -60 {
		t.Errorf("the piece rings for %.1f s after its end, and then sounds at %.0f dBFS", ringing, m.Tail)
	}
	if wanted := judge.Of(&piece.Plan, piece.Score); !wanted.TempoAgrees(&m) || !wanted.KeyAgrees(&m) {
		t.Errorf("%.1f BPM in %v was heard as %.2f BPM in key %d", piece.Plan.BPM, piece.Plan.Key, m.BPM, m.Key.Key)
	}
	checksum(t, "whole.sha256", hex.EncodeToString(hash.Sum(nil))+"\n")
}

// checksum compares checksums with a file of testdata.
func checksum(t *testing.T, file, got string) {
	t.Helper()
	name := filepath.Join("testdata", file)
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if strings.TrimSpace(string(want)) != strings.TrimSpace(got) {
		t.Errorf("the sound differs from %s:\n%s", name, got)
	}
}
