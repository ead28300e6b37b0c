package podcast

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/podcast"
	"sonora/internal/words"
)

// opmlForm is a form with a list of feeds.
var opmlForm = edge.Form(podcast.MaxOPML+things.FormEnvelope, map[string]*huma.Schema{
	"file": edge.FileField("OPML of at most 5 MB and 10000 feeds."),
}, "file")

type podcastImportJSON struct {
	ID         string          `json:"id" doc:"ID of the import."`
	State      string          `json:"state" enum:"waiting,running,done,failed" doc:"Whether it waits, runs or has ended."`
	Progress   float64         `json:"progress" doc:"0 to 1."`
	Feeds      int             `json:"feeds" doc:"Number of feeds in the file."`
	Added      int             `json:"added" doc:"Number of new subscriptions."`
	Already    int             `json:"already" doc:"Feeds you had already subscribed to."`
	Refused    int             `json:"refused" doc:"Number of feeds that could not be subscribed to."`
	Wrong      []wrongFeedJSON `json:"wrong" doc:"The first 100 rejected feeds."`
	CreatedAt  edge.Time       `json:"createdAt" doc:"When the file was sent."`
	FinishedAt edge.TimeOrNull `json:"finishedAt" doc:"When it ended; null before that."`
}

type wrongFeedJSON struct {
	URL    string `json:"url" doc:"Address of the feed."`
	Reason string `json:"reason" doc:"Why it was refused, in one sentence."`
}

func importFor(ctx context.Context) func(*podcast.Import) podcastImportJSON {
	return func(i *podcast.Import) podcastImportJSON {
		return podcastImportJSON{
			ID: i.ID, State: string(i.State), Progress: i.Progress, Feeds: i.Report.Feeds, Added: i.Report.Added, Already: i.Report.Already,
			Refused: i.Report.Refused, CreatedAt: edge.Time(i.CreatedAt), FinishedAt: edge.TimeOrNull(i.FinishedAt),
			Wrong: edge.EncodeAll(i.Report.Wrong, func(w *podcast.Wrong) wrongFeedJSON {
				return wrongFeedJSON{w.URL, words.Render(music.LanguageOf(ctx), w.Reason)}
			}),
		}
	}
}

// importPodcasts starts to subscribe the viewer to every feed in an OPML file.
func (a *API) importPodcasts(ctx context.Context, in *things.ImportInput) (*edge.Body[podcastImportJSON], error) {
	file, err := edge.FormFile(in.ContentType, in.RawBody)
	if err != nil {
		return nil, err
	}
	j, err := a.Podcasts.Import(ctx, edge.Viewer(ctx), file)
	if err != nil {
		return nil, err
	}
	return edge.Reply(importFor(ctx)(&podcast.Import{ID: j.ID, State: j.State, CreatedAt: j.CreatedAt}))
}

// podcastImports lists the viewer's imports, latest first.
func (a *API) podcastImports(ctx context.Context, in *edge.Part) (*edge.PageOf[podcastImportJSON], error) {
	list, err := a.Podcasts.Imports(ctx, edge.Viewer(ctx))
	return edge.PartOf(in, list, err, importFor(ctx))
}

// exportPodcasts sends the viewer's subscriptions as an OPML file.
func (a *API) exportPodcasts(w http.ResponseWriter, r *http.Request) error {
	file, err := a.Podcasts.Export(r.Context(), edge.Viewer(r.Context()))
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "text/x-opml; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="podcasts.opml"`)
	h.Set("Cache-Control", "no-store")
	_, _ = w.Write(file) // the client may be gone
	return nil
}
