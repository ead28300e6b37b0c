package browse

import (
	"strings"
	"time"

	"sonora/internal/discovery"
	"sonora/internal/music"
	"sonora/internal/subsonic/answer"
	"sonora/internal/subsonic/protocol"
	"sonora/internal/subsonic/things"
)

const (
	usualFound = 20
	maxFound   = 5000 // of a kind
)

// span is a part of a list.
type span struct{ count, at int }

// found holds music of every kind, with what the caller thinks of it.
type found struct {
	artists             []music.Artist
	albums              []music.Album
	tracks              []music.Track
	ofArtists, ofAlbums marks
}

// mark adds what the caller thinks of it.
func (a *API) mark(c *protocol.Call, f *found) (err error) {
	if f.ofArtists, err = a.artistMarks(c, f.artists); err != nil {
		return err
	}
	f.ofAlbums, err = a.albumMarks(c, f.albums)
	return err
}

func (f *found) byTags(w *answer.Writer) {
	answer.List(w, "artist", f.artists, f.ofArtists.artist)
	answer.List(w, "album", f.albums, f.ofAlbums.album)
	answer.List(w, "song", f.tracks, things.Song)
}

func (f *found) asFolders(w *answer.Writer) {
	answer.List(w, "artist", f.artists, f.ofArtists.artistFolder)
	answer.List(w, "album", f.albums, f.ofAlbums.albumFolder)
	answer.List(w, "song", f.tracks, things.Song)
}

// find searches for a text. Without one, it returns everything there is: so do apps
// that copy the library.
func (a *API) find(c *protocol.Call) (f found, err error) {
	var artists, albums, tracks span
	for _, s := range []struct {
		*span
		count, offset string
	}{{&artists, "artistCount", "artistOffset"}, {&albums, "albumCount", "albumOffset"}, {&tracks, "songCount", "songOffset"}} {
		if s.span.count, s.at, err = c.Window(s.count, s.offset, usualFound, maxFound); err != nil {
			return f, err
		}
	}
	text := strings.TrimSpace(c.Text("query"))
	if strings.Trim(text, `"*`) == "" {
		return a.findAll(c, artists, albums, tracks)
	}
	results, err := a.Store.Search(c, c.Viewer, discovery.Query{
		Text: text, Limit: max(artists.count+artists.at, albums.count+albums.at, tracks.count+tracks.at), MusicOnly: true, Now: time.Now(),
	})
	if err != nil {
		return f, err
	}
	f = found{artists: part(results.Artists, artists), albums: part(results.Albums, albums), tracks: part(results.Tracks, tracks)}
	return f, a.mark(c, &f)
}

func (a *API) findAll(c *protocol.Call, artists, albums, tracks span) (f found, err error) {
	folder, err := a.folderParameter(c)
	if err != nil {
		return f, err
	}
	if f.tracks, err = protocol.Pages(tracks.at, tracks.count, func(p music.Page) (music.List[music.Track], error) {
		return a.Store.Tracks(c, c.Viewer, music.TrackFilter{Sort: music.TracksByAdded, Folder: folder, Deep: true}, p)
	}); err != nil {
		return f, err
	}
	if f.albums, err = protocol.Pages(albums.at, albums.count, func(p music.Page) (music.List[music.Album], error) {
		return a.Store.Albums(c, c.Viewer, music.AlbumFilter{Sort: music.AlbumsByAdded, Folder: folder}, p)
	}); err != nil {
		return f, err
	}
	if artists.count > 0 {
		all, _, err := a.Store.AllArtists(c, c.Viewer, folder)
		if err != nil {
			return f, err
		}
		f.artists = part(all, artists)
	}
	return f, a.mark(c, &f)
}

// part returns a part of a list.
func part[T any](items []T, s span) []T {
	from := min(s.at, len(items))
	return items[from:min(from+s.count, len(items))]
}

// search answers the search of the first versions of the protocol, for tracks by any
// of their texts.
func (a *API) search(c *protocol.Call, w *answer.Writer) error {
	words := []string{c.Text("any")}
	if words[0] == "" {
		words = []string{c.Text("artist"), c.Text("album"), c.Text("title")}
	}
	text := strings.TrimSpace(strings.Join(words, " "))
	if text == "" {
		return protocol.Missing("any")
	}
	count, at, err := c.Window("count", "offset", usualFound, maxFound)
	if err != nil {
		return err
	}
	results, err := a.Store.Search(c, c.Viewer, discovery.Query{Text: text, Limit: count + at, MusicOnly: true, Now: time.Now()})
	if err != nil {
		return err
	}
	w.Object("searchResult", func() {
		w.Int("offset", int64(at))
		w.Int("totalHits", int64(len(results.Tracks)))
		answer.List(w, "match", part(results.Tracks, span{count, at}), things.Song)
	})
	return nil
}

func (a *API) search2(c *protocol.Call, w *answer.Writer) error {
	f, err := a.find(c)
	if err != nil {
		return err
	}
	w.Object("searchResult2", func() { f.asFolders(w) })
	return nil
}

func (a *API) search3(c *protocol.Call, w *answer.Writer) error {
	f, err := a.find(c)
	if err != nil {
		return err
	}
	w.Object("searchResult3", func() { f.byTags(w) })
	return nil
}
