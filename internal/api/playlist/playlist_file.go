package playlist

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"golang.org/x/sync/semaphore"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/playlist"
)

const (
	maxImportBody  = playlist.MaxFile + things.FormEnvelope
	maxImportField = 1 << 10
	importMemory   = maxImportBody + 16<<20 // bytes of forms in memory: one of maximum size and several usual ones
)

var errImporting = music.NewError(music.Unavailable, "Too many playlists are being imported. Try again in a moment.")

// roomForImport limits the memory of concurrent imports: a form waits until
// there is room for it.
func (a *API) roomForImport(o *edge.Route) {
	room := semaphore.NewWeighted(importMemory)
	o.Middlewares = append(o.Middlewares, func(ctx huma.Context, next func(huma.Context)) {
		r, w := humago.Unwrap(ctx)
		size := r.ContentLength
		if size < 0 || size > maxImportBody { // unknown, or cut off at the limit
			size = maxImportBody
		}
		if err := room.Acquire(r.Context(), size); err != nil {
			a.edge.WriteProblem(w, r, errImporting.Because(err))
			return
		}
		defer room.Release(size)
		next(ctx)
	})
}

// importForm is a form with the file of a playlist.
var importForm = edge.Form(maxImportBody, map[string]*huma.Schema{
	"file":       edge.FileField("M3U, M3U8, XSPF or JSON of at most 48 MB."),
	"name":       {Type: huma.TypeString, Description: "Name of the new playlist; the one in the file if omitted."},
	"playlistId": {Type: huma.TypeString, Description: "ID of a playlist to add to instead."},
}, "file")

type missingLineJSON struct {
	Line   int    `json:"line" doc:"Line number in the file, from 1; in JSON and XSPF, the number of the track."`
	Text   string `json:"text" doc:"The line as it stands in the file."`
	Reason string `json:"reason" enum:"not-found,ambiguous,not-a-file,full" doc:"not-found: no such track. ambiguous: several tracks match. not-a-file: the line names no track. full: the playlist has no more room."`
}

type importedJSON struct {
	Playlist     things.PlaylistJSON `json:"playlist" doc:"The new or extended playlist."`
	Found        int                 `json:"found" doc:"Number of tracks found."`
	MissingCount int                 `json:"missingCount" doc:"Number of lines without a track."`
	Missing      []missingLineJSON   `json:"missing" doc:"At most the first 10000."`
}

func (a *API) importPlaylist(ctx context.Context, in *things.ImportInput) (*edge.Body[importedJSON], error) {
	form, err := importOf(in)
	if err != nil {
		return nil, err
	}
	result, err := a.Playlists.Import(ctx, edge.Viewer(ctx), form)
	if err != nil {
		return nil, err
	}
	missing := edge.EncodeAll(result.Missing, func(m *playlist.Missing) missingLineJSON { return missingLineJSON{m.Line, m.Text, m.Reason} })
	return edge.Reply(importedJSON{things.EncodePlaylist(ctx, result.Playlist), result.Found, result.MissingCount, missing})
}

// importOf reads the fields of the form.
func importOf(in *things.ImportInput) (playlist.Import, error) {
	var form playlist.Import
	_, parameters, err := mime.ParseMediaType(in.ContentType)
	if err != nil {
		return form, edge.ErrBadForm.Because(err)
	}
	parts := multipart.NewReader(bytes.NewReader(in.RawBody), parameters["boundary"])
	for range edge.MaxFormParts {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = readImport(&form, part, len(in.RawBody))
		}
		if err != nil {
			return form, edge.ErrBadForm.Because(err)
		}
	}
	if len(form.File) == 0 {
		return form, edge.MissingFile()
	}
	return form, nil
}

// readImport reads one field of the form. The file has at most maxSize bytes.
func readImport(form *playlist.Import, part *multipart.Part, maxSize int) (err error) {
	switch part.FormName() {
	case "file":
		if form.File != "" {
			return nil // the first counts
		}
		var file strings.Builder
		file.Grow(maxSize) // otherwise the buffer would be copied each time it grows
		_, err = io.Copy(&file, part)
		form.FileName, form.File = part.FileName(), file.String()
	case "name":
		form.Name, err = readField(part)
	case "playlistId":
		form.PlaylistID, err = readField(part)
	}
	return err
}

func readField(part *multipart.Part) (string, error) {
	text, err := io.ReadAll(io.LimitReader(part, maxImportField))
	return string(text), err
}

// formatParameter documents the formats of playlist files.
func formatParameter(o *edge.Route) {
	var formats []any
	content := map[string]*huma.MediaType{}
	for _, f := range playlist.Formats {
		formats = append(formats, string(f))
		content[f.MIME()] = &huma.MediaType{Schema: &huma.Schema{}}
	}
	o.Responses["200"].Content = content
	o.Parameters = append(o.Parameters, &huma.Param{Name: "format", In: "query", Description: "Format of the file.", Schema: &huma.Schema{Type: huma.TypeString, Enum: formats, Default: string(playlist.M3U8)}})
}

// exportPlaylist sends a playlist as a file.
func (a *API) exportPlaylist(w http.ResponseWriter, r *http.Request) error {
	export, err := a.Playlists.Export(r.Context(), edge.Viewer(r.Context()), r.PathValue("id"), playlist.Format(r.URL.Query().Get("format")))
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", export.MIME)
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": export.FileName}))
	h.Set("Cache-Control", "no-store")
	_, err = io.Copy(w, bytes.NewReader(export.Data))
	return ignoreGone(r, err)
}

// ignoreGone drops the error if the client has disconnected.
func ignoreGone(r *http.Request, err error) error {
	if r.Context().Err() == nil {
		return err
	}
	return nil
}
