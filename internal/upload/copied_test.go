package upload

import (
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sonora/internal/blob"
	"sonora/internal/generation"
	"sonora/internal/music"
	tones "sonora/internal/testkit/wave"
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

// played returns a file of 40 seconds with random notes.
func played(t *testing.T, seed uint64, name string, arguments ...string) []byte {
	t.Helper()
	const seconds, perSecond = 40, 4
	r := rand.New(rand.NewPCG(seed, 1))
	var notes [seconds * perSecond]tones.Sound
	for i := range notes {
		from := float64(i) / perSecond
		notes[i] = tones.Within(from, from+r.Float64()/perSecond, tones.Tone(60*math.Exp2(7*r.Float64()), -30+15*r.Float64()))
	}
	noise := tones.Noise(-60)
	dir := t.TempDir()
	from, path := filepath.Join(dir, "played.wav"), filepath.Join(dir, name)
	file := tones.File(seconds, func(s float64) float64 { return noise(s) + notes[int(s*perSecond)](s) })
	if err := os.WriteFile(from, file, 0o600); err != nil {
		t.Fatal(err)
	}
	arguments = append(append([]string{"-v", "error", "-i", from}, arguments...), path)
	if out, err := exec.CommandContext(t.Context(), "ffmpeg", arguments...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestEncodedCopies uploads a piece in other formats and levels, while it awaits a review,
// after its track and the piece are deleted, and once an operator approved it.
func TestEncodedCopies(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	piece := played(t, 1, "made.flac")
	id, trackID := f.made(piece)
	if other := f.keepIt(f.send("other.mp3", played(t, 2, "other.mp3"))); !other.IsPublic || other.IsAIGenerated || len(f.waiting) > 0 {
		t.Errorf("another piece: public %v, by AI %v, waiting %v", other.IsPublic, other.IsAIGenerated, f.waiting)
	}
	mp3, quiet := played(t, 1, "same.mp3", "-b:a", "64k"), played(t, 1, "same.wav", "-filter:a", "volume=-8dB")
	copied := f.send("same.mp3", mp3)
	kept := f.keepIt(copied)
	if kept.IsPublic || !slices.Equal(f.waiting, []string{kept.ID}) {
		t.Fatalf("a copy: public %v, waiting %v", kept.IsPublic, f.waiting)
	}
	for _, tempo := range []string{"0.87", "1.10"} {
		if faster := f.keepIt(f.send(tempo+".mp3", played(t, 1, tempo+".mp3", "-filter:a", "atempo="+tempo))); faster.IsPublic || !faster.IsAIGenerated {
			t.Errorf("a copy at %s of the tempo: public %v, by AI %v", tempo, faster.IsPublic, faster.IsAIGenerated)
		}
	}
	_, err := f.SetPublic(ctx, f.ana, kept.ID, true)
	f.code(err, music.Conflict)
	if again := f.keepIt(copied); again.ID != kept.ID {
		t.Errorf("kept again as %s", again.ID)
	}
	f.approve(copied)
	if now := storeTrack(f, kept.ID); !now.IsPublic {
		t.Error("an approved copy is not public")
	}
	f.judge(id, trackID, generation.Rejected)
	own := f.send("same.wav", quiet)
	private := f.keepIt(own, func(t *Track) { t.IsPublic = false })
	f.approve(own)
	if now := storeTrack(f, private.ID); now.IsPublic {
		t.Error("a copy that its owner keeps private became public")
	}
	f.must(f.Remove(ctx, f.ana, trackID))
	f.must(f.store.DropGeneration(ctx, id))
	deleted := f.send("deleted.mp3", mp3)
	if kept := f.keepIt(deleted); kept.IsPublic {
		t.Error("a copy of a deleted piece is public")
	} else {
		f.must(f.Remove(ctx, f.ana, kept.ID))
		_, err := f.store.GenerationByID(ctx, deleted)
		f.code(err, music.NotFound)
	}
	id, trackID = f.made(piece)
	f.judge(id, trackID, generation.Approved)
	if kept := f.keepIt(f.send("free.mp3", mp3)); !kept.IsPublic || !kept.IsAIGenerated {
		t.Errorf("a copy of an approved piece: public %v, by AI %v", kept.IsPublic, kept.IsAIGenerated)
	}
	faster := played(t, 1, "faster.mp3", "-filter:a", "atempo=1.10") // also of the deleted one, which nobody approved
	if kept := f.keepIt(f.send("faster.mp3", faster)); !kept.IsPublic || !kept.IsAIGenerated {
		t.Errorf("a faster copy of an approved piece: public %v, by AI %v", kept.IsPublic, kept.IsAIGenerated)
	}
}

// TestPartsOfMusicThatAwaitsAReview uploads parts of a piece, also backwards, while it awaits a
// review, and once an operator approved it.
func TestPartsOfMusicThatAwaitsAReview(t *testing.T) {
	f := newFixture(t)
	id, trackID := f.made(played(t, 1, "made.flac"))
	f.keepIt(f.send("other.mp3", played(t, 2, "other.mp3", "-ss", "11.3", "-t", "20")))
	parts := map[string][]byte{
		"middle.mp3":    played(t, 1, "middle.mp3", "-ss", "17.77", "-t", "10", "-b:a", "128k"),
		"end.m4a":       played(t, 1, "end.m4a", "-ss", "19.2", "-b:a", "128k"),
		"backwards.mp3": played(t, 1, "backwards.mp3", "-filter:a", "areverse", "-b:a", "128k"),
		"soft.wav":      played(t, 1, "soft.wav", "-filter:a", "atrim=12.34:27,areverse,volume=-6dB"),
	}
	if len(f.waiting) > 0 {
		t.Fatalf("a part of another piece waits: %v", f.waiting)
	}
	for name, file := range parts {
		if kept := f.keepIt(f.send(name, file)); kept.IsPublic || !kept.IsAIGenerated {
			t.Errorf("%s: public %v, by AI %v", name, kept.IsPublic, kept.IsAIGenerated)
		}
	}
	f.judge(id, trackID, generation.Approved)
	for name, file := range parts {
		if kept := f.keepIt(f.send("free-"+name, file)); !kept.IsPublic || !kept.IsAIGenerated {
			t.Errorf("%s of an approved piece: public %v, by AI %v", name, kept.IsPublic, kept.IsAIGenerated)
		}
	}
}

// TestHeldUploadIsReviewedAfterAnInterruption dies as soon as a held upload is a track.
func TestHeldUploadIsReviewedAfterAnInterruption(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	f.made(played(t, 1, "made.flac"))
	u, err := f.store.Upload(ctx, f.send("same.mp3", played(t, 1, "same.mp3")))
	f.must(err)
	wish := Track{UploadID: u.ID, Title: "Mine", IsPublic: true}
	if held, err := f.hold(ctx, f.ana, u, &wish); !held || err != nil {
		t.Fatalf("held: %v, %v", held, err)
	}
	wish.IsPublic = false
	kept, err := f.keep(ctx, f.ana, u, wish)
	f.must(err)
	_, err = f.SetPublic(ctx, f.ana, kept.ID, true)
	f.code(err, music.Conflict)
	f.approve(u.ID)
	if now := storeTrack(f, kept.ID); !now.IsPublic {
		t.Error("an approved copy is not public")
	}
}

// distant is a store whose files are not on this machine.
type distant struct{ blob.Store }

func (distant) LocalPath(string) string { return "" }

// TestCopiesKeepTheirLabelAfterAnInterruption dies when the bytes of a copy are in the store
// and it is no track yet, here and in a store elsewhere, with an approved piece and with one that
// awaits a review.
func TestCopiesKeepTheirLabelAfterAnInterruption(t *testing.T) {
	for name, c := range map[string]struct {
		verdict   generation.Verdict
		isDistant bool
	}{
		"approved": {generation.Approved, false}, "approved, elsewhere": {generation.Approved, true}, "pending": {generation.Pending, false},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			ctx := t.Context()
			if c.isDistant {
				f.blobs = distant{f.blobs}
			}
			id, trackID := f.made(played(t, 1, "made.flac"))
			f.judge(id, trackID, c.verdict)
			u, err := f.store.Upload(ctx, f.send("same.mp3", played(t, 1, "same.mp3")))
			f.must(err)
			isHeld, err := f.hold(ctx, f.ana, u, &Track{UploadID: u.ID, Title: "Mine", IsPublic: true})
			f.must(err)
			_, err = f.move(ctx, u)
			f.must(err)
			if err := f.staging.remove(u.ID); err != nil {
				t.Fatal(err)
			}
			kept := f.keepIt(u.ID)
			if isHeld == kept.IsPublic || kept.IsPublic != (c.verdict == generation.Approved) || !kept.IsAIGenerated {
				t.Errorf("held %v, then public %v, by AI %v", isHeld, kept.IsPublic, kept.IsAIGenerated)
			}
			if left := f.names("receiving"); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// TestOnlyUploadsAreNoted keeps a file that the server made, and one that a person sent.
func TestOnlyUploadsAreNoted(t *testing.T) {
	f := newFixture(t)
	f.made(encoded(t, "440", "0"))
	f.keepIt(f.send("other.flac", encoded(t, "441", "12")))
	if len(f.noted) != 1 {
		t.Errorf("noted: %v", f.noted)
	}
}

// approve approves what is reviewed under an ID.
func (f *fixture) approve(id string) {
	f.t.Helper()
	_, err := f.store.ReviewGeneration(f.t.Context(), id, time.Now(), func(x *generation.Generation) error {
		x.Review.Verdict = generation.Approved
		return nil
	})
	f.must(err)
}

func storeTrack(f *fixture, id string) *music.TrackDetail {
	f.t.Helper()
	track, err := f.store.Track(f.t.Context(), f.boss, id)
	f.must(err)
	return track
}

// TestChecksumsOfOlderPieces notes the checksum of a piece that an older version of this
// program made.
func TestChecksumsOfOlderPieces(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	id, _ := f.made(encoded(t, "440", "0"))
	f.must(f.store.NoteChecksum(ctx, id, [16]byte{}))
	copied := f.send("mine.flac", encoded(t, "440", "12"))
	f.must(f.completeSounds(ctx))
	f.refused(copied)
}
