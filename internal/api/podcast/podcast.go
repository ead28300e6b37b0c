package podcast

import (
	"context"
	"net/http"
	"time"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/podcast"
	"sonora/internal/words"
)

// PodcastFor returns a function that encodes podcasts as the viewer may see
// them.
func (a *API) PodcastFor(ctx context.Context) func(*feed.Podcast) things.PodcastJSON {
	v := edge.Viewer(ctx)
	return func(p *feed.Podcast) things.PodcastJSON {
		out := things.PodcastJSON{
			ID: p.ID, Title: p.Title, Author: p.Author, Description: podcast.CleanNotes(p.Description), Link: p.Link, Language: p.Language,
			Categories: p.Categories, Explicit: p.Explicit, Medium: p.Medium, CoverURL: "/api/podcasts/" + p.ID + "/cover?v=" + p.Cover, FeedURL: p.FeedURL,
			FundingURL: p.FundingURL, FundingText: p.FundingText, IsOwn: p.IsOwn(), IsPublic: p.IsPublic, IsPrivate: p.PrivateTo != "",
			CanManage: p.MayChange(v), Episodes: p.Episodes, NewestAt: edge.TimeOrNull(p.NewestAt), Plays: p.Plays,
			Problem: words.Render(music.LanguageOf(ctx), p.Problem), PolledAt: edge.TimeOrNull(p.PolledAt),
		}
		if p.IsOwn() {
			out.FeedURL = a.Podcasts.FeedAddress(p.ID)
		}
		if out.CanManage {
			out.Email, out.StationID = p.Email, edge.OrNull(p.StationID)
		}
		if sub := p.Subscription; sub != nil {
			out.Subscription = &things.PodcastSubscriptionJSON{AutoDownload: sub.AutoDownload, Keep: sub.Keep, Speed: sub.Speed, SkipSilence: sub.SkipSilence, Notify: sub.Notify}
		}
		return out
	}
}

type podcastsInput struct {
	edge.Paging
	Sort   string `query:"sort" enum:"top,new,name" default:"top" doc:"top: by plays in the last 30 days. new: by the latest episode. name: by title."`
	Search string `query:"search" maxLength:"200" doc:"Words in the title or author."`
	Show   string `query:"show" enum:"all,subscribed,own" default:"all" doc:"subscribed: your subscriptions. own: podcasts you publish."`
}

func (a *API) listPodcasts(ctx context.Context, in *podcastsInput) (*edge.PageOf[things.PodcastJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	filter := feed.Filter{Sort: feed.Sort(in.Sort), Search: in.Search, Subscribed: in.Show == "subscribed", Own: in.Show == "own"}
	list, err := a.Store.Podcasts(ctx, edge.Viewer(ctx), filter, page, time.Now())
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, a.PodcastFor(ctx)), nil
}

func (a *API) podcast(ctx context.Context, in *edge.ItemPath) (*edge.Body[things.PodcastJSON], error) {
	p, err := a.Store.Podcast(ctx, edge.Viewer(ctx), in.ID, time.Now())
	return edge.Encoded(p, err, a.PodcastFor(ctx))
}

// podcastCover serves a podcast's picture, otherwise one drawn from its title.
func (a *API) podcastCover(w http.ResponseWriter, r *http.Request) error {
	return things.SendPictureOf(w, r, edge.Viewer(r.Context()), r.PathValue("id"), a.Library.Covers.OfPodcast)
}

type subscribePodcastInput struct {
	Body struct {
		URL      string `json:"url" maxLength:"4000" doc:"URL of the feed."`
		User     string `json:"user,omitempty" maxLength:"500" doc:"User name for a private feed."`
		Password string `json:"password,omitempty" maxLength:"500" doc:"Password for a private feed; stored encrypted."`
		Private  bool   `json:"private,omitempty" doc:"Whether to hide the feed from others because its URL is a secret. Feeds with a password are always private."`
	}
}

func (a *API) subscribePodcast(ctx context.Context, in *subscribePodcastInput) (*edge.Body[things.PodcastJSON], error) {
	p, err := a.Podcasts.Subscribe(ctx, edge.Viewer(ctx), podcast.Request{
		URL: in.Body.URL, User: in.Body.User, Password: in.Body.Password, Private: in.Body.Private,
	})
	return edge.Encoded(p, err, a.PodcastFor(ctx))
}

type subscriptionInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the podcast."`
	Body struct {
		AutoDownload scalar.YesOrNo `json:"autoDownload,omitzero" doc:"Whether new episodes are downloaded to this server."`
		Keep         *int           `json:"keep,omitempty" doc:"Number of downloaded episodes to keep, 1 to 100."`
		Speed        *float64       `json:"speed,omitempty" doc:"Playback speed, 0.5 to 3."`
		SkipSilence  scalar.YesOrNo `json:"skipSilence,omitzero" doc:"Whether pauses are shortened."`
		Notify       scalar.YesOrNo `json:"notify,omitzero" doc:"Whether you are notified of new episodes."`
	}
}

func (a *API) saveSubscription(ctx context.Context, in *subscriptionInput) (*edge.Body[things.PodcastJSON], error) {
	p, err := a.Podcasts.Change(ctx, edge.Viewer(ctx), in.ID, func(s *feed.Subscription) {
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
	return edge.Encoded(p, err, a.PodcastFor(ctx))
}

func (a *API) unsubscribePodcast(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	return nil, a.Podcasts.Unsubscribe(ctx, edge.Viewer(ctx), in.ID)
}

func (a *API) refreshPodcast(ctx context.Context, in *edge.ItemPath) (*edge.Body[edge.Detail], error) {
	if err := a.Podcasts.Refresh(ctx, edge.Viewer(ctx), in.ID); err != nil {
		return nil, err
	}
	return edge.Say("Checking the feed.")
}
