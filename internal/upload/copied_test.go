package upload

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"sonora/internal/generation"
	"sonora/internal/music"
)

// encoded returns a FLAC file of two seconds with some pitch, encoded with more or less effort.
func encoded(t *testing.T, pitch, effort string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tone.flac")
	out, err := exec.CommandContext(t.Context(), "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=duration=2:frequency="+pitch,
		"-compression_level", effort, path).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestCopiesOfMusicThatAwaitsAReview encodes a piece again, which gives its file another key.
func TestCopiesOfMusicThatAwaitsAReview(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	made := f.keepIt(f.send("made.flac", encoded(t, "440", "0")), func(t *Track) { t.IsPublic = false })
	x := &generation.Generation{OwnerID: f.ana.AccountID, Provider: generation.BuiltIn, Title: "Dawn", CreatedAt: time.Now()}
	f.must(f.store.CreateGeneration(ctx, x, generation.Limits{Own: 1, All: 1}))
	judge := func(verdict generation.Verdict) {
		_, err := f.store.ChangeGeneration(ctx, x.ID, time.Now(), func(x *generation.Generation) error {
			x.State, x.TrackID, x.Review.Verdict = generation.Ready, made.ID, verdict
			return nil
		})
		f.must(err)
	}
	copied := f.send("mine.flac", encoded(t, "440", "12"))
	for _, verdict := range []generation.Verdict{generation.Pending, generation.Rejected} {
		judge(verdict)
		for _, public := range []bool{true, false} {
			_, err := f.Keep(ctx, f.ana, Track{UploadID: copied, Title: "Mine", IsPublic: public})
			f.code(err, music.Conflict)
		}
	}
	f.keepIt(f.send("other.flac", encoded(t, "441", "12"))) // as long, but another sound
	judge(generation.Approved)
	f.keepIt(copied)
}
