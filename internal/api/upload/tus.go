package upload

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"sonora/internal/edge"
	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/upload"
)

// Resumable uploads with the tus protocol, version 1.0: https://tus.io/protocols/resumable-upload.

const (
	uploadsPath   = "/api/uploads"
	tusExtensions = "creation,creation-with-upload,creation-defer-length,checksum,expiration,termination"
)

// tus wraps an operation of the protocol. It checks the version and maps errors
// to the protocol's status codes.
func (a *API) tus(h func(http.ResponseWriter, *http.Request) error) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		if r.Header.Get("Tus-Resumable") != tusVersion {
			w.Header().Set("Tus-Version", tusVersion)
			a.edge.Refuse(w, r, http.StatusPreconditionFailed, music.Say("Tus-Resumable has to be 1.0.0."))
			return nil
		}
		err := h(w, r)
		var known *music.Error
		switch {
		case !errors.As(err, &known):
		case errors.Is(err, upload.ErrChecksum):
			a.edge.Refuse(w, r, edge.StatusBadChecksum, known.Detail)
			return nil
		case errors.Is(err, upload.ErrBusy):
			a.edge.Refuse(w, r, http.StatusLocked, known.Detail)
			return nil
		}
		return err
	}
}

// tusOptions lists what the server supports.
func (a *API) tusOptions(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Tus-Version", tusVersion)
	h.Set("Tus-Max-Size", strconv.FormatInt(a.Uploads.MaxSize(), 10))
	h.Set("Tus-Extension", tusExtensions)
	h.Set("Tus-Checksum-Algorithm", strings.Join(upload.Algorithms, ","))
	w.WriteHeader(http.StatusNoContent)
}

// beginUpload creates an upload and stores its first bytes if the request has
// any.
func (a *API) beginUpload(w http.ResponseWriter, r *http.Request) error {
	length, err := tusLength(r.Header)
	if err != nil {
		return err
	}
	metadata, err := tusMetadata(r.Header)
	if err != nil {
		return err
	}
	sum, err := tusChecksum(r.Header)
	if err != nil {
		return err
	}
	if length != upload.UnknownLength && r.ContentLength > length {
		return music.NewError(music.TooLarge, "The piece reaches beyond the end of the file.")
	}
	u, err := a.Uploads.Create(r.Context(), edge.Viewer(r.Context()), tusFileName(metadata), tusRawMetadata(r.Header), length)
	if err != nil {
		return err
	}
	p := &upload.Progress{Upload: *u}
	if edge.IsPiece(r) && r.ContentLength != 0 {
		p, err = a.Uploads.Write(r.Context(), edge.Viewer(r.Context()), u.ID, upload.Piece{Length: r.ContentLength, Body: a.uploadBody(w, r), Checksum: sum})
		if errors.Is(err, upload.ErrChecksum) { // the client does not know the upload's location yet
			return errors.Join(err, a.Uploads.Delete(r.Context(), edge.Viewer(r.Context()), u.ID))
		}
		if err != nil {
			return err
		}
	}
	w.Header().Set("Location", uploadsPath+"/"+u.ID)
	tusProgress(w, p)
	w.WriteHeader(http.StatusCreated)
	return nil
}

func tusProgress(w http.ResponseWriter, p *upload.Progress) {
	h := w.Header()
	h.Set("Upload-Offset", strconv.FormatInt(p.Offset, 10))
	if !p.ExpiresAt.IsZero() {
		h.Set("Upload-Expires", p.ExpiresAt.UTC().Format(http.TimeFormat))
	}
	h.Set("Cache-Control", "no-store")
}

// uploadOffset returns how many bytes of an upload have arrived.
func (a *API) uploadOffset(w http.ResponseWriter, r *http.Request) error {
	p, err := a.Uploads.Offset(r.Context(), edge.Viewer(r.Context()), r.PathValue("id"))
	if err != nil {
		return err
	}
	tusProgress(w, p)
	if p.State == intake.Growing {
		w.Header().Set("Upload-Defer-Length", "1")
	} else {
		w.Header().Set("Upload-Length", strconv.FormatInt(p.Length, 10))
	}
	if p.Metadata != "" {
		w.Header().Set("Upload-Metadata", p.Metadata)
	}
	w.WriteHeader(http.StatusOK)
	return nil
}

// continueUpload stores a piece.
func (a *API) continueUpload(w http.ResponseWriter, r *http.Request) error {
	if !edge.IsPiece(r) {
		return music.NewError(music.Unsupported, "Content-Type must be application/offset+octet-stream.")
	}
	offset, err := tusOffset(r.Header)
	if err != nil {
		return err
	}
	total, err := tusTotal(r.Header)
	if err != nil {
		return err
	}
	sum, err := tusChecksum(r.Header)
	if err != nil {
		return err
	}
	p, err := a.Uploads.Write(r.Context(), edge.Viewer(r.Context()), r.PathValue("id"), upload.Piece{
		Offset: offset, Length: r.ContentLength, Total: total, Body: a.uploadBody(w, r), Checksum: sum,
	})
	if err != nil {
		a.readRest(w, r)
		return err
	}
	tusProgress(w, p)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (a *API) giveUpUpload(w http.ResponseWriter, r *http.Request) error {
	if err := a.Uploads.Delete(r.Context(), edge.Viewer(r.Context()), r.PathValue("id")); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// uploadBody is the body of an upload. It has no time limit as long as bytes
// arrive.
type uploadBody struct {
	io.Reader
	control *http.ResponseController
}

func (a *API) uploadBody(w http.ResponseWriter, r *http.Request) *uploadBody {
	return &uploadBody{r.Body, http.NewResponseController(w)}
}

// SetDeadline implements upload.Body. The response gets its usual time after the
// deadline.
func (b *uploadBody) SetDeadline(at time.Time) {
	_ = b.control.SetReadDeadline(at) // errors are ignored as in edge.SetDeadline
	_ = b.control.SetWriteDeadline(time.Now().Add(10 * edge.AnswerTimeout))
}

// The most of a refused piece that is read before the answer, and the time for it.
const (
	maxRest  = 4 << 20
	restTime = 30 * time.Second
)

// readRest reads the rest of a refused piece, unless that is too much. A browser
// looks at the answer after it has sent everything; if the server closed the
// connection before, the browser would only see that. HTTP/2 needs none of this.
func (a *API) readRest(w http.ResponseWriter, r *http.Request) {
	if r.ProtoMajor > 1 || r.ContentLength > maxRest || r.Header.Get("Expect") != "" {
		return
	}
	a.uploadBody(w, r).SetDeadline(time.Now().Add(restTime))
	_, _ = io.CopyN(io.Discard, r.Body, maxRest) // an error only means that nothing more comes
}

// maxPiece returns how many bytes one request of an upload may have.
func (a *API) maxPiece() int64 { return int64(a.Settings.Get().MaxRequestSize) << 20 }

// resumable sets the options of every operation of the protocol. Clients that
// can only POST may override the method.
func (a *API) resumable(o *edge.Route) {
	for _, option := range []edge.Option{edge.Header("Tus-Resumable", tusVersion), edge.MethodOverride, edge.Takes(edge.PieceBody, a.maxPiece), edge.Throttled(edge.Upload)} {
		option(o)
	}
}

// mediaName parses the name of an upload's file below /media/.
func mediaName(name string) (id string, err error) {
	id, _, ok := strings.Cut(name, ".")
	if !ok || id == "" {
		return "", fmt.Errorf("media %q: %w", name, music.ErrNotFound)
	}
	return id, nil
}
