package subsonic

import (
	"cmp"
	"slices"
	"time"

	"sonora/internal/listening"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/player"
	"sonora/internal/subsonic/answer"
)

// items are the things that a call names, by their kinds.
type items struct{ tracks, albums, artists []string }

// items returns the things of a call to star. In its parameter id may also be albums
// and artists, as apps send them that browse by folders.
func (c *call) items() (i items, err error) {
	i.albums, i.artists = c.ids("albumId", albumKind), c.ids("artistId", artistKind)
	for _, marked := range c.ids("id", noKind) {
		switch kind, id := split(marked); kind {
		case noKind:
			i.tracks = append(i.tracks, id)
		case albumKind:
			i.albums = append(i.albums, id)
		case artistKind:
			i.artists = append(i.artists, id)
		default:
			return i, music.ErrNotFound
		}
	}
	if len(i.tracks)+len(i.albums)+len(i.artists) == 0 {
		return i, missing("id")
	}
	return i, nil
}

func (a *API) star(c *call, _ *answer.Writer) error { return a.like(c, true) }

func (a *API) unstar(c *call, _ *answer.Writer) error { return a.like(c, false) }

func (a *API) like(c *call, like bool) error {
	i, err := c.items()
	if err != nil {
		return err
	}
	if len(i.tracks) > 0 {
		if err := a.Listening.LikeAll(c, c.viewer, i.tracks, like); err != nil {
			return err
		}
	}
	if len(i.albums) > 0 {
		if err := a.Listening.LikeItems(c, c.viewer, people.LikedAlbum, i.albums, like); err != nil {
			return err
		}
	}
	if len(i.artists) > 0 {
		return a.Listening.LikeItems(c, c.viewer, people.LikedArtist, i.artists, like)
	}
	return nil
}

func (a *API) setRating(c *call, _ *answer.Writer) error {
	marked, err := c.required("id")
	if err != nil {
		return err
	}
	if _, err := c.required("rating"); err != nil {
		return err
	}
	stars, err := c.number("rating", 0, -1, 6)
	if err != nil {
		return err
	}
	switch kind, id := split(marked); kind {
	case noKind:
		return a.Listening.Rate(c, c.viewer, id, stars)
	case albumKind:
		return a.Listening.RateItem(c, c.viewer, people.LikedAlbum, id, stars)
	case artistKind:
		return a.Listening.RateItem(c, c.viewer, people.LikedArtist, id, stars)
	default:
		return music.ErrNotFound
	}
}

// app returns the name of the app that sends a call.
func (c *call) app() string { return cmp.Or(music.Tidy(c.text("c")), "Subsonic") }

// scrobble reports tracks that somebody heard, or the one that begins.
func (a *API) scrobble(c *call, _ *answer.Writer) error {
	if len(c.ids("id", noKind)) == 0 {
		return missing("id")
	}
	isSubmission, err := c.truth("submission", true)
	if err != nil {
		return err
	}
	times, err := c.moments("time")
	if err != nil {
		return err
	}
	var heard []listening.Heard
	for i, marked := range c.params["id"] { // each has its time at the same place
		if kind, _ := split(marked); marked == "" || kind == episodeKind {
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
		return a.Listening.ReportPlaying(c, c.viewer, listening.Playing{App: c.app(), TrackID: heard[0].TrackID, State: player.Playing})
	}
	return a.Listening.ReportHeard(c, c.viewer, heard)
}

// playbackStates are the states of players, by the protocol's names.
var playbackStates = map[string]player.State{
	"starting": player.Playing, "playing": player.Playing, "paused": player.Paused, "stopped": player.Stopped,
}

// reportPlayback reports what an app does now. A track that ends counts as heard up to
// there.
func (a *API) reportPlayback(c *call, _ *answer.Writer) error {
	marked, err := c.required("mediaId")
	if err != nil {
		return err
	}
	kind, err := c.required("mediaType")
	if err != nil {
		return err
	}
	if kind != "song" && kind != "podcast" {
		return wrong("mediaType")
	}
	name, err := c.required("state")
	if err != nil {
		return err
	}
	state, known := playbackStates[name]
	if !known {
		return wrong("state")
	}
	if _, err := c.required("positionMs"); err != nil {
		return err
	}
	ms, err := c.number("positionMs", 0, 0, maxOffset)
	if err != nil {
		return err
	}
	isIgnored, err := c.truth("ignoreScrobble", false)
	if err != nil {
		return err
	}
	position := time.Duration(ms) * time.Millisecond
	if marks, id := split(marked); marks == episodeKind || kind == "podcast" {
		return a.progress(c, id, position)
	}
	if err := a.Listening.ReportPlaying(c, c.viewer, listening.Playing{App: c.app(), TrackID: marked, State: state, Position: position}); err != nil {
		return err
	}
	if state != player.Stopped || isIgnored || position == 0 {
		return nil
	}
	_, err = a.Listening.ReportPlay(c, c.viewer, music.Play{ID: music.NewID(), TrackID: marked, StartedAt: a.now().Add(-position), Listened: position})
	return err
}

// playing is a player and what it plays.
type playing struct {
	device *player.Device
	track  music.Track
}

// getNowPlaying answers with what plays on the caller's own players; what others hear
// is theirs.
func (a *API) getNowPlaying(c *call, w *answer.Writer) error {
	name, err := a.username(c)
	if err != nil {
		return err
	}
	devices, err := a.Store.Players(c, c.viewer.AccountID)
	if err != nil {
		return err
	}
	now := a.now()
	devices = slices.DeleteFunc(devices, func(d player.Device) bool { return !d.Plays(now) })
	ids := make([]string, len(devices))
	for i := range devices {
		ids[i] = devices[i].TrackID
	}
	tracks, err := a.Store.TracksByID(c, c.viewer, ids)
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
			song(w, &p.track)
		})
	})
	return nil
}
