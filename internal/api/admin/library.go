package admin

import (
	"context"
	"strings"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/stock"
	"sonora/internal/words"
)

type libraryJSON struct {
	Stats libraryStatsJSON `json:"stats" doc:"What the library holds."`
	Roots []string         `json:"roots" doc:"The music folders; for the operator only."`
	Scan  music.ScanStatus `json:"scan" doc:"The current or latest scan."`
}

type libraryStatsJSON struct {
	Tracks   int     `json:"tracks" doc:"Number of tracks, without those whose file is missing."`
	Albums   int     `json:"albums" doc:"Number of albums."`
	Artists  int     `json:"artists" doc:"Number of artists."`
	Genres   int     `json:"genres" doc:"Number of genres."`
	Missing  int     `json:"missing" doc:"Number of tracks whose file is missing."`
	Problems int     `json:"problems" doc:"Number of files that cannot be played."`
	Duration float64 `json:"duration" doc:"Seconds."`
	Bytes    int64   `json:"bytes" doc:"Size of all files in bytes."`
}

func (a *API) libraryStatus(ctx context.Context, _ *struct{}) (*edge.Body[libraryJSON], error) {
	s, err := a.Library.Totals(ctx)
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

// scanFor encodes the state of a scan for the viewer.
func scanFor(ctx context.Context, s music.ScanStatus) music.ScanStatus {
	return things.EncodeScan(music.LanguageOf(ctx), edge.Viewer(ctx), s)
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

func (a *API) cancelScan(_ context.Context, _ *struct{}) (*struct{}, error) {
	a.Library.Cancel()
	return &struct{}{}, nil
}

type fileProblemJSON struct {
	ID     string    `json:"id" doc:"ID of the problem, as long as it lasts."`
	Root   string    `json:"root" doc:"Music folder."`
	Path   string    `json:"path" doc:"Path relative to the music folder."`
	Kind   string    `json:"kind" enum:"empty,truncated,not-audio,unreadable,corrupt" doc:"What is wrong with the file."`
	Reason string    `json:"reason" doc:"What is wrong, in one sentence."`
	Size   int64     `json:"size" doc:"Size in bytes."`
	SeenAt edge.Time `json:"seenAt" doc:"When the scan found the problem."`
}

func problemIn(language string) func(*stock.Broken) fileProblemJSON {
	return func(p *stock.Broken) fileProblemJSON {
		return fileProblemJSON{ID: p.ID, Root: p.Root, Path: p.Path, Kind: string(p.Kind), Reason: words.Render(language, p.Reason), Size: p.Size, SeenAt: edge.Time(p.SeenAt)}
	}
}

type problemsInput struct {
	edge.Paging
	Text string `query:"q" maxLength:"500" doc:"Words in the path; case and accents do not matter."`
	Kind string `query:"kind" enum:"empty,truncated,not-audio,unreadable,corrupt" doc:"Only files with this problem."`
	Sort string `query:"sort" enum:"path,-path,reason,-reason,size,-size,seen,-seen" default:"path" doc:"A column, with a minus for the other direction."`
}

func (a *API) problems(ctx context.Context, in *problemsInput) (*edge.PageOf[fileProblemJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Store.BrokenTable(ctx, stock.BrokenTable{Text: in.Text, Kind: music.ProblemKind(in.Kind), Sort: stock.BrokenSort(in.Sort)}, page)
	if err != nil {
		return nil, err
	}
	in.ByPosition()
	return edge.Answer(&in.Paging, list, problemIn(music.LanguageOf(ctx))), nil
}

type missingInput struct {
	edge.Paging
	Text string `query:"q" maxLength:"500" doc:"Beginnings of words in the title, artist, album or genre, or words in the name of a playlist with the track; case and accents do not matter."`
	Sort string `query:"sort" enum:"missing,-missing,title,-title,artist,-artist,album,-album,duration,-duration,plays,-plays" default:"-missing" doc:"A column, with a minus for the other direction. missing: when the file was missed."`
}

func (a *API) missingTracks(ctx context.Context, in *missingInput) (*edge.PageOf[things.TrackJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Store.TrackTable(ctx, edge.Viewer(ctx), stock.Table{IsMissing: true, Text: strings.TrimSpace(in.Text), Sort: stock.Sort(in.Sort)}, page)
	if err != nil {
		return nil, err
	}
	in.ByPosition()
	return edge.Answer(&in.Paging, list, things.EncodeTrack), nil
}

type purgedJSON struct {
	Purged int `json:"purged" doc:"Number of tracks deleted."`
}

func (a *API) purgeMissing(ctx context.Context, _ *struct{}) (*edge.Body[purgedJSON], error) {
	n, err := a.Library.Purge(ctx)
	if err != nil {
		return nil, err
	}
	return edge.Reply(purgedJSON{n})
}
