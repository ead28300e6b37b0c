package browse

import (
	"strconv"

	"sonora/internal/music"
	"sonora/internal/subsonic/answer"
	"sonora/internal/subsonic/protocol"
)

// pictures writes the addresses of a picture in three sizes, which need the app's
// credentials like every other.
func pictures(c *protocol.Call, w *answer.Writer, marked string) {
	for _, p := range []struct {
		name string
		size int
	}{{"smallImageUrl", 96}, {"mediumImageUrl", 300}, {"largeImageUrl", 1200}} {
		q := c.Credentials()
		q.Set("id", marked)
		q.Set("size", strconv.Itoa(p.size))
		w.Text(p.name, c.Address(protocol.Prefix+"getCoverArt?"+q.Encode()))
	}
}

// artistInfo writes what is known of an artist: other artists are similar whose tracks
// sound like theirs.
func (a *API) artistInfo(c *protocol.Call, w *answer.Writer, name string, write func(m marks) func(*answer.Writer, *music.Artist)) error {
	marked, err := c.Required("id")
	if err != nil {
		return err
	}
	count, err := c.Number("count", 20, 0, maxListed)
	if err != nil {
		return err
	}
	one, err := a.artistOf(c, marked)
	if err != nil {
		return err
	}
	var similar []music.Artist
	if one != nil {
		if similar, err = a.similarArtists(c, one.ID, count); err != nil {
			return err
		}
	}
	m, err := a.artistMarks(c, similar)
	if err != nil {
		return err
	}
	w.Object(name, func() {
		if one != nil {
			if one.MusicBrainzID != "" {
				w.Text("musicBrainzId", one.MusicBrainzID)
			}
			pictures(c, w, string(protocol.ArtistKind)+one.ID)
		}
		answer.List(w, "similarArtist", similar, write(m))
	})
	return nil
}

// artistOf returns the artist that an ID belongs to: their own, or that of an album or
// a song. A folder has none.
func (a *API) artistOf(c *protocol.Call, marked string) (*music.Artist, error) {
	kind, id := protocol.Split(marked)
	switch kind {
	case protocol.ArtistKind:
	case protocol.AlbumKind:
		one, err := a.Store.Album(c, c.Viewer, id)
		if err != nil {
			return nil, err
		}
		id = one.ArtistID
	case protocol.NoKind:
		one, err := a.Store.Track(c, c.Viewer, id)
		if err != nil {
			return nil, err
		}
		id = one.ArtistID
	case protocol.FolderKind:
		return nil, nil //nolint:nilnil // a folder has no artist, which is no error
	default:
		return nil, music.ErrNotFound
	}
	return a.Store.Artist(c, c.Viewer, id)
}

func (a *API) getArtistInfo(c *protocol.Call, w *answer.Writer) error {
	return a.artistInfo(c, w, "artistInfo", func(m marks) func(*answer.Writer, *music.Artist) { return m.artistFolder })
}

func (a *API) getArtistInfo2(c *protocol.Call, w *answer.Writer) error {
	return a.artistInfo(c, w, "artistInfo2", func(m marks) func(*answer.Writer, *music.Artist) { return m.artist })
}

func (a *API) getAlbumInfo(c *protocol.Call, w *answer.Writer) error {
	marked, err := c.Required("id")
	if err != nil {
		return err
	}
	kind, id := protocol.Split(marked)
	switch kind {
	case protocol.AlbumKind:
		if _, err := a.Store.Album(c, c.Viewer, id); err != nil {
			return err
		}
	case protocol.NoKind:
		one, err := a.Store.Track(c, c.Viewer, id)
		if err != nil {
			return err
		}
		if one.AlbumID != "" {
			marked = string(protocol.AlbumKind) + one.AlbumID
		}
	default:
		return music.ErrNotFound
	}
	w.Object("albumInfo", func() { pictures(c, w, marked) })
	return nil
}
