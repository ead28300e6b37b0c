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

// made keeps a FLAC file as the track of a generation by Ana.
func (f *fixture) made(file []byte) (id, trackID string) {
	f.t.Helper()
	ctx := f.t.Context()
	x := &generation.Generation{OwnerID: f.ana.AccountID, Provider: generation.BuiltIn, Title: "Dawn", CreatedAt: time.Now()}
	f.must(f.store.CreateGeneration(ctx, x, generation.Limits{Own: 9, All: 9}))
	path := filepath.Join(f.t.TempDir(), "made.flac")
	f.must(os.WriteFile(path, file, 0o600))
	trackID, err := f.KeepFile(ctx, f.ana, x.ID, path, Track{Title: "Dawn", IsAIGenerated: true})
	f.must(err)
	f.judge(x.ID, trackID, generation.Pending)
	return x.ID, trackID
}

// judge gives a generation a verdict.
func (f *fixture) judge(id, trackID string, verdict generation.Verdict) {
	f.t.Helper()
	_, err := f.store.ChangeGeneration(f.t.Context(), id, time.Now(), func(x *generation.Generation) error {
		x.State, x.TrackID, x.Review.Verdict = generation.Ready, trackID, verdict
		return nil
	})
	f.must(err)
}

// refused tries to make a track of an upload by Ana, for members and for everybody.
func (f *fixture) refused(upload string) {
	f.t.Helper()
	for _, public := range []bool{true, false} {
		_, err := f.Keep(f.t.Context(), f.ana, Track{UploadID: upload, Title: "Mine", IsPublic: public})
		f.code(err, music.Conflict)
	}
}

// TestCopiesOfMusicThatAwaitsAReview encodes a piece again, which gives its file another key.
func TestCopiesOfMusicThatAwaitsAReview(t *testing.T) {
	f := newFixture(t)
	id, trackID := f.made(encoded(t, "440", "0"))
	copied := f.send("mine.flac", encoded(t, "440", "12"))
	for _, verdict := range []generation.Verdict{generation.Pending, generation.Rejected} {
		f.judge(id, trackID, verdict)
		f.refused(copied)
	}
	f.keepIt(f.send("other.flac", encoded(t, "441", "12"))) // as long, but another sound
	f.judge(id, trackID, generation.Approved)
	f.keepIt(copied)
}

// TestCopiesOfDeletedMusic deletes the track of a piece that no operator approved, and then
// the piece. A copy stays refused until an operator approves the same piece.
func TestCopiesOfDeletedMusic(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	piece := encoded(t, "440", "0")
	id, trackID := f.made(piece)
	f.judge(id, trackID, generation.Rejected)
	same, again := f.send("same.flac", piece), f.send("again.flac", encoded(t, "440", "12"))
	f.must(f.Remove(ctx, f.ana, trackID))
	f.refused(same)
	f.must(f.store.DropGeneration(ctx, id))
	f.refused(same)
	f.refused(again)
	id, trackID = f.made(piece)
	f.code(f.store.CheckReviewed(ctx, trackID), music.Conflict)
	f.judge(id, trackID, generation.Approved)
	f.must(f.store.CheckReviewed(ctx, trackID))
	f.keepIt(again)
}
