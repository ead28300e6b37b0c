package browse

import (
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/subsonic/answer"
	"sonora/internal/subsonic/protocol"
	"sonora/internal/subsonic/things"
)

// marks are what the caller thinks of albums or artists, by ID.
type marks map[string]people.Favourite

// albumMarks returns what the caller thinks of albums.
func (a *API) albumMarks(c *protocol.Call, albums []music.Album) (marks, error) {
	ids := make([]string, len(albums))
	for i := range albums {
		ids[i] = albums[i].ID
	}
	return a.marks(c, people.LikedAlbum, ids)
}

// artistMarks returns what the caller thinks of artists.
func (a *API) artistMarks(c *protocol.Call, artists []music.Artist) (marks, error) {
	ids := make([]string, len(artists))
	for i := range artists {
		ids[i] = artists[i].ID
	}
	return a.marks(c, people.LikedArtist, ids)
}

// maxNamed is the number of IDs from which on it is faster to read everything that a
// person likes.
const maxNamed = 50

func (a *API) marks(c *protocol.Call, kind people.Liked, ids []string) (marks, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	if len(ids) > maxNamed {
		ids = nil
	}
	return a.Store.Favourites(c, c.Viewer.AccountID, kind, ids)
}

func (m marks) write(w *answer.Writer, id string) {
	mark := m[id]
	w.Time("starred", mark.LikedAt)
	w.IntIf("userRating", int64(mark.Stars))
}

// album writes an album in the order of tags.
func (m marks) album(w *answer.Writer, a *music.Album) {
	w.Ref("id", string(protocol.AlbumKind), a.ID)
	w.Text("name", a.Title)
	w.Int("songCount", int64(a.TrackCount))
	w.Bool("isCompilation", a.Compilation)
	m.albumBody(w, a)
}

func (m marks) albumBody(w *answer.Writer, a *music.Album) {
	w.TextIf("artist", a.Artist)
	w.Ref("artistId", string(protocol.ArtistKind), a.ArtistID)
	w.TextIf("displayArtist", a.Artist)
	things.Cover(w, a.Cover, protocol.AlbumKind, a.ID)
	w.Int("duration", things.Seconds(a.Duration))
	w.Time("created", a.AddedAt)
	w.IntIf("year", int64(a.Year))
	w.TextIf("genre", a.Genre)
	m.write(w, a.ID)
	things.Names(w, "genres", a.Genre)
	things.Credit(w, "artists", a.ArtistID, a.Artist)
}

// albumFolder writes an album as a folder of its songs.
func (m marks) albumFolder(w *answer.Writer, a *music.Album) {
	w.Ref("id", string(protocol.AlbumKind), a.ID)
	w.Ref("parent", string(protocol.ArtistKind), a.ArtistID)
	w.Bool("isDir", true)
	w.Text("title", a.Title)
	w.Text("name", a.Title)
	w.Text("album", a.Title)
	w.Text("mediaType", "album")
	m.albumBody(w, a)
}

// artist writes an artist in the order of tags.
func (m marks) artist(w *answer.Writer, a *music.Artist) {
	w.Ref("id", string(protocol.ArtistKind), a.ID)
	w.Text("name", a.Name)
	things.Cover(w, a.Cover, protocol.ArtistKind, a.ID)
	w.Int("albumCount", int64(a.AlbumCount))
	w.TextIf("sortName", a.SortName)
	w.TextIf("musicBrainzId", a.MusicBrainzID)
	w.Time("starred", m[a.ID].LikedAt)
}

// artistFolder writes an artist as a folder of albums.
func (m marks) artistFolder(w *answer.Writer, a *music.Artist) {
	w.Ref("id", string(protocol.ArtistKind), a.ID)
	w.Text("name", a.Name)
	m.write(w, a.ID)
}
