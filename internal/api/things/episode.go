package things

import (
	"sonora/internal/edge"
	"sonora/internal/feed"
	"sonora/internal/podcast"
)

// EpisodeJSON is an episode of a podcast.
type EpisodeJSON struct {
	ID            string          `json:"id" doc:"ID of the episode."`
	PodcastID     string          `json:"podcastId" doc:"ID of its podcast."`
	PodcastTitle  string          `json:"podcastTitle" doc:"Title of its podcast."`
	Title         string          `json:"title" doc:"Title of the episode."`
	Description   string          `json:"description" doc:"Safe HTML. In lists, the first 300 characters as plain text."`
	Link          string          `json:"link" doc:"Page of the episode; may be empty."`
	AudioURL      string          `json:"audioUrl" doc:"Path of the audio on this server."`
	CoverURL      string          `json:"coverUrl" doc:"Path of its picture, or that of the podcast."`
	Duration      *float64        `json:"duration" doc:"Seconds; null if unknown."`
	Size          *int64          `json:"size" doc:"Bytes; null if unknown."`
	Season        *int            `json:"season" doc:"Number of the season; null for none."`
	Episode       *int            `json:"episode" doc:"Number of the episode; null for none."`
	Kind          string          `json:"kind" enum:"full,trailer,bonus" doc:"What the feed calls it: a full episode, a trailer, or bonus material."`
	Explicit      bool            `json:"explicit" doc:"Whether the feed marks it as explicit."`
	PublishedAt   edge.TimeOrNull `json:"publishedAt" doc:"When it was or will be published; null if unknown."`
	HasTranscript bool            `json:"hasTranscript" doc:"Whether there is a transcript."`
	IsKept        bool            `json:"isKept" doc:"Whether this server has a copy of the audio."`
	People        []GuestJSON     `json:"people" doc:"Hosts, guests and others that the feed names."`
	State         string          `json:"state" enum:"published,draft,scheduled" doc:"Episodes of subscribed feeds are always published; those published here may be drafts or scheduled."`
	TrackID       *string         `json:"trackId" doc:"Track with the audio of an episode published here; only for people who manage the podcast."`
	MixID         *string         `json:"mixId" doc:"Mix with the audio of an episode published here; only for people who manage the podcast."`
	Transcript    string          `json:"transcript" doc:"The transcript as entered for an episode published here; only for people who manage the podcast, and not in lists."`
	Plays         int             `json:"plays" doc:"Only for people who manage the podcast."`
	Position      float64         `json:"position" doc:"Your position in seconds."`
	Done          bool            `json:"done" doc:"Whether you have finished it."`
	HeardAt       edge.TimeOrNull `json:"heardAt" doc:"When you last listened to it; null if never."`
}

// GuestJSON is a person who takes part in an episode.
type GuestJSON struct {
	Name string `json:"name" maxLength:"200" doc:"Name of the person."`
	Role string `json:"role" required:"false" maxLength:"100" doc:"What the person does in it, for example host or guest."`
	URL  string `json:"url" required:"false" maxLength:"1000" doc:"Page of the person; may be empty."`
}

// EncodeEpisode encodes an episode with its notes.
func EncodeEpisode(e *feed.Episode) EpisodeJSON {
	return EpisodeJSON{
		ID: e.ID, PodcastID: e.PodcastID, PodcastTitle: e.PodcastTitle, Title: e.Title, Description: podcast.CleanNotes(e.Description), Link: e.Link,
		AudioURL: "/api/episodes/" + e.ID + "/stream", CoverURL: "/api/podcasts/" + e.PodcastID + "/cover", Duration: edge.OrNull(e.Duration.Seconds()), Size: edge.OrNull(e.Size),
		Season: edge.OrNull(e.Season), Episode: edge.OrNull(e.Number), Kind: string(e.Kind), Explicit: e.Explicit, PublishedAt: edge.TimeOrNull(e.PublishedAt),
		HasTranscript: len(e.Transcripts) > 0, IsKept: e.File != "" || e.AudioURL == "", State: string(e.State),
		People:   edge.EncodeAll(e.People, func(p *feed.Person) GuestJSON { return GuestJSON{p.Name, p.Role, p.URL} }),
		Position: e.Position.Seconds(), Done: e.Done, HeardAt: edge.TimeOrNull(e.HeardAt),
	}
}

// ListedEpisode encodes an episode for lists, with a summary instead of the
// notes.
func ListedEpisode(e *feed.Episode) EpisodeJSON {
	notes := e.Description
	e.Description = ""
	out := EncodeEpisode(e)
	out.Description = podcast.Summary(notes)
	return out
}
