package listening

import (
	"cmp"
	"slices"
	"time"

	"sonora/internal/feed"
	"sonora/internal/listening"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/player"
	"sonora/internal/subsonic/answer"
	"sonora/internal/subsonic/protocol"
	"sonora/internal/subsonic/things"
)

// items are the things that a call names, by their kinds.
type items struct{ tracks, albums, artists []string }

// itemsOf returns the things of a call to star. In its parameter id may also be albums
// and artists, as apps send them that browse by folders.
func itemsOf(c *protocol.Call) (i items, err error) {
	i.albums, i.artists = c.IDs("albumId", protocol.AlbumKind), c.IDs("artistId", protocol.ArtistKind)
	for _, marked := range c.IDs("id", protocol.NoKind) {
		switch kind, id := protocol.Split(marked); kind {
		case protocol.NoKind:
			i.tracks = append(i.tracks, id)
		case protocol.AlbumKind:
			i.albums = append(i.albums, id)
		case protocol.ArtistKind:
			i.artists = append(i.artists, id)
		default:
			return i, music.ErrNotFound
		}
	}
	if len(i.tracks)+len(i.albums)+len(i.artists) == 0 {
		return i, protocol.Missing("id")
	}
	return i, nil
}

func (a *API) star(c *protocol.Call, _ *answer.Writer) error { return a.like(c, true) }

func (a *API) unstar(c *protocol.Call, _ *answer.Writer) error { return a.like(c, false) }

func (a *API) like(c *protocol.Call, like bool) error {
	i, err := itemsOf(c)
	if err != nil {
		return err
	}
	if len(i.tracks) > 0 {
		if err := a.Listening.LikeAll(c, c.Viewer, i.tracks, like); err != nil {
			return err
		}
	}
	if len(i.albums) > 0 {
		if err := a.Listening.LikeItems(c, c.Viewer, people.LikedAlbum, i.albums, like); err != nil {
			return err
		}
	}
	if len(i.artists) > 0 {
		return a.Listening.LikeItems(c, c.Viewer, people.LikedArtist, i.artists, like)
	}
	return nil
}

func (a *API) setRating(c *protocol.Call, _ *answer.Writer) error {
	marked, err := c.Required("id")
	if err != nil {
		return err
	}
	if _, err := c.Required("rating"); err != nil {
		return err
	}
	stars, err := c.Number("rating", 0, -1, 6)
	if err != nil {
		return err
	}
	switch kind, id := protocol.Split(marked); kind {
	case protocol.NoKind:
		return a.Listening.Rate(c, c.Viewer, id, stars)
	case protocol.AlbumKind:
		return a.Listening.RateItem(c, c.Viewer, people.LikedAlbum, id, stars)
	case protocol.ArtistKind:
		return a.Listening.RateItem(c, c.Viewer, people.LikedArtist, id, stars)
	default:
		return music.ErrNotFound
	}
}

// appOf returns the name of the app that sends a call.
func appOf(c *protocol.Call) string { return cmp.Or(music.Tidy(c.Text("c")), "Subsonic") }

// scrobble reports tracks that somebody heard, or the one that begins.
func (a *API) scrobble(c *protocol.Call, _ *answer.Writer) error {
	if len(c.IDs("id", protocol.NoKind)) == 0 {
		return protocol.Missing("id")
	}
	isSubmission, err := c.Truth("submission", true)
	if err != nil {
		return err
	}
	times, err := c.Moments("time")
	if err != nil {
		return err
	}
	var heard []listening.Heard
	for i, marked := range c.Params["id"] { // each has its time at the same place
		if kind, _ := protocol.Split(marked); marked == "" || kind == protocol.EpisodeKind {
			continue // plays of episodes are counted as they are sent
		}
		h := listening.Heard{TrackID: marked}
		if i < len(times) {
			h.At = times[i]
		}
		heard = append(heard, h)
	}
	if len(heard) == 0 {
		return nil
	}
	if !isSubmission {
		return a.Listening.ReportPlaying(c, c.Viewer, listening.Playing{App: appOf(c), TrackID: heard[0].TrackID, State: player.Playing})
	}
	return a.Listening.ReportHeard(c, c.Viewer, heard)
}

// playbackStates are the states of players, by the protocol's names.
var playbackStates = map[string]player.State{
	"starting": player.Playing, "playing": player.Playing, "paused": player.Paused, "stopped": player.Stopped,
}

// reportPlayback reports what an app does now. A track that ends counts as heard up to
// there.
func (a *API) reportPlayback(c *protocol.Call, _ *answer.Writer) error {
	marked, err := c.Required("mediaId")
	if err != nil {
		return err
	}
	kind, err := c.Required("mediaType")
	if err != nil {
		return err
	}
	if kind != "song" && kind != "podcast" {
		return protocol.Wrong("mediaType")
	}
	name, err := c.Required("state")
	if err != nil {
		return err
	}
	state, known := playbackStates[name]
	if !known {
		return protocol.Wrong("state")
	}
	if _, err := c.Required("positionMs"); err != nil {
		return err
	}
	ms, err := c.Number("positionMs", 0, 0, protocol.MaxOffset)
	if err != nil {
		return err
	}
	isIgnored, err := c.Truth("ignoreScrobble", false)
	if err != nil {
		return err
	}
	position := time.Duration(ms) * time.Millisecond
	if marks, id := protocol.Split(marked); marks == protocol.EpisodeKind || kind == "podcast" {
		return a.progress(c, id, position)
	}
	if err := a.Listening.ReportPlaying(c, c.Viewer, listening.Playing{App: appOf(c), TrackID: marked, State: state, Position: position}); err != nil {
		return err
	}
	if state != player.Stopped || isIgnored || position == 0 {
		return nil
	}
	_, err = a.Listening.ReportPlay(c, c.Viewer, music.Play{ID: music.NewID(), TrackID: marked, StartedAt: time.Now().Add(-position), Listened: position})
	return err
}

// playing is a player and what it plays.
type playing struct {
	device *player.Device
	track  music.Track
}

// getNowPlaying answers with what plays on the caller's own players; what others hear
// is theirs.
func (a *API) getNowPlaying(c *protocol.Call, w *answer.Writer) error {
	name, err := things.Username(c, a.Store)
	if err != nil {
		return err
	}
	devices, err := a.Store.Players(c, c.Viewer.AccountID)
	if err != nil {
		return err
	}
	now := time.Now()
	devices = slices.DeleteFunc(devices, func(d player.Device) bool { return !d.Plays(now) })
	ids := make([]string, len(devices))
	for i := range devices {
		ids[i] = devices[i].TrackID
	}
	tracks, err := a.Store.TracksByID(c, c.Viewer, ids)
	if err != nil {
		return err
	}
	list := make([]playing, 0, len(devices))
	for i := range devices {
		if at := slices.IndexFunc(tracks, func(t music.Track) bool { return t.ID == devices[i].TrackID }); at >= 0 {
			list = append(list, playing{&devices[i], tracks[at]})
		}
	}
	w.Object("nowPlaying", func() {
		answer.List(w, "entry", list, func(w *answer.Writer, p *playing) {
			w.Text("username", name)
			w.Int("minutesAgo", int64(now.Sub(p.device.At).Minutes()))
			w.Int("playerId", 0)
			w.Text("playerName", p.device.Name)
			w.Text("state", string(p.device.State))
			w.Int("positionMs", p.device.Position.Milliseconds())
			things.Song(w, &p.track)
		})
	})
	return nil
}

// progress keeps the caller's place in an episode.
func (a *API) progress(c *protocol.Call, id string, position time.Duration) error {
	return a.Podcasts.Progress(c, c.Viewer, feed.EpisodeProgress{EpisodeID: id, Position: position.Seconds()})
}
