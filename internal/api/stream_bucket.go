package api

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/blob"
	"sonora/internal/music"
)

// linkLife is how long an address in a bucket is good that a listener is sent
// to.
const linkLife = 10 * time.Minute

var errPlaceDown = music.NewError(music.Unavailable, "The place this music is kept at does not answer. Try again in a minute.")

// bucketAnswers describes what streams of originals in a bucket add.
func bucketAnswers(o *huma.Operation) {
	o.Parameters = append(o.Parameters, &huma.Param{
		Name: "proxy", In: "query", Description: "1 sends the bytes of an original through this server also when they are in a bucket.",
		Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"1"}},
	})
	o.Responses["302"] = &huma.Response{Description: "The original is in a bucket, at this address for the next minutes."}
}

// bucketTrack is a track whose bytes are not on this machine.
type bucketTrack struct {
	*music.TrackFile
	store      blob.Store
	remembered bool
}

// bucketOf returns the track of the request when its bytes are in a bucket.
func (a *API) bucketOf(r *http.Request) (*bucketTrack, error) {
	track, remembered, err := a.trackFile(r)
	if err != nil {
		return nil, err
	}
	if !blob.IsBucket(track.Root) && track.Root != music.UploadsRoot {
		return nil, nil
	}
	store, err := a.places.Of(track.Root)
	if err != nil {
		return nil, errPlaceDown.Because(err)
	}
	if _, disk := store.(*blob.Disk); disk {
		return nil, nil
	}
	return &bucketTrack{track, store, remembered}, nil
}

// streamBucket sends a listener to the bucket, or the bytes through this
// server: when the operator wants that, when the listener does («?proxy=1», for
// programs that read other servers' answers only by leave of those servers),
// and for HEAD, which an address that is signed for GET does not answer.
func (a *API) streamBucket(w http.ResponseWriter, r *http.Request, t *bucketTrack) error {
	if !a.through && r.URL.Query().Get("proxy") != "1" && r.Method != http.MethodHead {
		link, err := t.store.Link(r.Context(), t.Path, blob.LinkOptions{Expires: linkLife, ContentType: contentType(t.TrackFile)})
		if err != nil {
			return bucketError(err)
		}
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, link, http.StatusFound)
		return nil
	}
	info, bytes, err := t.open(r)
	if errors.Is(err, fs.ErrNotExist) && t.remembered {
		a.files.forget() // it moved, perhaps
		moved, err := a.bucketOf(r)
		if moved == nil || err != nil {
			return errors.Join(err, errFileGone)
		}
		return a.streamBucket(w, r, moved)
	}
	if err != nil {
		return bucketError(err)
	}
	defer bytes.Close()
	if info.Size != t.Size {
		return errFileGone // not what was scanned; the next scan looks at it
	}
	w.Header().Set("ETag", fmt.Sprintf(`"%s"`, info.Version))
	a.serveOriginal(w, r, t.TrackFile, info.ModTime, bytes)
	return nil
}

func bucketError(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return errFileGone.Because(err)
	}
	if errors.Is(err, blob.ErrUnavailable) {
		return errPlaceDown.Because(err)
	}
	return err
}

// open opens the object; for HEAD its description is all that is needed.
func (t *bucketTrack) open(r *http.Request) (blob.Info, io.ReadSeekCloser, error) {
	if r.Method == http.MethodHead {
		info, err := t.store.Stat(r.Context(), t.Path)
		return info, unread{io.NewSectionReader(nil, 0, info.Size)}, err
	}
	object, err := t.store.Open(r.Context(), t.Path)
	if err != nil {
		return blob.Info{}, nil, err
	}
	return object.Info, object.ReadSeekCloser, nil
}

// unread has a size and nothing to read.
type unread struct{ io.ReadSeeker }

func (unread) Close() error { return nil }
