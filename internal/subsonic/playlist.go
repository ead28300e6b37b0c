package subsonic

import (
	"strconv"

	"sonora/internal/music"
	"sonora/internal/subsonic/answer"
)

// ownName is what the owner of a playlist is called.
func ownName(c *call, p *music.Playlist, username string) string {
	if p.OwnerID == c.viewer.AccountID {
		return username
	}
	return p.OwnerName
}

// list is a playlist as apps see it.
type list struct {
	*music.Playlist
	owner   string
	length  int64 // seconds
	canEdit bool
}

func writeList(w *answer.Writer, l *list) {
	w.Ref("id", string(listKind), l.ID)
	w.Text("name", l.Name)
	w.TextIf("comment", l.Description)
	w.Text("owner", l.owner)
	w.Bool("public", l.IsPublic)
	w.Bool("readonly", !l.canEdit)
	w.Int("songCount", int64(l.Entries))
	w.Int("duration", l.length)
	w.Time("created", l.CreatedAt)
	w.Time("changed", l.UpdatedAt)
	w.Ref("coverArt", string(listKind), l.ID)
}

func (a *API) getPlaylists(c *call, w *answer.Writer) error {
	name, err := a.username(c)
	if err != nil {
		return err
	}
	if asked := c.text("username"); asked != "" && asked != name {
		return music.ErrForbidden
	}
	all, err := pages(0, maxAll, func(p music.Page) (music.List[music.Playlist], error) {
		return a.Store.Playlists(c, c.viewer.AccountID, p)
	})
	if err != nil {
		return err
	}
	lengths, err := a.Store.PlaylistLengths(c, all)
	if err != nil {
		return err
	}
	lists := make([]list, len(all))
	for i := range all {
		p := &all[i]
		lists[i] = list{p, ownName(c, p, name), seconds(lengths[p.ID]), p.MayEdit(c.viewer.AccountID)}
	}
	w.Object("playlists", func() { answer.List(w, "playlist", lists, writeList) })
	return nil
}

// writePlaylist writes a playlist with its songs.
func (a *API) writePlaylist(c *call, w *answer.Writer, id string) error {
	name, err := a.username(c)
	if err != nil {
		return err
	}
	p, err := a.Playlists.Open(c, c.viewer, id)
	if err != nil {
		return err
	}
	one := list{p, ownName(c, p, name), 0, p.MayEdit(c.viewer.AccountID)}
	entries, err := pages(0, music.MaxEntries, func(page music.Page) (music.List[music.Entry], error) {
		found, err := a.Playlists.Entries(c, c.viewer, id, page)
		one.length = seconds(found.Duration)
		return found.List, err
	})
	if err != nil {
		return err
	}
	w.Object("playlist", func() {
		writeList(w, &one)
		answer.List(w, "entry", entries, func(w *answer.Writer, e *music.Entry) { song(w, &e.Track) })
	})
	return nil
}

func (a *API) getPlaylist(c *call, w *answer.Writer) error {
	id, err := c.id("id", listKind)
	if err != nil {
		return err
	}
	return a.writePlaylist(c, w, id)
}

// createPlaylist creates a playlist, or replaces the songs of one.
func (a *API) createPlaylist(c *call, w *answer.Writer) error {
	id, name := c.text("playlistId"), c.text("name")
	if id == "" && name == "" {
		return missing("name")
	}
	if id != "" {
		id, _ = c.id("playlistId", listKind)
		if err := a.Playlists.Replace(c, c.viewer, id, c.ids("songId", noKind)); err != nil {
			return err
		}
		if name != "" {
			if _, err := a.Playlists.Change(c, c.viewer, id, func(p *music.Playlist) { p.Name = name }); err != nil {
				return err
			}
		}
		return a.writePlaylist(c, w, id)
	}
	p, err := a.Playlists.Create(c, c.viewer, &music.Playlist{OwnerID: c.viewer.AccountID, Name: name, Kind: music.PlaylistList, CreatedAt: a.now()})
	if err != nil {
		return err
	}
	if err := a.Playlists.Append(c, c.viewer, p.ID, c.ids("songId", noKind)); err != nil {
		return err
	}
	return a.writePlaylist(c, w, p.ID)
}

func (a *API) updatePlaylist(c *call, _ *answer.Writer) error {
	id, err := c.id("playlistId", listKind)
	if err != nil {
		return err
	}
	positions := make([]int, 0, len(c.params["songIndexToRemove"]))
	for _, value := range c.params["songIndexToRemove"] {
		at, err := strconv.Atoi(value)
		if err != nil {
			return wrong("songIndexToRemove")
		}
		positions = append(positions, at)
	}
	public, err := c.truth("public", false)
	if err != nil {
		return err
	}
	if c.params.Has("name") || c.params.Has("comment") || c.params.Has("public") {
		if _, err := a.Playlists.Change(c, c.viewer, id, func(p *music.Playlist) {
			if name := c.text("name"); name != "" {
				p.Name = name
			}
			if c.params.Has("comment") {
				p.Description = c.text("comment")
			}
			if c.text("public") != "" {
				p.IsPublic = public
			}
		}); err != nil {
			return err
		}
	}
	if err := a.Playlists.RemoveAt(c, c.viewer, id, positions); err != nil {
		return err
	}
	return a.Playlists.Append(c, c.viewer, id, c.ids("songIdToAdd", noKind))
}

func (a *API) deletePlaylist(c *call, _ *answer.Writer) error {
	id, err := c.id("id", listKind)
	if err != nil {
		return err
	}
	return a.Playlists.Delete(c, c.viewer, id)
}
