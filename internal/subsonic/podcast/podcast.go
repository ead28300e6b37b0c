package podcast

import (
	"time"

	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/podcast"
	"sonora/internal/subsonic/answer"
	"sonora/internal/subsonic/protocol"
	"sonora/internal/subsonic/things"
)

const (
	maxEpisodes = 500 // of each podcast
	maxNewest   = 500
)

// channel is a podcast with its episodes, unless the app does not want them.
type channel struct {
	*feed.Podcast
	episodes []feed.Episode
	isWhole  bool
}

func writeChannel(w *answer.Writer, p *channel) {
	w.Ref("id", string(protocol.PodcastKind), p.ID)
	w.Text("url", p.FeedURL)
	w.Text("title", p.Title)
	w.TextIf("description", p.Description)
	w.Ref("coverArt", string(protocol.PodcastKind), p.ID)
	w.TextIf("originalImageUrl", p.ImageURL)
	w.Text("status", "completed")
	if p.isWhole {
		answer.List(w, "episode", p.episodes, writeEpisode)
	}
}

func writeEpisode(w *answer.Writer, e *feed.Episode) {
	w.Ref("id", string(protocol.EpisodeKind), e.ID)
	w.Ref("streamId", string(protocol.EpisodeKind), e.ID)
	w.Ref("channelId", string(protocol.PodcastKind), e.PodcastID)
	w.Ref("parent", string(protocol.PodcastKind), e.PodcastID)
	w.Bool("isDir", false)
	w.Text("title", e.Title)
	w.Text("album", e.PodcastTitle)
	w.TextIf("description", e.Description)
	w.Text("status", "completed") // apps play it from this server
	w.Time("publishDate", e.PublishedAt)
	w.IntIf("year", int64(e.PublishedAt.Year()))
	w.Text("genre", "Podcast")
	w.Ref("coverArt", string(protocol.PodcastKind), e.PodcastID)
	w.IntIf("size", e.Size)
	w.Text("contentType", podcast.KeptType(e))
	w.Text("suffix", podcast.Ending(e))
	w.IntIf("duration", things.Seconds(e.Duration))
	w.Bool("isVideo", false)
	w.Text("type", "podcast")
	w.Time("created", e.CreatedAt)
	w.IntIf("bookmarkPosition", e.Position.Milliseconds())
}

// getPodcasts answers with the podcasts that the caller subscribed to.
func (a *API) getPodcasts(c *protocol.Call, w *answer.Writer) error {
	isWhole, err := c.Truth("includeEpisodes", true)
	if err != nil {
		return err
	}
	list, err := a.channels(c)
	if err != nil {
		return err
	}
	channels := make([]channel, len(list))
	for i := range list {
		channels[i] = channel{Podcast: &list[i], isWhole: isWhole}
		if !isWhole {
			continue
		}
		found, err := a.Store.Episodes(c, c.Viewer, feed.EpisodeFilter{PodcastID: list[i].ID}, music.Page{Limit: maxEpisodes}, time.Now())
		if err != nil {
			return err
		}
		channels[i].episodes = found.Items
	}
	w.Object("podcasts", func() { answer.List(w, "channel", channels, writeChannel) })
	return nil
}

// channels returns the caller's podcasts, or the one that a call names.
func (a *API) channels(c *protocol.Call) ([]feed.Podcast, error) {
	if c.Text("id") == "" {
		return protocol.Pages(0, protocol.MaxAll, func(p music.Page) (music.List[feed.Podcast], error) {
			return a.Store.Podcasts(c, c.Viewer, feed.Filter{Subscribed: true}, p, time.Now())
		})
	}
	id, err := c.ID("id", protocol.PodcastKind)
	if err != nil {
		return nil, err
	}
	one, err := a.Store.Podcast(c, c.Viewer, id, time.Now())
	if err != nil {
		return nil, err
	}
	return []feed.Podcast{*one}, nil
}

func (a *API) getNewestPodcasts(c *protocol.Call, w *answer.Writer) error {
	count, err := c.Number("count", 20, 0, maxNewest)
	if err != nil {
		return err
	}
	found, err := a.Store.Episodes(c, c.Viewer, feed.EpisodeFilter{New: true}, music.Page{Limit: max(count, 1)}, time.Now())
	if err != nil {
		return err
	}
	w.Object("newestPodcasts", func() { answer.List(w, "episode", found.Items[:min(count, len(found.Items))], writeEpisode) })
	return nil
}

func (a *API) getPodcastEpisode(c *protocol.Call, w *answer.Writer) error {
	id, err := c.ID("id", protocol.EpisodeKind)
	if err != nil {
		return err
	}
	e, err := a.Store.Episode(c, c.Viewer, id, time.Now())
	if err != nil {
		return err
	}
	w.Object("podcastEpisode", func() { writeEpisode(w, e) })
	return nil
}

// refreshPodcasts has the server read the feeds of the caller's podcasts soon.
func (a *API) refreshPodcasts(c *protocol.Call, _ *answer.Writer) error {
	list, err := a.channels(c)
	if err != nil {
		return err
	}
	for i := range list {
		if list[i].IsOwn() {
			continue
		}
		if err := a.Podcasts.Refresh(c, c.Viewer, list[i].ID); err != nil && music.CodeOf(err) != music.TooMany {
			return err
		}
	}
	return nil
}

func (a *API) createPodcastChannel(c *protocol.Call, _ *answer.Writer) error {
	url, err := c.Required("url")
	if err != nil {
		return err
	}
	_, err = a.Podcasts.Subscribe(c, c.Viewer, podcast.Request{URL: url})
	return err
}

// deletePodcastChannel ends the caller's subscription; others may have it, too.
func (a *API) deletePodcastChannel(c *protocol.Call, _ *answer.Writer) error {
	id, err := c.ID("id", protocol.PodcastKind)
	if err != nil {
		return err
	}
	if _, err := a.Store.Podcast(c, c.Viewer, id, time.Now()); err != nil {
		return err
	}
	return a.Podcasts.Unsubscribe(c, c.Viewer, id)
}

// deletePodcastEpisode takes an episode off the caller's list of new ones.
func (a *API) deletePodcastEpisode(c *protocol.Call, _ *answer.Writer) error {
	id, err := c.ID("id", protocol.EpisodeKind)
	if err != nil {
		return err
	}
	return a.Podcasts.Progress(c, c.Viewer, feed.EpisodeProgress{EpisodeID: id, Done: true})
}

// downloadPodcastEpisode has nothing to do: apps can play every episode.
func (a *API) downloadPodcastEpisode(c *protocol.Call, _ *answer.Writer) error {
	id, err := c.ID("id", protocol.EpisodeKind)
	if err != nil {
		return err
	}
	_, err = a.Store.Episode(c, c.Viewer, id, time.Now())
	return err
}
