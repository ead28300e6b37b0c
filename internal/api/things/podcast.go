package things

import (
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// PodcastJSON is a podcast: one of somebody else's feed, or one published here.
type PodcastJSON struct {
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
	Subscription *PodcastSubscriptionJSON `json:"subscription" doc:"The viewer's; null without one."`
}

// PodcastSubscriptionJSON is podcastSubscription as clients see it.
type PodcastSubscriptionJSON struct {
	AutoDownload bool    `json:"autoDownload" doc:"New episodes are kept on this server."`
	Keep         int     `json:"keep" doc:"How many of them."`
	Speed        float64 `json:"speed"`
	SkipSilence  bool    `json:"skipSilence"`
	Notify       bool    `json:"notify"`
}

// Schema implements huma.SchemaProvider: huma knows no nullable objects.
func (PodcastSubscriptionJSON) Schema(r huma.Registry) *huma.Schema {
	type plain PodcastSubscriptionJSON
	return Nullable[plain](r)
}
