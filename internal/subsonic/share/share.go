package share

import (
	"time"

	"sonora/internal/link"
	"sonora/internal/music"
	"sonora/internal/subsonic/answer"
	"sonora/internal/subsonic/protocol"
	"sonora/internal/subsonic/things"
)

// shared writes a link with which people without an account play something.
func (a *API) shared(w *answer.Writer, s *link.Shared, username string) {
	w.Text("id", s.Link.ID)
	w.Text("url", a.PublicOrigin()+"/s/"+s.Link.ID)
	w.TextIf("description", s.Title)
	w.Text("username", username)
	w.Time("created", s.Link.CreatedAt)
	w.Time("expires", s.Link.ExpiresAt)
	w.Time("lastVisited", s.Link.LastVisitAt)
	w.Int("visitCount", int64(s.Link.Visits))
	answer.List(w, "entry", s.Tracks, things.Song)
}

func (a *API) writeShares(c *protocol.Call, w *answer.Writer, list []link.Shared) error {
	if err := a.Shares.WithTracks(c, c.Viewer, list); err != nil {
		return err
	}
	username, err := things.Username(c, a.Store)
	if err != nil {
		return err
	}
	w.Object("shares", func() {
		answer.List(w, "share", list, func(w *answer.Writer, s *link.Shared) { a.shared(w, s, username) })
	})
	return nil
}

func (a *API) getShares(c *protocol.Call, w *answer.Writer) error {
	links, err := protocol.Pages(0, link.MaxLinks, func(p music.Page) (music.List[link.Link], error) { return a.Store.Shares(c, c.Viewer.AccountID, p) })
	if err != nil {
		return err
	}
	list, err := a.Shares.DescribeAll(c, links)
	if err != nil {
		return err
	}
	return a.writeShares(c, w, list)
}

// sharedKinds are the kinds of things that can be shared.
var sharedKinds = map[protocol.Kind]link.Kind{protocol.NoKind: link.Track, protocol.AlbumKind: link.Album, protocol.ListKind: link.Playlist, protocol.StationKind: link.Station}

var errOneShare = music.NewError(music.Invalid, "Share one song, album or playlist at a time.")

func (a *API) createShare(c *protocol.Call, w *answer.Writer) error {
	ids := c.IDs("id", protocol.NoKind)
	if len(ids) == 0 {
		return protocol.Missing("id")
	}
	if len(ids) > 1 {
		return errOneShare
	}
	expires, err := expiry(c)
	if err != nil {
		return err
	}
	kind, id := protocol.Split(ids[0])
	what, possible := sharedKinds[kind]
	if !possible {
		return music.ErrNotFound
	}
	s, err := a.Shares.Create(c, c.Viewer, what, id, expires)
	if err != nil {
		return err
	}
	return a.writeShares(c, w, []link.Shared{*s})
}

// expiry returns when a link expires; zero for never.
func expiry(c *protocol.Call) (time.Time, error) {
	if value := c.Text("expires"); value == "" || value == "0" {
		return time.Time{}, nil
	}
	times, err := c.Moments("expires")
	if err != nil {
		return time.Time{}, err
	}
	return times[0], nil
}

// updateShare changes when a link expires. Links are called what they lead to: they have
// no description of their own.
func (a *API) updateShare(c *protocol.Call, _ *answer.Writer) error {
	id, err := c.Required("id")
	if err != nil {
		return err
	}
	if !c.Params.Has("expires") {
		return a.Store.CheckShare(c, c.Viewer.AccountID, id)
	}
	expires, err := expiry(c)
	if err != nil {
		return err
	}
	_, err = a.Shares.SetExpiry(c, c.Viewer, id, expires)
	return err
}

func (a *API) deleteShare(c *protocol.Call, _ *answer.Writer) error {
	id, err := c.Required("id")
	if err != nil {
		return err
	}
	return a.Store.DeleteShare(c, c.Viewer.AccountID, id)
}
