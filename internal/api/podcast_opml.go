package api

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/music"
	"sonora/internal/podcast"
	"sonora/internal/words"
)

const (
	opmlPath    = "/api/podcasts/opml"
	maxOPMLBody = podcast.MaxOPML + 64<<10 // with the form around it
)

// isOPMLImport also knows the path with a slash at its end.
func isOPMLImport(r *http.Request) bool {
	return r.Method == http.MethodPost && strings.TrimSuffix(r.URL.Path, "/") == opmlPath
}

// isPodcastCover also knows the path with a slash at its end.
func isPodcastCover(r *http.Request) bool {
	path := strings.TrimSuffix(r.URL.Path, "/")
	return r.Method == http.MethodPost && strings.HasPrefix(path, "/api/podcasts/") && strings.HasSuffix(path, "/cover")
}

// opmlForm documents a form with a list of feeds.
func opmlForm(o *huma.Operation) {
	o.MaxBodyBytes, o.BodyReadTimeout = maxOPMLBody, answerTimeout
	o.SkipValidateBody = true // it is no JSON
	o.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{
		Type: huma.TypeObject, Required: []string{"file"},
		Properties: map[string]*huma.Schema{"file": {Type: huma.TypeString, Format: "binary", Description: "OPML of at most 5 MB and 10000 feeds."}},
	}}}}
}

type podcastImportJSON struct {
	ID         string          `json:"id"`
	State      string          `json:"state" enum:"waiting,running,done,failed"`
	Progress   float64         `json:"progress" doc:"0 to 1."`
	Feeds      int             `json:"feeds"`
	Added      int             `json:"added"`
	Already    int             `json:"already" doc:"Subscribed to before."`
	Refused    int             `json:"refused"`
	Wrong      []wrongFeedJSON `json:"wrong" doc:"The first 100 of those refused."`
	CreatedAt  time.Time       `json:"createdAt"`
	FinishedAt *time.Time      `json:"finishedAt"`
}

type wrongFeedJSON struct {
	URL    string `json:"url"`
	Reason string `json:"reason"`
}

func importFor(ctx context.Context) func(*podcast.Import) podcastImportJSON {
	return func(i *podcast.Import) podcastImportJSON {
		return podcastImportJSON{
			ID: i.ID, State: string(i.State), Progress: i.Progress, Feeds: i.Report.Feeds, Added: i.Report.Added, Already: i.Report.Already,
			Refused: i.Report.Refused, CreatedAt: i.CreatedAt.UTC(), FinishedAt: timeOrNull(i.FinishedAt),
			Wrong: encodeAll(i.Report.Wrong, func(w *podcast.Wrong) wrongFeedJSON {
				return wrongFeedJSON{w.URL, words.In(music.LanguageOf(ctx), w.Reason)}
			}),
		}
	}
}

// importPodcasts begins to subscribe to every feed of an OPML file.
func (a *API) importPodcasts(ctx context.Context, in *importInput) (*body[podcastImportJSON], error) {
	file, err := formFile(in.ContentType, in.RawBody)
	if err != nil {
		return nil, err
	}
	j, err := a.podcasts.Import(ctx, viewer(ctx), file)
	if err != nil {
		return nil, err
	}
	return &body[podcastImportJSON]{importFor(ctx)(&podcast.Import{ID: j.ID, State: j.State, CreatedAt: j.CreatedAt})}, nil
}

// podcastImports lists the viewer's imports, latest first.
func (a *API) podcastImports(ctx context.Context, _ *struct{}) (*body[[]podcastImportJSON], error) {
	list, err := a.podcasts.Imports(ctx, viewer(ctx))
	if err != nil {
		return nil, err
	}
	return &body[[]podcastImportJSON]{encodeAll(list, importFor(ctx))}, nil
}

// exportPodcasts sends the viewer's subscriptions as a file.
func (a *API) exportPodcasts(w http.ResponseWriter, r *http.Request) error {
	file, err := a.podcasts.Export(r.Context(), viewer(r.Context()))
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "text/x-opml; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="podcasts.opml"`)
	h.Set("Cache-Control", "no-store")
	_, _ = w.Write(file) // who left needs no answer
	return nil
}
