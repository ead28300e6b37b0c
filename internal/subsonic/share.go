package subsonic

import (
	"time"

	"sonora/internal/link"
	"sonora/internal/music"
	"sonora/internal/subsonic/answer"
)

// shared writes a link with which people without an account play something.
func (a *API) shared(w *answer.Writer, s *link.Shared, username string) {
	w.Text("id", s.Link.ID)
	w.Text("url", a.Recogniser.PublicOrigin()+"/s/"+s.Link.ID)
	w.TextIf("description", s.Title)
	w.Text("username", username)
	w.Time("created", s.Link.CreatedAt)
	w.Time("expires", s.Link.ExpiresAt)
	w.Time("lastVisited", s.Link.LastVisitAt)
	w.Int("visitCount", int64(s.Link.Visits))
	answer.List(w, "entry", s.Tracks, song)
}

func (a *API) writeShares(c *call, w *answer.Writer, list []link.Shared) error {
	username, err := a.username(c)
	if err != nil {
		return err
	}
	w.Object("shares", func() {
		answer.List(w, "share", list, func(w *answer.Writer, s *link.Shared) { a.shared(w, s, username) })
	})
	return nil
}

func (a *API) getShares(c *call, w *answer.Writer) error {
	links, err := pages(0, link.MaxLinks, func(p music.Page) (music.List[link.Link], error) { return a.Store.Shares(c, c.viewer.AccountID, p) })
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
var sharedKinds = map[kind]link.Kind{noKind: link.Track, albumKind: link.Album, listKind: link.Playlist, stationKind: link.Station}

var errOneShare = music.NewError(music.Invalid, "Share one song, album or playlist at a time.")

func (a *API) createShare(c *call, w *answer.Writer) error {
	ids := c.ids("id", noKind)
	if len(ids) == 0 {
		return missing("id")
	}
	if len(ids) > 1 {
		return errOneShare
	}
	expires, err := c.expiry()
	if err != nil {
		return err
	}
	kind, id := split(ids[0])
	what, possible := sharedKinds[kind]
	if !possible {
		return music.ErrNotFound
	}
	s, err := a.Shares.Create(c, c.viewer, what, id, expires)
	if err != nil {
		return err
	}
	return a.writeShares(c, w, []link.Shared{*s})
}

// expiry returns when a link expires; zero for never.
func (c *call) expiry() (time.Time, error) {
	if value := c.text("expires"); value == "" || value == "0" {
		return time.Time{}, nil
	}
	times, err := c.moments("expires")
	if err != nil {
		return time.Time{}, err
	}
	return times[0], nil
}

func (a *API) updateShare(c *call, _ *answer.Writer) error {
	id, err := c.required("id")
	if err != nil {
		return err
	}
	if !c.params.Has("expires") {
		return nil // links have no description that could change
	}
	expires, err := c.expiry()
	if err != nil {
		return err
	}
	_, err = a.Shares.SetExpiry(c, c.viewer, id, expires)
	return err
}

func (a *API) deleteShare(c *call, _ *answer.Writer) error {
	id, err := c.required("id")
	if err != nil {
		return err
	}
	return a.Store.DeleteShare(c, c.viewer.AccountID, id)
}
