package podcast

import (
	"bytes"
	"context"
	"crypto/sha1" //nolint:gosec // UUIDv5 is made with it
	"encoding/hex"
	"net/url"
	"strings"

	"sonora/internal/feed"
	"sonora/internal/music"
)

// FeedAddress returns the URL of the feed of a podcast published here.
func (s *Service) FeedAddress(id string) string { return s.address("/podcasts/" + id + "/feed.xml") }

func (s *Service) address(path string) string { return s.PublicURL.JoinPath(path).String() }

// Create publishes a new podcast.
func (s *Service) Create(ctx context.Context, v music.Viewer, fill func(*feed.Podcast)) (*feed.Podcast, error) {
	p := feed.NewPodcast()
	fill(&p)
	p.ID, p.OwnerID, p.CreatedAt = music.NewID(), v.AccountID, s.now()
	p.GUID = guidOf(s.FeedAddress(p.ID))
	if err := s.checkStation(ctx, v, p.StationID); err != nil {
		return nil, err
	}
	if err := s.Store.CreatePodcast(ctx, &p); err != nil {
		return nil, err
	}
	return s.Store.Podcast(ctx, v, p.ID, s.now())
}

// Edit changes a podcast published here. Its station is checked if that changes: the one
// it has may be gone, or belong to somebody else by now.
func (s *Service) Edit(ctx context.Context, v music.Viewer, id string, fill func(*feed.Podcast)) (*feed.Podcast, error) {
	before, err := s.Store.Podcast(ctx, v, id, s.now())
	if err != nil {
		return nil, err
	}
	if !before.MayChange(v) {
		return nil, music.ErrForbidden
	}
	wanted := *before
	fill(&wanted)
	if wanted.StationID != before.StationID {
		if err := s.checkStation(ctx, v, wanted.StationID); err != nil {
			return nil, err
		}
	}
	if _, err := s.Store.ChangePodcast(ctx, v, id, fill); err != nil {
		return nil, err
	}
	return s.Store.Podcast(ctx, v, id, s.now())
}

var errNotYourStation = music.FieldError(music.Invalid, "stationId", music.Say("Choose a station of yours."))

// checkStation checks that a station whose live items a feed contains belongs
// to the viewer.
func (s *Service) checkStation(ctx context.Context, v music.Viewer, id string) error {
	if id == "" {
		return nil
	}
	station, err := s.Store.Station(ctx, v, id)
	if music.CodeOf(err) == music.NotFound || err == nil && station.OwnerID != v.AccountID && !v.IsAdmin() {
		return errNotYourStation
	}
	return err
}

// SetCover sets the cover of a podcast published here.
func (s *Service) SetCover(ctx context.Context, v music.Viewer, id string, picture []byte) (*feed.Podcast, error) {
	p, err := s.Store.Podcast(ctx, v, id, s.now())
	if err != nil {
		return nil, err
	}
	if !p.MayChange(v) {
		return nil, music.ErrForbidden
	}
	name := ""
	if picture != nil {
		if name, err = s.Covers.Give(picture); err != nil {
			return nil, err
		}
	}
	if err := s.Store.SetPodcastCover(ctx, id, name, ""); err != nil {
		return nil, err
	}
	return s.Store.Podcast(ctx, v, id, s.now())
}

// AddEpisode adds an episode to a podcast that the viewer manages.
func (s *Service) AddEpisode(ctx context.Context, v music.Viewer, podcastID string, fill func(*feed.Episode)) (*feed.Episode, error) {
	e := feed.Episode{PodcastID: podcastID, Kind: feed.EpisodeFull, State: feed.EpisodePublished, CreatedAt: s.now()}
	if _, err := s.Store.Podcast(ctx, v, podcastID, s.now()); err != nil {
		return nil, err
	}
	fill(&e)
	s.dated(&e)
	if err := s.findSound(ctx, v, &e); err != nil {
		return nil, err
	}
	if err := s.Store.CreateEpisode(ctx, v, &e); err != nil {
		return nil, err
	}
	return s.Store.Episode(ctx, v, e.ID, s.now())
}

// EditEpisode changes an episode. fill is called more than once: first to find the
// audio that the episode is to have, then on the episode as it is stored by then.
func (s *Service) EditEpisode(ctx context.Context, v music.Viewer, id string, fill func(*feed.Episode)) (*feed.Episode, error) {
	before, err := s.Store.Episode(ctx, v, id, s.now())
	if err != nil {
		return nil, err
	}
	wanted := *before
	fill(&wanted)
	if !wanted.HasSoundOf(before) {
		if err := s.findSound(ctx, v, &wanted); err != nil {
			return nil, err
		}
	}
	_, err = s.Store.ChangeEpisode(ctx, v, id, s.now(), func(e *feed.Episode) {
		stored := *e
		fill(e)
		s.dated(e)
		if !e.HasSoundOf(&stored) {
			e.TakeSound(&wanted)
		}
	})
	if err != nil {
		return nil, err
	}
	return s.Store.Episode(ctx, v, id, s.now())
}

// dated sets the date of an episode that is published now.
func (s *Service) dated(e *feed.Episode) {
	now := s.now()
	if e.State == feed.EpisodePublished && (e.PublishedAt.IsZero() || e.PublishedAt.After(now)) {
		e.PublishedAt = now
	}
	if e.State == feed.EpisodeScheduled && !e.PublishedAt.IsZero() && !e.PublishedAt.After(now) {
		e.State = feed.EpisodePublished
	}
}

// system finds mixes that are not published yet. Their ownership is checked
// where it is used.
var system = music.System("podcasts")

// findSound fills in the audio of an episode from a track or mix of the viewer.
func (s *Service) findSound(ctx context.Context, v music.Viewer, e *feed.Episode) error {
	switch {
	case e.TrackID != "":
		t, err := s.Store.Track(ctx, v, e.TrackID)
		if music.CodeOf(err) == music.NotFound || err == nil && t.OwnerID != v.AccountID && !v.IsAdmin() {
			return errNoMixHere
		}
		if err == nil {
			err = s.Store.CheckReviewed(ctx, t.ID)
		}
		if err != nil {
			return err
		}
		e.MixID, e.Size, e.Duration, e.MIME = "", t.Size, t.Duration, mediaTypes[t.Format]
	case e.MixID != "":
		m, err := s.Store.Mix(ctx, system, e.MixID)
		if music.CodeOf(err) == music.NotFound || err == nil && m.OwnerID != v.AccountID && !v.IsAdmin() {
			return errNoMixHere
		}
		if err != nil {
			return err
		}
		if !m.IsActive {
			return errUnpublished
		}
		e.Size, e.Duration, e.MIME = m.Size, m.Duration, "audio/mpeg"
		if m.Format == "WAV" {
			e.MIME = "audio/wav"
		}
	default:
		return errNoMixHere
	}
	return nil
}

// mediaTypes are the registered media types of the formats.
var mediaTypes = map[music.AudioFormat]string{
	music.MP3: "audio/mpeg", music.FLAC: "audio/flac", music.Vorbis: "audio/ogg", music.Opus: "audio/ogg",
	music.AAC: "audio/mp4", music.ALAC: "audio/mp4", music.WAV: "audio/wav", music.AIFF: "audio/aiff",
}

// endings are the file extensions of media types.
var endings = map[string]string{
	"audio/mpeg": "mp3", "audio/flac": "flac", "audio/ogg": "ogg", "audio/mp4": "m4a", "audio/wav": "wav", "audio/aiff": "aiff",
}

// podcastNamespace is the UUID namespace of podcast:guid, see
// https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md#guid.
var podcastNamespace, _ = hex.DecodeString("ead4c236bf5858c6a2c6a6b28d128cb6")

// guidOf returns the podcast:guid of a feed: the UUIDv5 of its URL without the
// scheme and trailing slashes.
func guidOf(feed string) string {
	if u, err := url.Parse(feed); err == nil {
		feed = strings.TrimRight(u.Host+u.EscapedPath(), "/")
	}
	sum := sha1.Sum(append(bytes.Clone(podcastNamespace), feed...)) //nolint:gosec // UUIDv5 is defined with SHA-1
	sum[6], sum[8] = sum[6]&0x0f|0x50, sum[8]&0x3f|0x80
	h := hex.EncodeToString(sum[:16])
	return strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
}
