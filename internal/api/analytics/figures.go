package analytics

import (
	"context"
	"time"

	"sonora/internal/analytics"
	"sonora/internal/calendar"
	"sonora/internal/edge"
	"sonora/internal/music"
	store "sonora/internal/store/analytics"
)

// Days is the range of days of a request. It is exported because huma does not read
// parameters into an unexported struct.
type Days struct {
	From string `query:"from" maxLength:"10" doc:"First day, YYYY-MM-DD; 30 days ago if omitted."`
	To   string `query:"to" maxLength:"10" doc:"Last day, YYYY-MM-DD; today if omitted."`
	Zone string `query:"tz" maxLength:"64" doc:"Time zone of days and hours, such as Europe/Vienna; UTC if omitted."`
}

func (d *Days) of() calendar.Days { return calendar.Days{From: d.From, To: d.To, Zone: d.Zone} }

type heardFiguresJSON struct {
	Plays          int64   `json:"plays" doc:"Plays of songs, mixes and episodes that count."`
	Songs          int64   `json:"songs" doc:"Plays of songs."`
	Mixes          int64   `json:"mixes" doc:"Plays of mixes."`
	Episodes       int64   `json:"episodes" doc:"Plays of podcast episodes."`
	Sessions       int64   `json:"sessions" doc:"How often somebody listened to a station for at least 30 seconds."`
	Seconds        float64 `json:"seconds" doc:"Seconds listened to songs and stations."`
	StationSeconds float64 `json:"stationSeconds" doc:"Seconds of those listened to stations."`
	People         int     `json:"people" doc:"Different accounts that heard something that counts."`
	NewAccounts    int64   `json:"newAccounts" doc:"Accounts created, without those deleted since."`
	AICost         float64 `json:"aiCost" doc:"What music by AI cost, in dollars."`
}

func encodeFigures(f *analytics.Figures) heardFiguresJSON {
	return heardFiguresJSON{
		Plays: f.Plays(), Songs: f.Sources[store.TrackSource].Plays, Mixes: f.Sources[store.MixSource].Plays, Episodes: f.Sources[store.EpisodeSource].Plays,
		Sessions: f.Sources[store.StationSource].Plays, Seconds: f.Listened().Seconds(), StationSeconds: f.Sources[store.StationSource].Listened.Seconds(),
		People: f.People, NewAccounts: f.NewAccounts, AICost: float64(f.Cost) / 1e6,
	}
}

type storedJSON struct {
	Library    int64 `json:"library" doc:"Files of songs, in bytes."`
	Mixes      int64 `json:"mixes" doc:"Files of mixes, in bytes."`
	Recordings int64 `json:"recordings" doc:"Recordings of shows, in bytes."`
	Podcasts   int64 `json:"podcasts" doc:"Kept and published episodes, in bytes."`
	Database   int64 `json:"database" doc:"The database, in bytes."`
}

type analyticsStepJSON struct {
	At        edge.Time        `json:"at" doc:"When the step begins."`
	Figures   heardFiguresJSON `json:"figures" doc:"Its sums."`
	Listeners float64          `json:"listeners" doc:"How many people listened to stations at once on average."`
	Storage   *storedJSON      `json:"storage,omitempty" doc:"What the server stored at its end; absent if that was not measured."`
}

func encodeStep(p *analytics.Point) analyticsStepJSON {
	out := analyticsStepJSON{At: edge.Time(p.At), Figures: encodeFigures(&p.Figures), Listeners: p.Listeners()}
	if s := p.Storage; s != nil {
		out.Storage = &storedJSON{s["library"], s["mixes"], s["recordings"], s["podcasts"], s["database"]}
	}
	return out
}

type analyticsJSON struct {
	From    string              `json:"from" format:"date" doc:"First day."`
	To      string              `json:"to" format:"date" doc:"Last day."`
	Step    string              `json:"step" enum:"hour,day,week,month" doc:"Length of the steps."`
	Figures heardFiguresJSON    `json:"figures" doc:"Sums of the range."`
	Before  heardFiguresJSON    `json:"before" doc:"Sums of the days before, as many as these."`
	Steps   []analyticsStepJSON `json:"steps" nullable:"false" doc:"The steps, oldest first."`
}

func encodeReport(r *analytics.Report) analyticsJSON {
	return analyticsJSON{
		From: r.From, To: r.To, Step: string(r.Step), Figures: encodeFigures(&r.All), Before: encodeFigures(&r.Before), Steps: edge.EncodeAll(r.Points, encodeStep),
	}
}

func (a *API) report(ctx context.Context, in *Days) (*edge.Body[analyticsJSON], error) {
	r, err := a.Analytics.Report(ctx, edge.Viewer(ctx), in.of())
	return edge.Encoded(r, err, encodeReport)
}

type topInput struct {
	edge.Paging
	Days
	Kind  string `query:"kind" enum:"track,album,artist,mix,podcast,episode,station,device,country" default:"track" doc:"What to list."`
	Order string `query:"order" enum:"plays,listened" default:"plays" doc:"What to sort by, highest first."`
}

type analyticsTopJSON struct {
	ID      string  `json:"id" doc:"ID of the item; of a device one of iphone, ipad, android, tv, speaker, chromeos, windows, mac, linux, player, unknown; of a country its ISO 3166-1 code."`
	Name    string  `json:"name" doc:"Title or name; the last one if the item was deleted."`
	Detail  string  `json:"detail" doc:"Artist, DJ or podcast; empty for others."`
	Deleted bool    `json:"deleted" doc:"Whether the item no longer exists."`
	Plays   int64   `json:"plays" doc:"Plays that count; of a station, how often somebody listened."`
	Seconds float64 `json:"seconds" doc:"Seconds listened; 0 for mixes and episodes, of which that is not measured."`
}

func encodeTop(t *store.Top) analyticsTopJSON {
	return analyticsTopJSON{t.ID, t.Name, t.Detail, t.IsGone, t.Plays, t.Listened.Seconds()}
}

func (a *API) top(ctx context.Context, in *topInput) (*edge.PageOf[analyticsTopJSON], error) {
	in.ByPosition()
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	tops, err := a.Analytics.Tops(ctx, edge.Viewer(ctx), in.of(), store.Kind(in.Kind), store.Order(in.Order))
	if err != nil {
		return nil, err
	}
	items, err := tops.Page(ctx, page.At, page.Limit)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, music.List[store.Top]{Items: items, Total: tops.Len()}, encodeTop), nil
}

type retentionInput struct {
	edge.Part
	Days
}

type cohortJSON struct {
	Week     edge.Time `json:"week" doc:"When the week begins."`
	Accounts int       `json:"accounts" doc:"Accounts created in it."`
	Active   []int     `json:"active" nullable:"false" doc:"How many of those people listened in that week, in the next one, and so on."`
}

func encodeCohort(c *analytics.Cohort) cohortJSON {
	return cohortJSON{edge.Time(c.Week), c.Accounts, c.Active}
}

func (a *API) retention(ctx context.Context, in *retentionInput) (*edge.PageOf[cohortJSON], error) {
	cohorts, err := a.Analytics.Retention(ctx, edge.Viewer(ctx), in.of())
	return edge.PartOf(&in.Part, cohorts, err, encodeCohort)
}

func instant(t time.Time) string { return t.Format(time.RFC3339) }
