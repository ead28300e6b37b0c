package playlist

import (
	"strconv"
	"time"

	"sonora/internal/music"
	"sonora/internal/playlist"
	"sonora/internal/subsonic/answer"
	"sonora/internal/subsonic/protocol"
	"sonora/internal/subsonic/things"
)

// ownName is what the owner of a playlist is called; "" if the profile is private.
func ownName(c *protocol.Call, p *music.Playlist, username string) string {
	switch {
	case p.OwnerID == c.Viewer.AccountID:
		return username
	case p.NamesOwner(c.Viewer):
		return p.OwnerName
	}
	return ""
}

// list is a playlist as apps see it.
type list struct {
	*music.Playlist
	owner   string
	length  int64 // seconds
	canEdit bool
}

func writeList(w *answer.Writer, l *list) {
	w.Ref("id", string(protocol.ListKind), l.ID)
	w.Text("name", l.Name)
	w.TextIf("comment", l.Description)
	w.Text("owner", l.owner)
	w.Bool("public", l.IsPublic)
	w.Bool("readonly", !l.canEdit)
	w.Int("songCount", int64(l.Entries))
	w.Int("duration", l.length)
	w.Time("created", l.CreatedAt)
	w.Time("changed", l.UpdatedAt)
	w.Ref("coverArt", string(protocol.ListKind), l.ID)
}

func (a *API) getPlaylists(c *protocol.Call, w *answer.Writer) error {
	name, err := things.Username(c, a.Store)
	if err != nil {
		return err
	}
	if asked := c.Text("username"); asked != "" && asked != name {
		return music.ErrForbidden
	}
	all, err := protocol.Pages(0, protocol.MaxAll, func(p music.Page) (music.List[music.Playlist], error) {
		return a.Store.OpenPlaylists(c, c.Viewer, p)
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
		lists[i] = list{p, ownName(c, p, name), things.Seconds(lengths[p.ID]), p.MayEdit(c.Viewer.AccountID)}
	}
	w.Object("playlists", func() { answer.List(w, "playlist", lists, writeList) })
	return nil
}

// writePlaylist writes a playlist with its songs.
func (a *API) writePlaylist(c *protocol.Call, w *answer.Writer, id string) error {
	name, err := things.Username(c, a.Store)
	if err != nil {
		return err
	}
	p, err := a.Playlists.Open(c, c.Viewer, id)
	if err != nil {
		return err
	}
	one := list{p, ownName(c, p, name), 0, p.MayEdit(c.Viewer.AccountID)}
	entries, err := protocol.Pages(0, music.MaxEntries, func(page music.Page) (music.List[music.Entry], error) {
		found, err := a.Playlists.Entries(c, c.Viewer, id, page)
		one.length = things.Seconds(found.Duration)
		return found.List, err
	})
	if err != nil {
		return err
	}
	w.Object("playlist", func() {
		writeList(w, &one)
		answer.List(w, "entry", entries, func(w *answer.Writer, e *music.Entry) { things.Song(w, &e.Track) })
	})
	return nil
}

func (a *API) getPlaylist(c *protocol.Call, w *answer.Writer) error {
	id, err := c.ID("id", protocol.ListKind)
	if err != nil {
		return err
	}
	return a.writePlaylist(c, w, id)
}

// createPlaylist creates a playlist, or replaces the songs of one.
func (a *API) createPlaylist(c *protocol.Call, w *answer.Writer) error {
	id, name := c.Text("playlistId"), c.Text("name")
	if id == "" && name == "" {
		return protocol.Missing("name")
	}
	songs := c.IDs("songId", protocol.NoKind)
	if id != "" {
		id, _ = c.ID("playlistId", protocol.ListKind)
		if err := a.Playlists.Edit(c, c.Viewer, id, replacement(c, name, songs)); err != nil {
			return err
		}
		return a.writePlaylist(c, w, id)
	}
	p := &music.Playlist{OwnerID: c.Viewer.AccountID, Name: name, Kind: music.PlaylistList, CreatedAt: time.Now()}
	if err := a.Playlists.CreateOfKnown(c, c.Viewer, p, songs); err != nil {
		return err
	}
	return a.writePlaylist(c, w, p.ID)
}

// replacement is what a call to createPlaylist changes in a playlist. A name without
// songs means that the songs stay: apps rename so. An empty song empties the playlist.
func replacement(c *protocol.Call, name string, songs []string) playlist.Edit {
	e := playlist.Edit{Replace: name == "" || c.Params.Has("songId"), TrackIDs: songs}
	if name != "" {
		e.Alter = func(p *music.Playlist) { p.Name = name }
	}
	return e
}

func (a *API) updatePlaylist(c *protocol.Call, _ *answer.Writer) error {
	id, err := c.ID("playlistId", protocol.ListKind)
	if err != nil {
		return err
	}
	e := playlist.Edit{TrackIDs: c.IDs("songIdToAdd", protocol.NoKind)}
	for _, value := range c.Params["songIndexToRemove"] {
		at, err := strconv.Atoi(value)
		if err != nil {
			return protocol.Wrong("songIndexToRemove")
		}
		e.RemoveAt = append(e.RemoveAt, at)
	}
	public, err := c.Truth("public", false)
	if err != nil {
		return err
	}
	if c.Params.Has("name") || c.Params.Has("comment") || c.Params.Has("public") {
		e.Alter = func(p *music.Playlist) {
			if name := c.Text("name"); name != "" {
				p.Name = name
			}
			if c.Params.Has("comment") {
				p.Description = c.Text("comment")
			}
			if c.Text("public") != "" {
				p.IsPublic = public
			}
		}
	}
	return a.Playlists.Edit(c, c.Viewer, id, e)
}

func (a *API) deletePlaylist(c *protocol.Call, _ *answer.Writer) error {
	id, err := c.ID("id", protocol.ListKind)
	if err != nil {
		return err
	}
	return a.Playlists.Delete(c, c.Viewer, id)
}
