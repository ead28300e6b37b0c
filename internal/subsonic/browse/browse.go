package browse

import (
	"sonora/internal/music"
	"sonora/internal/subsonic/answer"
	"sonora/internal/subsonic/protocol"
	"sonora/internal/subsonic/things"
)

// ignoredArticles are those that the order of artists leaves out.
const ignoredArticles = "The An A"

func (a *API) getMusicFolders(c *protocol.Call, w *answer.Writer) error {
	folders, err := things.MusicFolders(c, a.Store)
	if err != nil {
		return err
	}
	w.Object("musicFolders", func() {
		answer.List(w, "musicFolder", folders, func(w *answer.Writer, f *music.Folder) {
			w.Int("id", f.Root)
			w.Text("name", f.Name)
		})
	})
	return nil
}

func (a *API) getGenres(c *protocol.Call, w *answer.Writer) error {
	genres, err := a.Store.GenresWithAlbums(c, c.Viewer)
	if err != nil {
		return err
	}
	w.Object("genres", func() {
		answer.List(w, "genre", genres, func(w *answer.Writer, g *music.Genre) {
			w.Int("songCount", int64(g.TrackCount))
			w.Int("albumCount", int64(g.AlbumCount))
			w.Content("value", g.Name)
		})
	})
	return nil
}

// letter is a letter of an index, with the items that begin with it.
type letter[T any] struct {
	name  string
	items []T
}

// byLetter divides a list at the letters of its index. Each is there once, although
// signs may sort before A as well as behind Z.
func byLetter[T any](items []T, letters []music.Letter) []letter[T] {
	list, known := make([]letter[T], 0, len(letters)), map[string]int{}
	for i, l := range letters {
		end := len(items)
		if i+1 < len(letters) {
			end = min(end, letters[i+1].At)
		}
		if l.At >= end {
			continue
		}
		part := items[l.At:end:end]
		if at, ok := known[l.Letter]; ok {
			list[at].items = append(list[at].items, part...)
			continue
		}
		known[l.Letter] = len(list)
		list = append(list, letter[T]{l.Letter, part})
	}
	return list
}

func (a *API) getArtists(c *protocol.Call, w *answer.Writer) error {
	folder, err := a.folderParameter(c)
	if err != nil {
		return err
	}
	if folder != nil { // reading the folders takes longer than all artists
		if _, err := a.rootsIn(c, folder); err != nil {
			return err
		}
	}
	artists, letters, err := a.Store.AllArtists(c, c.Viewer, folder)
	if err != nil {
		return err
	}
	m, err := a.artistMarks(c, artists)
	if err != nil {
		return err
	}
	w.Object("artists", func() {
		w.Text("ignoredArticles", ignoredArticles)
		answer.List(w, "index", byLetter(artists, letters), func(w *answer.Writer, l *letter[music.Artist]) {
			w.Text("name", l.name)
			answer.List(w, "artist", l.items, m.artist)
		})
	})
	return nil
}

func (a *API) getArtist(c *protocol.Call, w *answer.Writer) error {
	id, err := c.ID("id", protocol.ArtistKind)
	if err != nil {
		return err
	}
	one, err := a.Store.Artist(c, c.Viewer, id)
	if err != nil {
		return err
	}
	albums, err := a.albumsOf(c, id)
	if err != nil {
		return err
	}
	of, err := a.artistMarks(c, []music.Artist{*one})
	if err != nil {
		return err
	}
	m, err := a.albumMarks(c, albums)
	if err != nil {
		return err
	}
	w.Object("artist", func() {
		of.artist(w, one)
		answer.List(w, "album", albums, m.album)
	})
	return nil
}

// albumsOf returns all albums of an artist, the oldest first.
func (a *API) albumsOf(c *protocol.Call, artistID string) ([]music.Album, error) {
	return protocol.Pages(0, protocol.MaxAll, func(p music.Page) (music.List[music.Album], error) {
		return a.Store.Albums(c, c.Viewer, music.AlbumFilter{ArtistID: artistID, Sort: music.AlbumsByYearUp}, p)
	})
}

// tracksOf returns all tracks of an album in its order.
func (a *API) tracksOf(c *protocol.Call, albumID string) ([]music.Track, error) {
	return protocol.Pages(0, protocol.MaxAll, func(p music.Page) (music.List[music.Track], error) {
		return a.Store.Tracks(c, c.Viewer, music.TrackFilter{AlbumID: albumID}, p)
	})
}

func (a *API) getAlbum(c *protocol.Call, w *answer.Writer) error {
	id, err := c.ID("id", protocol.AlbumKind)
	if err != nil {
		return err
	}
	one, err := a.Store.Album(c, c.Viewer, id)
	if err != nil {
		return err
	}
	tracks, err := a.tracksOf(c, id)
	if err != nil {
		return err
	}
	m, err := a.albumMarks(c, []music.Album{*one})
	if err != nil {
		return err
	}
	w.Object("album", func() {
		m.album(w, one)
		answer.List(w, "song", tracks, things.Song)
	})
	return nil
}

func (a *API) getSong(c *protocol.Call, w *answer.Writer) error {
	id, err := c.ID("id", protocol.NoKind)
	if err != nil {
		return err
	}
	t, err := a.Store.Track(c, c.Viewer, id)
	if err != nil {
		return err
	}
	w.Object("song", func() { things.SongDetail(w, t) })
	return nil
}

// getVideos answers that there are none.
func (a *API) getVideos(_ *protocol.Call, w *answer.Writer) error {
	w.Object("videos", func() { answer.List(w, "video", []struct{}{}, func(*answer.Writer, *struct{}) {}) })
	return nil
}

// getTopSongs answers with the tracks of an artist that people play most.
func (a *API) getTopSongs(c *protocol.Call, w *answer.Writer) error {
	count, err := c.Number("count", 50, 0, music.DefaultPageSize)
	if err != nil {
		return err
	}
	id, err := a.artistParameter(c)
	if err != nil {
		return err
	}
	tracks, err := a.Store.TopTracks(c, c.Viewer, id, count)
	if err != nil {
		return err
	}
	w.Object("topSongs", func() { answer.List(w, "song", tracks, things.Song) })
	return nil
}

// artistParameter returns the artist that a call names by ID or by name; "" for an
// unknown name.
func (a *API) artistParameter(c *protocol.Call) (string, error) {
	if c.Text("id") != "" {
		return c.ID("id", protocol.ArtistKind)
	}
	name, err := c.Required("artist")
	if err != nil {
		return "", err
	}
	return a.Store.ArtistNamed(c, c.Viewer, name)
}
