package browse

import (
	"sonora/internal/discovery"
	"sonora/internal/music"
	"sonora/internal/subsonic/answer"
	"sonora/internal/subsonic/protocol"
	"sonora/internal/subsonic/things"
)

// Limits of lists.
const (
	usualAlbums = 10
	usualSongs  = 10
	maxListed   = 500
)

// albumOrders are the orders of lists of albums, by the protocol's names.
var albumOrders = map[string]music.AlbumSort{
	"newest": music.AlbumsByAddedDown, "alphabeticalByName": music.AlbumsByTitle, "alphabeticalByArtist": music.AlbumsByArtist,
	"byGenre": music.AlbumsByTitle, "byYear": music.AlbumsByYearUp,
	"random": discovery.AlbumsRandom, "recent": discovery.AlbumsHeard, "frequent": discovery.AlbumsByPlays,
	"starred": discovery.AlbumsLiked, "highest": discovery.AlbumsByRating,
}

// albumList returns the albums that a call asks for, and what the caller thinks of
// them.
func (a *API) albumList(c *protocol.Call) ([]music.Album, marks, error) {
	albums, err := a.listedAlbums(c)
	if err != nil {
		return nil, nil, err
	}
	m, err := a.albumMarks(c, albums)
	return albums, m, err
}

func (a *API) listedAlbums(c *protocol.Call) ([]music.Album, error) {
	kind, err := c.Required("type")
	if err != nil {
		return nil, err
	}
	order, known := albumOrders[kind]
	if !known {
		return nil, protocol.Wrong("type")
	}
	count, at, err := c.Window("size", "offset", usualAlbums, maxListed)
	if err != nil {
		return nil, err
	}
	f := music.AlbumFilter{Sort: order}
	if f.Folder, err = a.folderParameter(c); err != nil {
		return nil, err
	}
	switch kind {
	case "byGenre":
		if f.Genre, err = c.Required("genre"); err != nil {
			return nil, err
		}
	case "byYear":
		if err := years(c, &f); err != nil {
			return nil, err
		}
	}
	list, err := a.Store.Albums(c, c.Viewer, f, music.Page{Limit: max(count, 1), At: at})
	return list.Items[:min(count, len(list.Items))], err
}

// lastYear is the last year that a filter can name.
const lastYear = 9999

// years reads a range of years, which may run backwards.
func years(c *protocol.Call, f *music.AlbumFilter) error {
	for _, name := range []string{"fromYear", "toYear"} {
		if _, err := c.Required(name); err != nil {
			return err
		}
	}
	from, err := c.Number("fromYear", 0, 0, lastYear)
	if err != nil {
		return err
	}
	to, err := c.Number("toYear", 0, 0, lastYear)
	if err != nil {
		return err
	}
	if from > to {
		from, to, f.Sort = to, from, music.AlbumsByYear
	}
	f.YearFrom, f.YearTo = max(from, 1), max(to, 1)
	return nil
}

func (a *API) getAlbumList(c *protocol.Call, w *answer.Writer) error {
	albums, m, err := a.albumList(c)
	if err != nil {
		return err
	}
	w.Object("albumList", func() { answer.ListIf(w, "album", albums, m.albumFolder) })
	return nil
}

func (a *API) getAlbumList2(c *protocol.Call, w *answer.Writer) error {
	albums, m, err := a.albumList(c)
	if err != nil {
		return err
	}
	w.Object("albumList2", func() { answer.ListIf(w, "album", albums, m.album) })
	return nil
}

func (a *API) getRandomSongs(c *protocol.Call, w *answer.Writer) error {
	count, err := c.Number("size", usualSongs, 0, maxListed)
	if err != nil {
		return err
	}
	f := music.TrackFilter{Genre: c.Text("genre"), Deep: true, WithoutMixes: true}
	if f.Folder, err = a.folderParameter(c); err != nil {
		return err
	}
	if f.YearFrom, err = c.Number("fromYear", 0, 0, lastYear); err != nil {
		return err
	}
	if f.YearTo, err = c.Number("toYear", 0, 0, lastYear); err != nil {
		return err
	}
	tracks, err := a.Store.RandomTracks(c, c.Viewer, f, count)
	if err != nil {
		return err
	}
	w.Object("randomSongs", func() { answer.List(w, "song", tracks, things.Song) })
	return nil
}

func (a *API) getSongsByGenre(c *protocol.Call, w *answer.Writer) error {
	genre, err := c.Required("genre")
	if err != nil {
		return err
	}
	count, at, err := c.Window("count", "offset", usualSongs, maxListed)
	if err != nil {
		return err
	}
	f := music.TrackFilter{Genre: genre, Sort: music.TracksByAlbum, Deep: true}
	if f.Folder, err = a.folderParameter(c); err != nil {
		return err
	}
	list, err := a.Store.Tracks(c, c.Viewer, f, music.Page{Limit: max(count, 1), At: at})
	if err != nil {
		return err
	}
	w.Object("songsByGenre", func() { answer.List(w, "song", list.Items[:min(count, len(list.Items))], things.Song) })
	return nil
}

// starred returns everything that the caller likes.
func (a *API) starred(c *protocol.Call) (s found, err error) {
	f := music.TrackFilter{Liked: true, Deep: true}
	if f.Folder, err = a.folderParameter(c); err != nil {
		return s, err
	}
	s.tracks, err = protocol.Pages(0, protocol.MaxAll, func(p music.Page) (music.List[music.Track], error) { return a.Store.Tracks(c, c.Viewer, f, p) })
	if err != nil {
		return s, err
	}
	s.albums, err = protocol.Pages(0, protocol.MaxAll, func(p music.Page) (music.List[music.Album], error) {
		return a.Store.Albums(c, c.Viewer, music.AlbumFilter{Sort: discovery.AlbumsLiked, Folder: f.Folder}, p)
	})
	if err != nil {
		return s, err
	}
	if s.artists, err = a.Store.LikedArtists(c, c.Viewer, protocol.MaxAll); err != nil {
		return s, err
	}
	return s, a.mark(c, &s)
}

func (a *API) getStarred(c *protocol.Call, w *answer.Writer) error {
	s, err := a.starred(c)
	if err != nil {
		return err
	}
	w.Object("starred", func() { s.asFolders(w) })
	return nil
}

func (a *API) getStarred2(c *protocol.Call, w *answer.Writer) error {
	s, err := a.starred(c)
	if err != nil {
		return err
	}
	w.Object("starred2", func() { s.byTags(w) })
	return nil
}
