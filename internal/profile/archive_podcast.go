package profile

import (
	"context"
	"time"

	"sonora/internal/feed"
	"sonora/internal/music"
)

type subscriptionRecord struct {
	Title        string    `json:"title"`
	FeedURL      string    `json:"feedUrl"` // "" for a podcast published on this server
	Link         string    `json:"link"`
	AutoDownload bool      `json:"autoDownload"`
	Keep         int       `json:"keep"`
	Speed        float64   `json:"speed"`
	SkipSilence  bool      `json:"skipSilence"`
	Notify       bool      `json:"notify"`
	CreatedAt    time.Time `json:"createdAt"`
}

// podcastSubscriptions lists the podcasts that the person subscribes to,
// without the credentials of private feeds.
func (a *archive) podcastSubscriptions(ctx context.Context) error {
	return a.podcasts(ctx, "podcast-subscriptions.json", feed.Filter{Subscribed: true}, func(p *feed.Podcast) any {
		s := p.Subscription
		return subscriptionRecord{p.Title, p.FeedURL, p.Link, s.AutoDownload, s.Keep, s.Speed, s.SkipSilence, s.Notify, s.CreatedAt}
	})
}

type podcastRecord struct {
	ID          string    `json:"id"`
	Title       string    `json:"title"`
	Author      string    `json:"author"`
	Description string    `json:"description"`
	Link        string    `json:"link"`
	Language    string    `json:"language"`
	Categories  []string  `json:"categories"`
	Explicit    bool      `json:"explicit"`
	Medium      string    `json:"medium"`
	FundingURL  string    `json:"fundingUrl"`
	FundingText string    `json:"fundingText"`
	Email       string    `json:"email"`
	IsPublic    bool      `json:"isPublic"`
	StationID   string    `json:"stationId"`
	CreatedAt   time.Time `json:"createdAt"`
}

// ownPodcasts lists the podcasts that the person publishes.
func (a *archive) ownPodcasts(ctx context.Context) error {
	return a.podcasts(ctx, "podcasts.json", feed.Filter{Own: true}, func(p *feed.Podcast) any {
		return podcastRecord{
			p.ID, p.Title, p.Author, p.Description, p.Link, p.Language, p.Categories, p.Explicit, p.Medium, p.FundingURL, p.FundingText, p.Email,
			p.IsPublic, p.StationID, p.CreatedAt,
		}
	})
}

func (a *archive) podcasts(ctx context.Context, name string, filter feed.Filter, record func(*feed.Podcast) any) error {
	filter.Sort = feed.SortName
	return paged(a, name, func(p music.Page) (music.List[feed.Podcast], error) {
		return a.store.Podcasts(ctx, a.viewer, filter, p, a.now())
	}, record)
}

type episodeRecord struct {
	ID          string               `json:"id"`
	PodcastID   string               `json:"podcastId"`
	Title       string               `json:"title"`
	Description string               `json:"description"`
	Link        string               `json:"link"`
	TrackID     string               `json:"trackId"`
	MixID       string               `json:"mixId"`
	Season      int                  `json:"season"`
	Number      int                  `json:"number"`
	Kind        feed.EpisodeKind     `json:"kind"`
	State       feed.EpisodeState    `json:"state"`
	PublishedAt time.Time            `json:"publishedAt"`
	Chapters    feed.ChapterSource   `json:"chapters"`
	Transcripts []feed.TranscriptRef `json:"transcripts"`
	People      []feed.Person        `json:"people"`
	Plays       int                  `json:"plays"`
}

// ownEpisodes lists the episodes of those podcasts, including unpublished ones.
func (a *archive) ownEpisodes(ctx context.Context) error {
	return paged(a, "podcast-episodes.json", func(p music.Page) (music.List[feed.Episode], error) {
		return a.store.Episodes(ctx, a.viewer, feed.EpisodeFilter{Own: true, Drafts: true}, p, a.now())
	}, func(e *feed.Episode) episodeRecord {
		return episodeRecord{
			e.ID, e.PodcastID, e.Title, e.Description, e.Link, e.TrackID, e.MixID, e.Season, e.Number, e.Kind, e.State, e.PublishedAt, e.Chapters,
			e.Transcripts, e.People, e.Plays,
		}
	})
}

type progressRecord struct {
	Podcast  string    `json:"podcast"`
	Episode  string    `json:"episode"`
	GUID     string    `json:"guid"`
	AudioURL string    `json:"audioUrl"`
	Position float64   `json:"positionSeconds"`
	Done     bool      `json:"done"`
	At       time.Time `json:"at"`
}

// episodeProgress lists the person's progress in episodes.
func (a *archive) episodeProgress(ctx context.Context) error {
	last := int64(0)
	return stream(a, "podcast-progress.json", func() ([]progressRecord, error) {
		list, err := a.store.EpisodeHistory(ctx, a.account.ID, last, archivePart)
		if len(list) > 0 {
			last = list[len(list)-1].Seq
		}
		return encoded(list, func(e *feed.HeardEpisode) progressRecord {
			return progressRecord{e.PodcastTitle, e.Title, e.GUID, e.AudioURL, e.Position.Seconds(), e.Done, e.HeardAt}
		}), err
	})
}
