package podcast

import (
	"context"
	"time"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/store"
)

// podcastForm changes a podcast published here. Fields that are omitted stay as
// they are.
type podcastForm struct {
	edge.Returned[things.PodcastJSON] `json:"-"`

	Title       scalar.TextOrNull `json:"title,omitzero" doc:"Title of the podcast."`
	Author      scalar.TextOrNull `json:"author,omitzero" doc:"Who makes it."`
	Description scalar.TextOrNull `json:"description,omitzero" doc:"Text or HTML."`
	Link        scalar.TextOrNull `json:"link,omitzero" doc:"Website."`
	Language    scalar.TextOrNull `json:"language,omitzero" doc:"For example en or es-MX."`
	Categories  []string          `json:"categories,omitempty" maxItems:"20" doc:"Apple's category names; \"Arts > Books\" is a subcategory."`
	Explicit    scalar.YesOrNo    `json:"explicit,omitzero" doc:"Whether apps mark it as explicit."`
	Medium      scalar.TextOrNull `json:"medium,omitzero" doc:"podcast (default) or music, in Podcasting 2.0 terms."`
	FundingURL  scalar.TextOrNull `json:"fundingUrl,omitzero" doc:"Page on which listeners can support it."`
	FundingText scalar.TextOrNull `json:"fundingText,omitzero" doc:"Label of that link."`
	Email       scalar.TextOrNull `json:"email,omitzero" doc:"Shown in the feed; directories write to it."`
	IsPublic    scalar.YesOrNo    `json:"isPublic,omitzero" doc:"Whether visitors see it and its feed is public."`
	StationID   scalar.TextOrNull `json:"stationId,omitzero" doc:"One of your stations. While it is live, the feed says so."`
}

func (f *podcastForm) fill(p *feed.Podcast) {
	f.Title.Set(&p.Title)
	f.Author.Set(&p.Author)
	f.Description.Set(&p.Description)
	f.Link.Set(&p.Link)
	f.Language.Set(&p.Language)
	if f.Categories != nil {
		p.Categories = f.Categories
	}
	f.Explicit.Set(&p.Explicit)
	f.Medium.Set(&p.Medium)
	f.FundingURL.Set(&p.FundingURL)
	f.FundingText.Set(&p.FundingText)
	f.Email.Set(&p.Email)
	f.IsPublic.Set(&p.IsPublic)
	f.StationID.Set(&p.StationID)
}

func (a *API) makePodcast(ctx context.Context, in *edge.Body[podcastForm]) (*edge.Body[things.PodcastJSON], error) {
	p, err := a.Podcasts.Create(ctx, edge.Viewer(ctx), in.Body.fill)
	return edge.Encoded(p, err, a.PodcastFor(ctx))
}

type podcastInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the podcast."`
	Body podcastForm
}

func (a *API) savePodcast(ctx context.Context, in *podcastInput) (*edge.Body[things.PodcastJSON], error) {
	p, err := a.Podcasts.Edit(ctx, edge.Viewer(ctx), in.ID, in.Body.fill)
	return edge.Encoded(p, err, a.PodcastFor(ctx))
}

func (a *API) removePodcast(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	return nil, a.Store.DeletePodcast(ctx, edge.Viewer(ctx), in.ID)
}

func (a *API) savePodcastCover(ctx context.Context, in *things.CoverInput) (*edge.Body[things.PodcastJSON], error) {
	picture, err := edge.FormFile(in.ContentType, in.RawBody)
	if err != nil {
		return nil, err
	}
	p, err := a.Podcasts.SetCover(ctx, edge.Viewer(ctx), in.ID, picture)
	return edge.Encoded(p, err, a.PodcastFor(ctx))
}

func (a *API) removePodcastCover(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	_, err := a.Podcasts.SetCover(ctx, edge.Viewer(ctx), in.ID, nil)
	return nil, err
}

// episodeForm changes an episode published here. Fields that are omitted stay as
// they are.
type episodeForm struct {
	edge.Returned[things.EpisodeJSON] `json:"-"`

	Title       scalar.TextOrNull    `json:"title,omitzero" doc:"Title of the episode."`
	Description scalar.TextOrNull    `json:"description,omitzero" doc:"Text or HTML."`
	Link        scalar.TextOrNull    `json:"link,omitzero" doc:"Page of the episode."`
	TrackID     *string              `json:"trackId,omitempty" maxLength:"64" doc:"ID of one of your uploads with the audio. Give this or mixId."`
	MixID       *string              `json:"mixId,omitempty" maxLength:"64" doc:"ID of one of your mixes or recordings with the audio."`
	Season      scalar.IntegerOrNull `json:"season,omitzero" doc:"Number of the season; null for none."`
	Episode     scalar.IntegerOrNull `json:"episode,omitzero" doc:"Number of the episode; null for none."`
	Kind        *string              `json:"kind,omitempty" doc:"full (default), trailer or bonus."`
	Explicit    scalar.YesOrNo       `json:"explicit,omitzero" doc:"Whether apps mark it as explicit."`
	State       *string              `json:"state,omitempty" doc:"published (default), draft or scheduled."`
	PublishAt   *time.Time           `json:"publishAt,omitempty" doc:"When a scheduled episode is published."`
	Chapters    *[]chapterJSON       `json:"chapters,omitempty" maxItems:"500" doc:"All chapters, by time."`
	People      *[]things.GuestJSON  `json:"people,omitempty" maxItems:"50" doc:"Hosts, guests and others."`
	Transcript  scalar.TextOrNull    `json:"transcript,omitzero" doc:"SRT, WebVTT, JSON or plain text."`
}

func (f *episodeForm) fill(e *feed.Episode) {
	f.Title.Set(&e.Title)
	f.Description.Set(&e.Description)
	f.Link.Set(&e.Link)
	if f.TrackID != nil {
		e.TrackID, e.MixID = *f.TrackID, ""
	}
	if f.MixID != nil && *f.MixID != "" {
		e.TrackID, e.MixID = "", *f.MixID
	}
	f.Season.Set(&e.Season)
	f.Episode.Set(&e.Number)
	if f.Kind != nil {
		e.Kind = feed.EpisodeKind(*f.Kind)
	}
	f.Explicit.Set(&e.Explicit)
	if f.State != nil {
		e.State = feed.EpisodeState(*f.State)
	}
	if f.PublishAt != nil {
		e.PublishedAt = f.PublishAt.UTC()
	}
	f.fillParts(e)
}

func (f *episodeForm) fillParts(e *feed.Episode) {
	if f.Chapters != nil {
		e.Chapters = feed.ChapterSource{List: edge.EncodeAll(*f.Chapters, func(c *chapterJSON) feed.Chapter {
			return feed.Chapter{Start: c.Start, End: edge.OrZero(c.End), Title: c.Title, URL: c.URL}
		})}
	}
	if f.People != nil {
		e.People = edge.EncodeAll(*f.People, func(p *things.GuestJSON) feed.Person {
			return feed.Person{Name: p.Name, Role: p.Role, URL: p.URL}
		})
	}
	if f.Transcript.Text != nil {
		e.Transcripts = nil
		if text := music.Tidy(*f.Transcript.Text); text != "" {
			e.Transcripts = []feed.TranscriptRef{{MIME: "text/vtt", Text: text}}
		}
	}
}

type episodeInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the episode."`
	Body episodeForm
}

func (a *API) addEpisode(ctx context.Context, in *episodeInput) (*edge.Body[things.EpisodeJSON], error) {
	e, err := a.Podcasts.AddEpisode(ctx, edge.Viewer(ctx), in.ID, in.Body.fill)
	return edge.Encoded(e, err, a.episodeFor(ctx))
}

func (a *API) saveEpisode(ctx context.Context, in *episodeInput) (*edge.Body[things.EpisodeJSON], error) {
	e, err := a.Podcasts.EditEpisode(ctx, edge.Viewer(ctx), in.ID, in.Body.fill)
	return edge.Encoded(e, err, a.episodeFor(ctx))
}

func (a *API) removeEpisode(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	return nil, a.Store.DeleteEpisode(ctx, edge.Viewer(ctx), in.ID, time.Now())
}

type podcastFiguresJSON struct {
	Episodes []episodeFigureJSON `json:"episodes" doc:"Most heard first."`
	Apps     []appFigureJSON     `json:"apps" doc:"By app; an empty name stands for all others."`
	Days     []dayFigureJSON     `json:"days" doc:"In UTC; days without a play are omitted."`
}

type episodeFigureJSON struct {
	ID    string `json:"id" doc:"ID of the episode."`
	Title string `json:"title" doc:"Title of the episode."`
	Plays int    `json:"plays" doc:"Number of plays."`
}

type appFigureJSON struct {
	Name  string `json:"name" doc:"Name of the app."`
	Plays int    `json:"plays" doc:"Number of plays."`
}

type dayFigureJSON struct {
	Day   string `json:"day" format:"date" doc:"The day."`
	Plays int    `json:"plays" doc:"Number of plays."`
}

type figuresInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the podcast."`
	Days int    `query:"days" minimum:"1" maximum:"366" default:"30" doc:"Number of days to look back."`
}

// podcastFigures returns the statistics of a podcast to the people who manage
// it. A play is at least a minute, counted once a day per listener.
func (a *API) podcastFigures(ctx context.Context, in *figuresInput) (*edge.Body[podcastFiguresJSON], error) {
	f, err := a.Store.PodcastFigures(ctx, edge.Viewer(ctx), in.ID, time.Now().Add(-time.Duration(in.Days)*24*time.Hour))
	if err != nil {
		return nil, err
	}
	return edge.Reply(podcastFiguresJSON{
		Episodes: edge.EncodeAll(f.Episodes, func(e *store.EpisodeFigure) episodeFigureJSON { return episodeFigureJSON{e.ID, e.Title, e.Plays} }),
		Apps:     edge.EncodeAll(f.Apps, func(a *store.AppFigure) appFigureJSON { return appFigureJSON{a.Name, a.Plays} }),
		Days:     edge.EncodeAll(f.Days, func(d *store.DayFigure) dayFigureJSON { return dayFigureJSON{d.Day.Format(time.DateOnly), d.Plays} }),
	})
}
