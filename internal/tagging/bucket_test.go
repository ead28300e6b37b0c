package tagging

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/blob"
	"sonora/internal/intake"
	"sonora/internal/media/tag"
	"sonora/internal/music"
)

// bucket is a store whose bytes are not on this machine.
type bucket struct {
	blob.Store
	refuse error // the error that Put returns
}

func (b *bucket) LocalPath(string) string { return "" }

func (b *bucket) Put(ctx context.Context, key string, r io.Reader, size int64) error {
	if b.refuse != nil {
		return b.refuse
	}
	return b.Store.Put(ctx, key, r, size)
}

// newBucket returns a bucket for the uploads of a house.
func newBucket(h *house) *bucket {
	b := &bucket{Store: h.places.Uploads()}
	h.place = func(root string) (blob.Store, error) {
		if root == intake.Root {
			return b, nil
		}
		return h.places.Of(root)
	}
	return b
}

// uploaded turns a sample into a track with a title chosen by the person.
func (h *house) uploaded(b blob.Store, sample, title string) string {
	h.t.Helper()
	ctx := h.t.Context()
	content, err := os.ReadFile("../media/testdata/" + sample)
	if err != nil {
		h.t.Fatal(err)
	}
	audio, err := tag.Read("../media/testdata/" + sample)
	if err != nil {
		h.t.Fatal(err)
	}
	u := &intake.Upload{AccountID: h.member.AccountID, FileName: sample, Length: int64(len(content)), State: intake.Receiving, CreatedAt: time.Now(), ExpiresAt: time.Now().Add(time.Hour)}
	if err := h.store.CreateUpload(ctx, u, 0); err != nil {
		h.t.Fatal(err)
	}
	u.State, u.Audio, u.Place = intake.Ready, audio, h.member.AccountID+"/"+u.ID+"-"+sample
	err = errors.Join(h.store.JudgeUpload(ctx, u), b.Put(ctx, u.Place, bytes.NewReader(content), u.Length))
	if err != nil {
		h.t.Fatal(err)
	}
	audio.Tags.Title = title
	// Use a different time than the file's, as after sonora move.
	id, err := h.store.AddUploaded(ctx, &intake.File{Upload: u, Audio: audio, Size: u.Length, ModTime: 1}, time.Now())
	if err != nil {
		h.t.Fatal(err)
	}
	return id
}

// says returns the tags in the object of a track.
func (h *house) says(b blob.Store, id string) music.Tags {
	h.t.Helper()
	t, err := h.store.EditableTrack(h.t.Context(), h.admin, id)
	if err != nil {
		h.t.Fatal(err)
	}
	o, err := b.Open(h.t.Context(), joinKey(t.Folder, t.Name))
	if err != nil {
		h.t.Fatal(err)
	}
	defer o.Close()
	a, err := tag.ReadFrom(o, o.Size)
	if err != nil {
		h.t.Fatal(err)
	}
	return a.Tags
}

// TestUploads changes uploaded tracks on disk and in a bucket. The names that
// the person entered when turning the upload into a track go into the file as
// well.
func TestUploads(t *testing.T) {
	for _, remote := range []bool{false, true} {
		h := newHouse(t, nil)
		store := h.places.Uploads()
		if remote {
			store = newBucket(h)
		}
		id := h.uploaded(store, "sine.mp3", "As I call it")
		r, err := h.Change(t.Context(), h.member, id, Edit{Genre: new("Jazz; Soul")})
		if err != nil || r.InFile != 1 {
			t.Fatalf("%+v %v", r, err)
		}
		for what, tags := range map[string]music.Tags{"file": h.says(store, id), "list": {Title: h.track(id).Title, Genres: h.track(id).Genres}} {
			if tags.Title != "As I call it" || len(tags.Genres) != 2 {
				t.Errorf("the %s says %+v", what, tags)
			}
		}
		if h.track(id).OwnerID != h.member.AccountID {
			t.Error("the track has no owner")
		}
		if r, err = h.Undo(t.Context(), h.member, r.ID); err != nil || r.InFile != 1 {
			t.Fatalf("%+v %v", r, err)
		}
		if tags := h.says(store, id); tags.Title != "As I call it" || tags.Genres[0] != "Jazz" || len(tags.Genres) != 1 {
			t.Errorf("undone, the file says %+v", tags)
		}
		if _, err := h.Change(t.Context(), h.person("other", music.Creator), id, Edit{Title: new("x")}); music.CodeOf(err) != music.NotFound {
			t.Errorf("somebody else's upload: %v", err)
		}
	}
}

// TestBucketRefuses checks that a change stays in the database until the bucket
// accepts it.
func TestBucketRefuses(t *testing.T) {
	h := newHouse(t, nil)
	b := newBucket(h)
	id := h.uploaded(b, "sine.flac", "Étude")
	b.refuse = errors.Join(blob.ErrUnavailable, errors.New("access denied"))
	r, err := h.Change(t.Context(), h.member, id, Edit{Title: new("Kept"), Year: new(1960.0)})
	if err != nil || !cmp.Equal(r.Reasons, []Reason{{id, music.Say("The file is in a bucket that could not be written to.")}}) || h.track(id).Title != "Kept" || h.says(b, id).Title != "Étude" {
		t.Fatalf("%+v %v", r, err)
	}
	if _, err := h.SetCover(t.Context(), h.member, id, samplePicture(t, 20), false); err != nil || h.track(id).Cover == "" {
		t.Fatal(err)
	}
	b.refuse = nil
	r, err = h.Change(t.Context(), h.member, id, Edit{Artist: new("Bo")})
	if tags := h.says(b, id); err != nil || r.InFile != 1 || tags.Title != "Kept" || tags.Year != 1960 || tags.Artists[0] != "Bo" {
		t.Fatalf("%+v %v %+v", r, err, tags)
	}
	got := h.track(id)
	if got.Title != "Kept" || got.Artist != "Bo" || got.Cover == "" {
		t.Errorf("%+v", got)
	}
	if e, err := h.store.EditableTrack(t.Context(), h.admin, id); err != nil || e.Override != nil {
		t.Errorf("%+v %v", e, err)
	}
}
