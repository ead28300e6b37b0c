package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge"
	"sonora/internal/feed"
	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/podcast"
	"sonora/internal/words"
)

// podcastJSON is a podcast: one of somebody else's feed, or one published here.
type podcastJSON struct {
	ID           string                   `json:"id"`
	Title        string                   `json:"title"`
	Author       string                   `json:"author"`
	Description  string                   `json:"description" doc:"Safe HTML."`
	Link         string                   `json:"link"`
	Language     string                   `json:"language"`
	Categories   []string                 `json:"categories" doc:"The first is the main one; \"Arts > Books\" is one inside another."`
	Explicit     bool                     `json:"explicit"`
	Medium       string                   `json:"medium"`
	CoverURL     string                   `json:"coverUrl"`
	FeedURL      string                   `json:"feedUrl" doc:"Of one published here: its public feed."`
	FundingURL   string                   `json:"fundingUrl"`
	FundingText  string                   `json:"fundingText"`
	IsOwn        bool                     `json:"isOwn" doc:"It is published here."`
	IsPublic     bool                     `json:"isPublic" doc:"Of one published here: visitors see it, and its feed is open."`
	IsPrivate    bool                     `json:"isPrivate" doc:"A feed that is the viewer's alone."`
	CanManage    bool                     `json:"canManage"`
	Email        string                   `json:"email" doc:"In the feed; only for who manages it."`
	StationID    *string                  `json:"stationId" doc:"Whose live items its feed has; only for who manages it."`
	Episodes     int                      `json:"episodes"`
	NewestAt     *time.Time               `json:"newestAt" doc:"When the latest episode came out."`
	Plays        int                      `json:"plays" doc:"Of the last 30 days."`
	Problem      string                   `json:"problem" doc:"Why its feed could not be read, in a sentence; empty."`
	PolledAt     *time.Time               `json:"polledAt" doc:"When its feed was asked for the last time."`
	Subscription *podcastSubscriptionJSON `json:"subscription" doc:"The viewer's; null without one."`
}

type podcastSubscriptionJSON struct {
	AutoDownload bool    `json:"autoDownload" doc:"New episodes are kept on this server."`
	Keep         int     `json:"keep" doc:"How many of them."`
	Speed        float64 `json:"speed"`
	SkipSilence  bool    `json:"skipSilence"`
	Notify       bool    `json:"notify"`
}

// Schema implements huma.SchemaProvider: huma knows no nullable objects.
func (podcastSubscriptionJSON) Schema(r huma.Registry) *huma.Schema {
	type plain podcastSubscriptionJSON
	return nullable[plain](r)
}

// podcastFor encodes podcasts as the viewer may see them.
func (a *API) podcastFor(ctx context.Context) func(*feed.Podcast) podcastJSON {
	v := edge.Viewer(ctx)
	return func(p *feed.Podcast) podcastJSON {
		out := podcastJSON{
			ID: p.ID, Title: p.Title, Author: p.Author, Description: podcast.CleanNotes(p.Description), Link: p.Link, Language: p.Language,
			Categories: p.Categories, Explicit: p.Explicit, Medium: p.Medium, CoverURL: "/api/podcasts/" + p.ID + "/cover?v=" + p.Cover, FeedURL: p.FeedURL,
			FundingURL: p.FundingURL, FundingText: p.FundingText, IsOwn: p.IsOwn(), IsPublic: p.IsPublic, IsPrivate: p.PrivateTo != "",
			CanManage: p.MayChange(v), Episodes: p.Episodes, NewestAt: edge.TimeOrNull(p.NewestAt), Plays: p.Plays,
			Problem: words.In(music.LanguageOf(ctx), p.Problem), PolledAt: edge.TimeOrNull(p.PolledAt),
		}
		if p.IsOwn() {
			out.FeedURL = a.podcasts.FeedAddress(p.ID)
		}
		if out.CanManage {
			out.Email, out.StationID = p.Email, edge.OrNull(p.StationID)
		}
		if sub := p.Subscription; sub != nil {
			out.Subscription = &podcastSubscriptionJSON{sub.AutoDownload, sub.Keep, sub.Speed, sub.SkipSilence, sub.Notify}
		}
		return out
	}
}

type podcastsInput struct {
	edge.Paging
	Sort   string `query:"sort" enum:"top,new,name" default:"top" doc:"By plays of the last 30 days, by the latest episode, by title."`
	Search string `query:"search" maxLength:"200"`
	Show   string `query:"show" enum:"all,subscribed,own" default:"all" doc:"Those the viewer subscribes to, or publishes."`
}

func (a *API) listPodcasts(ctx context.Context, in *podcastsInput) (*edge.PageOf[podcastJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	filter := feed.Filter{Sort: feed.Sort(in.Sort), Search: in.Search, Subscribed: in.Show == "subscribed", Own: in.Show == "own"}
	list, err := a.store.Podcasts(ctx, edge.Viewer(ctx), filter, page, time.Now())
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, a.podcastFor(ctx)), nil
}

func (a *API) podcast(ctx context.Context, in *edge.ItemPath) (*edge.Body[podcastJSON], error) {
	p, err := a.store.Podcast(ctx, edge.Viewer(ctx), in.ID, time.Now())
	return edge.Encoded(p, err, a.podcastFor(ctx))
}

// podcastCover serves a podcast's picture, else one made of its title.
func (a *API) podcastCover(w http.ResponseWriter, r *http.Request) error {
	p, err := a.store.Podcast(r.Context(), edge.Viewer(r.Context()), r.PathValue("id"), time.Now())
	if err != nil {
		return err
	}
	return a.givenOf(w, r, p.Cover, p.Title)
}

// givenOf serves a picture somebody gave something, else one made of its name.
func (a *API) givenOf(w http.ResponseWriter, r *http.Request, name, title string) error {
	return sendPicture(w, r, coverCaching, func(o library.PictureOptions) (*library.CoverImage, error) {
		return a.library.Covers.OfGiven(r.Context(), name, title, o)
	})
}

type subscribePodcastInput struct {
	Body struct {
		URL      string `json:"url" maxLength:"4000" doc:"Of the feed."`
		User     string `json:"user,omitempty" maxLength:"500" doc:"Of a private feed."`
		Password string `json:"password,omitempty" maxLength:"500" doc:"Of a private feed; kept encrypted."`
		Private  bool   `json:"private,omitempty" doc:"Nobody else sees the feed: its address is a secret. So it is with a password."`
	}
}

func (a *API) subscribePodcast(ctx context.Context, in *subscribePodcastInput) (*edge.Body[podcastJSON], error) {
	p, err := a.podcasts.Subscribe(ctx, edge.Viewer(ctx), podcast.Request{
		URL: in.Body.URL, User: in.Body.User, Password: in.Body.Password, Private: in.Body.Private,
	})
	return edge.Encoded(p, err, a.podcastFor(ctx))
}

type subscriptionInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		AutoDownload edge.YesOrNo `json:"autoDownload,omitzero"`
		Keep         *int         `json:"keep,omitempty" doc:"1 to 100."`
		Speed        *float64     `json:"speed,omitempty" doc:"0.5 to 3."`
		SkipSilence  edge.YesOrNo `json:"skipSilence,omitzero"`
		Notify       edge.YesOrNo `json:"notify,omitzero"`
	}
}

func (a *API) saveSubscription(ctx context.Context, in *subscriptionInput) (*edge.Body[podcastJSON], error) {
	p, err := a.podcasts.Change(ctx, edge.Viewer(ctx), in.ID, func(s *feed.Subscription) {
		in.Body.AutoDownload.Set(&s.AutoDownload)
		in.Body.SkipSilence.Set(&s.SkipSilence)
		in.Body.Notify.Set(&s.Notify)
		if in.Body.Keep != nil {
			s.Keep = *in.Body.Keep
		}
		if in.Body.Speed != nil {
			s.Speed = *in.Body.Speed
		}
	})
	return edge.Encoded(p, err, a.podcastFor(ctx))
}

func (a *API) unsubscribePodcast(ctx context.Context, in *edge.ItemPath) (*edge.Body[edge.Detail], error) {
	if err := a.podcasts.Unsubscribe(ctx, edge.Viewer(ctx), in.ID); err != nil {
		return nil, err
	}
	return edge.Say("You do not subscribe to this podcast any more.")
}

func (a *API) refreshPodcast(ctx context.Context, in *edge.ItemPath) (*edge.Body[edge.Detail], error) {
	if err := a.podcasts.Refresh(ctx, edge.Viewer(ctx), in.ID); err != nil {
		return nil, err
	}
	return edge.Say("The feed is being looked at.")
}
