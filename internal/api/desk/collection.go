package desk

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/api/things"
	"sonora/internal/djimport"
	"sonora/internal/edge"
	"sonora/internal/music"
)

const (
	// maxCollection is the maximum size of all files of an import in bytes. It is
	// what 200,000 tracks need.
	maxCollection = 512 << 20
	maxFiles      = 1000 // crates are a file each
	maxField      = 1 << 10
)

var (
	errLargeCollection = music.NewError(music.TooLarge, "These files are larger than 512 MB together.")
	errApply           = music.NewError(music.Invalid, "“apply” has to be true or false.")
	errExisting        = music.NewError(music.Invalid, "“existing” has to be keep or replace.")
)

// collectionForm documents the form of an import. The handler reads it, because
// the files are too large for memory.
func collectionForm(o *edge.Route) {
	edge.Takes(edge.FormBody, func() int64 { return maxCollection + things.FormEnvelope })(o)
	o.RequestBody = edge.FormContent(map[string]*huma.Schema{
		"file":     edge.FileField("rekordbox XML, Traktor NML, Serato crates or a Mixxx database, of at most 512 MB together. The field may repeat."),
		"apply":    {Type: huma.TypeBoolean, Description: "Take over what the report lists. Without it nothing changes."},
		"existing": {Type: huma.TypeString, Enum: []any{"keep", "replace"}, Default: "keep", Description: "keep: your own marks stay, and what is free is filled. replace: marks of the files replace yours."},
	}, "file")
}

type markCountsJSON struct {
	Cues    int `json:"cues" doc:"Main cues."`
	HotCues int `json:"hotCues" doc:"Hot cues."`
	Loops   int `json:"loops" doc:"Saved loops."`
	Grids   int `json:"grids" doc:"Beat grids."`
}

type importedListJSON struct {
	Name    string `json:"name" doc:"Name of the playlist: folders and name, separated by “ / ”."`
	Found   int    `json:"found" doc:"Number of its tracks that are in the library."`
	Missing int    `json:"missing" doc:"Number of its tracks that are not."`
	LeftOut int    `json:"leftOut" doc:"Number of its tracks in the library for which the new playlist has no room: it holds 50000."`
	Exists  bool   `json:"exists" doc:"Whether you have a playlist of this name. It stays as it is."`
}

type missingTrackJSON struct {
	Text   string `json:"text" doc:"Artist and title, otherwise the path in the file."`
	Reason string `json:"reason" enum:"not-found,ambiguous" doc:"not-found: no such track. ambiguous: several tracks fit equally well."`
}

type collectionReportJSON struct {
	Applied   bool               `json:"applied" doc:"Whether the report is of what was done. Otherwise it is of what would be done."`
	Tracks    int                `json:"tracks" doc:"Number of tracks in the files."`
	Matched   int                `json:"matched" doc:"Number of those that are in the library."`
	NotFound  int                `json:"notFound" doc:"Number of those that are not."`
	Ambiguous int                `json:"ambiguous" doc:"Number of those for which several tracks fit."`
	Taken     markCountsJSON     `json:"taken" doc:"Marks that are taken over."`
	Kept      int                `json:"kept" doc:"Number of tracks with marks of your own that stay instead of others."`
	Skipped   int                `json:"skipped" doc:"Number of tracks whose marks stay as they are, because some of your own lie behind the end: the file was shortened."`
	LeftOut   int                `json:"leftOut" doc:"Number of marks that the desk cannot hold: hot cues and loops beyond the eighth, memory cues beside hot cues, and marks behind the end of their track."`
	Invalid   int                `json:"invalid" doc:"Number of marks that are wrong in the file: without a valid position or tempo, loops that end before they begin, and second hot cues with the same number."`
	Unread    int                `json:"unread" doc:"Number of files whose tags cannot be read at the moment."`
	Playlists []importedListJSON `json:"playlists" doc:"Playlists and crates of the files, without those of playlistsLeftOut."`
	ListsLeft int                `json:"playlistsLeftOut" doc:"Number of playlists beyond the 2000 that one import makes. To get these, import the same files again."`
	Missing   []missingTrackJSON `json:"missing" doc:"Tracks without a match; at most the first 10000."`
	Next      *string            `json:"next" doc:"Of Serato's tags: what to send as after to go on; null at the end."`
}

func encodeReport(r *djimport.Report) collectionReportJSON {
	return collectionReportJSON{
		Applied: r.Applied, Tracks: r.Tracks, Matched: r.Matched, NotFound: r.NotFound, Ambiguous: r.Ambiguous,
		Taken: markCountsJSON{r.Taken.Cues, r.Taken.HotCues, r.Taken.Loops, r.Taken.Grids}, Kept: r.Kept, Skipped: r.Skipped, LeftOut: r.LeftOut, Invalid: r.Invalid, Unread: r.Unread, ListsLeft: r.ListsLeftOut,
		Playlists: edge.EncodeAll(r.Playlists, func(l *djimport.List) importedListJSON {
			return importedListJSON{l.Name, l.Found, l.Missing, l.LeftOut, l.Exists}
		}),
		Missing: edge.EncodeAll(r.Missing, func(m *djimport.Missing) missingTrackJSON {
			return missingTrackJSON{m.Text, string(m.Reason)}
		}),
		Next: edge.OrNull(r.Next),
	}
}

// importCollection reads the files of a form, which it keeps on disk meanwhile.
func (a *API) importCollection(w http.ResponseWriter, r *http.Request) error {
	done, err := a.imports.Begin(edge.Viewer(r.Context()))
	if err != nil {
		return err
	}
	defer done()
	var options djimport.Options
	form := things.FileForm{Folder: a.imports.Folder, MaxFiles: maxFiles, TooLarge: errLargeCollection, Field: func(name, value string) error { return setOption(&options, name, value) }}
	defer form.Remove(a.log)
	if err := form.Read(r); err != nil {
		return err
	}
	files := make([]djimport.File, len(form.Files))
	for i, f := range form.Files {
		files[i] = djimport.File(f)
	}
	report, err := a.imports.Import(r.Context(), edge.Viewer(r.Context()), files, options)
	if err != nil {
		return err
	}
	a.edge.WriteJSON(w, r, http.StatusOK, encodeReport(report))
	return nil
}

// setOption takes a field of the form of an import.
func setOption(o *djimport.Options, name, value string) error {
	switch {
	case name == "apply" && value != "true" && value != "false":
		return errApply
	case name == "apply":
		o.Apply = value == "true"
	case name == "existing" && value != "keep" && value != "replace":
		return errExisting
	case name == "existing":
		o.Replace = value == "replace"
	}
	return nil
}

type seratoInput struct {
	Body struct {
		After    string `json:"after,omitempty" maxLength:"200" doc:"The next of the report before; omitted at the beginning."`
		Apply    bool   `json:"apply,omitempty" doc:"Take over what the report lists. Without it nothing changes."`
		Existing string `json:"existing,omitempty" enum:"keep,replace" doc:"keep: your own marks stay, and what is free is filled. replace: marks of the files replace yours."`
	}
}

func (a *API) importSerato(ctx context.Context, in *seratoInput) (*edge.Body[collectionReportJSON], error) {
	b := in.Body
	report, err := a.imports.ImportTags(ctx, edge.Viewer(ctx), b.After, djimport.Options{Apply: b.Apply, Replace: b.Existing == "replace"})
	return edge.Encoded(report, err, encodeReport)
}

// exportParameters documents what to export.
func exportParameters(o *edge.Route) {
	text := func(name, description string) *huma.Param {
		return &huma.Param{Name: name, In: "query", Description: description, Schema: &huma.Schema{Type: huma.TypeString}}
	}
	o.Parameters = append(o.Parameters,
		text("playlists", "IDs of playlists, separated by commas. Without playlists and tracks, everything that you may see."),
		text("tracks", "IDs of tracks, separated by commas."),
		text("folder", "Where the library lies on the DJ's computer, such as /Users/me/Music."),
	)
}

// listed splits a list at its commas.
func listed(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' })
}

// exportCollection sends a collection as rekordbox XML. It is written to disk
// first, so that the answer says when something goes wrong.
func (a *API) exportCollection(w http.ResponseWriter, r *http.Request) (err error) {
	query := r.URL.Query()
	what := djimport.Selection{PlaylistIDs: listed(query.Get("playlists")), TrackIDs: listed(query.Get("tracks")), Folder: music.Shorten(query.Get("folder"), maxField), Version: a.version}
	export, err := a.imports.Select(r.Context(), edge.Viewer(r.Context()), what)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(a.imports.Folder, "export-*")
	if err != nil {
		return fmt.Errorf("export collection: %w", err)
	}
	defer func() {
		if err := errors.Join(f.Close(), os.Remove(f.Name())); err != nil {
			a.log.Warn("delete temporary file of export failed", "error", err)
		}
	}()
	if err := export.WriteTo(r.Context(), f); err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "application/xml; charset=utf-8")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": "sonora-rekordbox.xml"}))
	h.Set("Cache-Control", "no-store")
	http.ServeContent(w, r, "", time.Time{}, f)
	return nil
}
