package things

import (
	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge"
)

// PodcastJSON is a podcast: a subscribed feed, or one published here.
type PodcastJSON struct {
	ID           string                   `json:"id" doc:"ID of the podcast."`
	Title        string                   `json:"title" doc:"Title of the podcast."`
	Author       string                   `json:"author" doc:"Who makes it; may be empty."`
	Description  string                   `json:"description" doc:"Safe HTML."`
	Link         string                   `json:"link" doc:"Website; may be empty."`
	Language     string                   `json:"language" doc:"Language code as in the feed, for example en-GB; may be empty." example:"en"`
	Categories   []string                 `json:"categories" doc:"The first is the main category; \"Arts > Books\" is a subcategory."`
	Explicit     bool                     `json:"explicit" doc:"Whether the feed marks it as explicit."`
	Medium       string                   `json:"medium" doc:"What it contains, in Podcasting 2.0 terms: podcast or music." example:"podcast"`
	CoverURL     string                   `json:"coverUrl" doc:"Path of its picture."`
	FeedURL      string                   `json:"feedUrl" doc:"URL of the subscribed feed, or of the public feed if published here."`
	FundingURL   string                   `json:"fundingUrl" doc:"Page on which listeners can support it; may be empty."`
	FundingText  string                   `json:"fundingText" doc:"Label of that link; may be empty."`
	IsOwn        bool                     `json:"isOwn" doc:"Whether it is published here."`
	IsPublic     bool                     `json:"isPublic" doc:"Whether visitors see a podcast published here and its feed is public."`
	IsPrivate    bool                     `json:"isPrivate" doc:"Whether only you can see it."`
	CanManage    bool                     `json:"canManage" doc:"Whether you may change it and its episodes."`
	Email        string                   `json:"email" doc:"Contact address in the feed; only for people who manage the podcast."`
	StationID    *string                  `json:"stationId" doc:"Station whose live items the feed contains; only for people who manage the podcast."`
	Episodes     int                      `json:"episodes" doc:"Number of episodes you may see."`
	NewestAt     edge.TimeOrNull          `json:"newestAt" doc:"When the latest episode was published."`
	Plays        int                      `json:"plays" doc:"Plays in the last 30 days."`
	Problem      string                   `json:"problem" doc:"One sentence on why its feed could not be read; may be empty."`
	PolledAt     edge.TimeOrNull          `json:"polledAt" doc:"When its feed was last requested."`
	Subscription *PodcastSubscriptionJSON `json:"subscription" doc:"Your subscription; null without one."`
}

// PodcastSubscriptionJSON holds the viewer's settings for a podcast.
type PodcastSubscriptionJSON struct {
	AutoDownload bool    `json:"autoDownload" doc:"Whether new episodes are downloaded to this server."`
	Keep         int     `json:"keep" doc:"Number of downloaded episodes to keep."`
	Speed        float64 `json:"speed" doc:"Playback speed; 1 is normal."`
	SkipSilence  bool    `json:"skipSilence" doc:"Whether pauses are shortened."`
	Notify       bool    `json:"notify" doc:"Whether you are notified of new episodes."`
}

// Schema implements huma.SchemaProvider: huma does not support nullable objects.
func (PodcastSubscriptionJSON) Schema(r huma.Registry) *huma.Schema {
	type plain PodcastSubscriptionJSON
	return Nullable[plain](r)
}
