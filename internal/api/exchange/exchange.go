package exchange

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/exchange"
	"sonora/internal/history"
	"sonora/internal/music"
)

const (
	maxImport = 512 << 20 // bytes of all files of an import
	maxFiles  = 200
)

var (
	errLarge = music.NewError(music.TooLarge, "These files are larger than 512 MB together.")
	errApply = music.NewError(music.Invalid, "“apply” has to be true or false.")
)

// importForm documents the form of an import. The handler reads it, because the files are
// too large for memory.
func importForm(o *edge.Route) {
	edge.Takes(edge.FormBody, func() int64 { return maxImport + things.FormEnvelope })(o)
	o.RequestBody = edge.FormContent(map[string]*huma.Schema{
		"file":  edge.FileField("Export of Spotify, ListenBrainz, Last.fm or YouTube Music, of at most 512 MB together. The field may repeat."),
		"apply": {Type: huma.TypeBoolean, Description: "Take over what the report lists. Without it nothing changes."},
	}, "file")
}

type importPlaysJSON struct {
	Total    int `json:"total" doc:"Number of listens in the files."`
	New      int `json:"new" doc:"Number of plays that are taken."`
	Known    int `json:"known" doc:"Number of plays that you have already."`
	Short    int `json:"short" doc:"Number of listens that were too short for a play: less than 30 seconds, and less than half of the track."`
	Undated  int `json:"undated" doc:"Number of listens without a time, or with an impossible one."`
	NotFound int `json:"notFound" doc:"Number of listens to songs that are not in the library."`
}

type importLikesJSON struct {
	Total    int `json:"total" doc:"Number of likes in the files."`
	New      int `json:"new" doc:"Number of likes that are taken."`
	Known    int `json:"known" doc:"Number of tracks that you like already."`
	NotFound int `json:"notFound" doc:"Number of songs that are not in the library."`
}

type importListJSON struct {
	Name    string `json:"name" doc:"Name of the playlist."`
	Found   int    `json:"found" doc:"Number of its songs that are in the library."`
	Missing int    `json:"missing" doc:"Number of its songs that are not."`
	LeftOut int    `json:"leftOut" doc:"Number of its songs for which the new playlist has no room: it holds 50000."`
	Exists  bool   `json:"exists" doc:"Whether you have a playlist of this name. It stays as it is."`
}

type missingSongJSON struct {
	Text   string `json:"text" doc:"Artist and title."`
	Plays  int    `json:"plays" doc:"Number of listens to it in the files."`
	Reason string `json:"reason" enum:"not-found,ambiguous" doc:"not-found: no such track. ambiguous: several tracks fit equally well."`
}

type importReportJSON struct {
	Applied   bool              `json:"applied" doc:"Whether the report is of what was done. Otherwise it is of what would be done."`
	Plays     importPlaysJSON   `json:"plays" doc:"What becomes of listens."`
	Likes     importLikesJSON   `json:"likes" doc:"What becomes of likes."`
	Playlists []importListJSON  `json:"playlists" doc:"Playlists of the files, without those of playlistsLeftOut."`
	ListsLeft int               `json:"playlistsLeftOut" doc:"Number of playlists beyond the 2000 that one import reads."`
	Missing   []missingSongJSON `json:"missing" doc:"Songs that are not in the library, those heard most at first; at most 10000."`
	Count     int               `json:"missingCount" doc:"Number of songs that are not in the library."`
}

func encodeReport(r *exchange.Report) importReportJSON {
	return importReportJSON{
		Applied: r.Applied, Plays: importPlaysJSON(r.Plays), Likes: importLikesJSON(r.Likes), ListsLeft: r.ListsLeftOut, Count: r.MissingCount,
		Playlists: edge.EncodeAll(r.Lists, func(l *exchange.List) importListJSON {
			return importListJSON{l.Name, l.Found, l.Missing, l.LeftOut, l.Exists}
		}),
		Missing: edge.EncodeAll(r.Missing, func(m *exchange.Missing) missingSongJSON {
			reason := "not-found"
			if m.Ambiguous {
				reason = "ambiguous"
			}
			return missingSongJSON{m.Text, m.Plays, reason}
		}),
	}
}

// takeOver reads the files of a form, which it keeps on disk meanwhile.
func (a *API) takeOver(w http.ResponseWriter, r *http.Request) error {
	v := edge.Viewer(r.Context())
	done, err := a.exchange.Begin(v)
	if err != nil {
		return err
	}
	defer done()
	apply := false
	form := things.FileForm{Folder: a.exchange.Folder, MaxFiles: maxFiles, TooLarge: errLarge, Field: func(name, value string) error {
		if name == "apply" && value != "true" && value != "false" {
			return errApply
		}
		apply = apply || name == "apply" && value == "true"
		return nil
	}}
	defer form.Remove(a.log)
	if err := form.Read(r); err != nil {
		return err
	}
	files := make([]exchange.File, len(form.Files))
	for i, f := range form.Files {
		files[i] = exchange.File(f)
	}
	report, err := a.exchange.Import(r.Context(), v, files, apply)
	if err != nil {
		return err
	}
	a.edge.WriteJSON(w, r, http.StatusOK, encodeReport(report))
	return nil
}

type importJSON struct {
	ID        string    `json:"id" doc:"ID of the import."`
	At        edge.Time `json:"at" doc:"When you imported it."`
	Files     []string  `json:"files" doc:"Names of the files."`
	Plays     int       `json:"plays" doc:"Number of plays that it added."`
	Likes     int       `json:"likes" doc:"Number of likes that it added."`
	Playlists int       `json:"playlists" doc:"Number of playlists that it made."`
}

func (a *API) imports(ctx context.Context, in *edge.Part) (*edge.PageOf[importJSON], error) {
	list, err := a.exchange.Imports(ctx, edge.Viewer(ctx))
	return edge.PartOf(in, list, err, func(i *history.Import) importJSON {
		return importJSON{i.ID, edge.Time(i.At), i.Files, i.Plays, i.Likes, i.Playlists}
	})
}

type importInput struct {
	ID string `path:"id" maxLength:"64" doc:"ID of the import."`
}

func (a *API) undo(ctx context.Context, in *importInput) (*struct{}, error) {
	return nil, a.exchange.Undo(ctx, edge.Viewer(ctx), in.ID)
}
