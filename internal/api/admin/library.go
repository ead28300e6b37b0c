package admin

import (
	"context"
	"time"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/words"
)

type libraryJSON struct {
	Stats libraryStatsJSON `json:"stats"`
	Roots []string         `json:"roots" doc:"The music folders; for the operator only."`
	Scan  music.ScanStatus `json:"scan"`
}

type libraryStatsJSON struct {
	Tracks   int     `json:"tracks"`
	Albums   int     `json:"albums"`
	Artists  int     `json:"artists"`
	Genres   int     `json:"genres"`
	Missing  int     `json:"missing"`
	Problems int     `json:"problems"`
	Duration float64 `json:"duration" doc:"Seconds."`
	Bytes    int64   `json:"bytes"`
}

func (a *API) libraryStatus(ctx context.Context, _ *struct{}) (*edge.Body[libraryJSON], error) {
	s, err := a.Store.LibraryStats(ctx)
	if err != nil {
		return nil, err
	}
	out := libraryJSON{
		Stats: libraryStatsJSON{
			Tracks: s.Tracks, Albums: s.Albums, Artists: s.Artists, Genres: s.Genres, Missing: s.Missing,
			Problems: s.Problems, Duration: s.Duration.Seconds(), Bytes: s.Bytes,
		},
		Roots: []string{},
		Scan:  scanFor(ctx, a.Library.Status()),
	}
	if edge.Viewer(ctx).IsAdmin() {
		out.Roots = append(out.Roots, a.Library.Roots()...)
	}
	return edge.Reply(out)
}

// scanFor hides folder names from everyone except the operator.
func scanFor(ctx context.Context, s music.ScanStatus) music.ScanStatus {
	if !edge.Viewer(ctx).IsAdmin() {
		s.Folder = ""
	}
	s.Error = words.In(music.LanguageOf(ctx), s.Error)
	s.StartedAt, s.FinishedAt = s.StartedAt.UTC(), s.FinishedAt.UTC()
	return s
}

type scanInput struct {
	Body *struct {
		Full bool `json:"full,omitempty" doc:"Whether to read unchanged files again too."`
	}
}

func (a *API) startScan(ctx context.Context, in *scanInput) (*edge.Body[music.ScanStatus], error) {
	status, err := a.Library.Start(library.Options{Full: in.Body != nil && in.Body.Full})
	if err != nil {
		return nil, err
	}
	return edge.Reply(scanFor(ctx, status))
}

func (a *API) cancelScan(ctx context.Context, _ *struct{}) (*edge.Body[music.ScanStatus], error) {
	a.Library.Cancel()
	return edge.Reply(scanFor(ctx, a.Library.Status()))
}

type fileProblemJSON struct {
	Root   string    `json:"root"`
	Path   string    `json:"path"`
	Kind   string    `json:"kind" enum:"empty,truncated,not-audio,unreadable,corrupt"`
	Reason string    `json:"reason"`
	Size   int64     `json:"size"`
	SeenAt time.Time `json:"seenAt"`
}

func problemIn(language string) func(*music.Problem) fileProblemJSON {
	return func(p *music.Problem) fileProblemJSON {
		return fileProblemJSON{Root: p.Root, Path: p.Path, Kind: string(p.Kind), Reason: words.Render(language, p.Reason), Size: p.Size, SeenAt: p.SeenAt.UTC()}
	}
}

type problemsInput struct{ edge.Paging }

func (a *API) problems(ctx context.Context, in *problemsInput) (*edge.PageOf[fileProblemJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Store.Problems(ctx, page)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, problemIn(music.LanguageOf(ctx))), nil
}

func (a *API) missingTracks(ctx context.Context, in *problemsInput) (*edge.PageOf[things.TrackJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Store.MissingTracks(ctx, page)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, things.EncodeTrack), nil
}

type purgedJSON struct {
	Purged int `json:"purged"`
}

func (a *API) purgeMissing(ctx context.Context, _ *struct{}) (*edge.Body[purgedJSON], error) {
	n, err := a.Library.Purge(ctx)
	if err != nil {
		return nil, err
	}
	return edge.Reply(purgedJSON{n})
}
