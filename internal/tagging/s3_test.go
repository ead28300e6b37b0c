package tagging

import (
	"bytes"
	"os"
	"testing"

	"sonora/internal/blob"
	"sonora/internal/blob/s3test"
	"sonora/internal/media/tag"
)

// TestLibraryInBucket changes and restores the tags of a track in a real
// bucket. The next scan has nothing to do.
func TestLibraryInBucket(t *testing.T) {
	address := s3test.New(t)
	h := &house{t: t, root: address}
	bucket, err := blob.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	if s3, ok := bucket.(*blob.S3); ok {
		t.Cleanup(s3.Close)
	}
	content, err := os.ReadFile("../media/testdata/sine.flac")
	if err != nil {
		t.Fatal(err)
	}
	for key, b := range map[string][]byte{"suite/a.flac": content, "suite/cover.png": samplePicture(t, 33), "suite/a.lrc": []byte("[00:01.00]la")} {
		if err := bucket.Put(t.Context(), key, bytes.NewReader(b), int64(len(b))); err != nil {
			t.Fatal(err)
		}
	}
	h.open()
	t.Cleanup(h.places.Close)
	id := h.id("suite/a.flac")
	shown := h.track(id).Cover
	r := h.change(id, Edit{Title: new("In the bucket"), Year: new(1971.0)})
	if r.InFile != 1 || shown == "" {
		t.Fatalf("%+v, cover %q", r, shown)
	}
	got := h.track(id)
	if got.Title != "In the bucket" || got.Year != 1971 || got.Cover != shown || !got.HasLyrics || h.says(bucket, id).Title != "In the bucket" {
		t.Errorf("%+v", got)
	}
	h.scan()
	if u := h.library.Status().Updated; u != 0 {
		t.Errorf("a scan updated %d tracks", u)
	}
	if _, err := h.SetCover(t.Context(), h.admin, id, samplePicture(t, 44), false); err != nil || h.track(id).Cover == shown {
		t.Error(err)
	}
	h.undo(r.ID)
	if tags := h.says(bucket, id); tags.Title != "Étude" || tags.Year != 2003 {
		t.Errorf("%+v", tags)
	}
	o, err := bucket.Open(t.Context(), "suite/a.flac")
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if a, err := tag.ReadFrom(o, o.Size); err != nil || a.Picture == nil {
		t.Error("the cover is gone", err)
	}
}
