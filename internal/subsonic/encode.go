package subsonic

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/stream"
	"sonora/internal/subsonic/answer"
)

// cover writes the ID of a picture: its hash, so that songs of an album share one, or
// what it is drawn for.
func cover(w *answer.Writer, hash string, kind kind, id string) {
	if hash != "" {
		w.Ref("coverArt", string(pictureKind), hash)
		return
	}
	w.Ref("coverArt", string(kind), id)
}

// seconds returns a duration as apps show it.
func seconds(d time.Duration) int64 { return int64(math.Round(d.Seconds())) }

// song writes a track.
func song(w *answer.Writer, t *music.Track) {
	songBody(w, t)
	w.Int("playCount", t.Plays)
	w.Time("starred", t.LikedAt)
	w.IntIf("userRating", int64(t.Rating))
	names(w, "genres", t.Genre)
	credit(w, "artists", t.ArtistID, t.Artist)
	replayGain(w, &t.ReplayGain)
}

// songBody writes the attributes of a track that are the same for everybody.
func songBody(w *answer.Writer, t *music.Track) {
	suffix := suffixOf(t.Format)
	w.Text("id", t.ID)
	w.Ref("parent", string(albumKind), t.AlbumID)
	w.Bool("isDir", false)
	w.Text("title", t.Title)
	w.TextIf("album", t.Album)
	w.Ref("albumId", string(albumKind), t.AlbumID)
	w.TextIf("artist", t.Artist)
	w.Ref("artistId", string(artistKind), t.ArtistID)
	w.TextIf("displayArtist", t.Artist)
	w.TextIf("displayAlbumArtist", cmp.Or(t.AlbumArtist, t.Artist))
	w.IntIf("track", int64(t.Number))
	w.IntIf("discNumber", int64(t.Disc))
	w.IntIf("year", int64(t.Year))
	w.TextIf("genre", t.Genre)
	coverOf(w, t)
	w.Int("size", t.Size)
	w.Text("contentType", stream.ContentType(t.Format, ""))
	w.Text("suffix", suffix)
	w.Text("path", pathOf(t, suffix))
	w.Int("duration", seconds(t.Duration))
	w.Int("bitRate", int64(t.Bitrate))
	w.IntIf("bitDepth", int64(t.BitDepth))
	w.IntIf("samplingRate", int64(t.SampleRate))
	w.IntIf("channelCount", int64(t.Channels))
	w.IntIf("bpm", int64(math.Round(t.Tempo)))
	w.Bool("isVideo", false)
	w.Text("type", "music")
	w.Text("mediaType", "song")
	w.Time("created", t.AddedAt)
}

func coverOf(w *answer.Writer, t *music.Track) {
	if t.Cover == "" && t.AlbumID != "" {
		cover(w, "", albumKind, t.AlbumID)
		return
	}
	cover(w, t.Cover, noKind, t.ID)
}

// suffixes are the endings of files of formats whose name is not their ending.
var suffixes = map[music.AudioFormat]string{music.Vorbis: "ogg", music.AAC: "m4a", music.ALAC: "m4a", music.AIFF: "aiff"}

func suffixOf(f music.AudioFormat) string { return cmp.Or(suffixes[f], string(f)) }

// fileName replaces what cannot be in the name of a file.
var fileName = strings.NewReplacer("/", "_", "\\", "_", "\x00", "_")

// pathOf returns where apps store a track, and sort it: by artist and album.
func pathOf(t *music.Track, suffix string) string {
	var b strings.Builder
	b.WriteString(fileName.Replace(cmp.Or(t.AlbumArtist, t.Artist, "_")))
	b.WriteByte('/')
	b.WriteString(fileName.Replace(cmp.Or(t.Album, "_")))
	b.WriteByte('/')
	if t.Disc > 1 {
		b.WriteString(strconv.Itoa(t.Disc))
		b.WriteByte('-')
	}
	if t.Number > 0 {
		if t.Number < 10 {
			b.WriteByte('0')
		}
		b.WriteString(strconv.Itoa(t.Number))
		b.WriteString(" - ")
	}
	b.WriteString(fileName.Replace(t.Title))
	b.WriteByte('.')
	b.WriteString(suffix)
	return b.String()
}

// names writes a list of objects with a name.
func names(w *answer.Writer, property string, values ...string) {
	if len(values) == 1 && values[0] == "" {
		values = nil
	}
	answer.List(w, property, values, func(w *answer.Writer, name *string) { w.Text("name", *name) })
}

// credit writes a list with the only artist that lists know.
func credit(w *answer.Writer, property, id, name string) {
	var credits []music.ArtistRef
	if id != "" {
		credits = []music.ArtistRef{{ID: id, Name: name}}
	}
	artistRefs(w, property, credits)
}

func artistRefs(w *answer.Writer, property string, refs []music.ArtistRef) {
	answer.List(w, property, refs, artistRef)
}

func artistRef(w *answer.Writer, a *music.ArtistRef) {
	w.Ref("id", string(artistKind), a.ID)
	w.Text("name", a.Name)
}

func replayGain(w *answer.Writer, g *music.ReplayGain) {
	if !g.HasTrack && !g.HasAlbum {
		return
	}
	w.Object("replayGain", func() {
		if g.HasTrack {
			finite(w, "trackGain", g.TrackGain)
			peak(w, "trackPeak", g.TrackPeak)
		}
		if g.HasAlbum {
			finite(w, "albumGain", g.AlbumGain)
			peak(w, "albumPeak", g.AlbumPeak)
		}
	})
}

// finite writes a number, unless it is none; tags may contain anything.
func finite(w *answer.Writer, name string, n float64) {
	if !math.IsNaN(n) && !math.IsInf(n, 0) {
		w.Float(name, n)
	}
}

func peak(w *answer.Writer, name string, n float64) {
	if n > 0 {
		finite(w, name, n)
	}
}

// marks are what the caller thinks of albums or artists, by ID.
type marks map[string]people.Favourite

// albumMarks returns what the caller thinks of albums.
func (a *API) albumMarks(c *call, albums []music.Album) (marks, error) {
	ids := make([]string, len(albums))
	for i := range albums {
		ids[i] = albums[i].ID
	}
	return a.marks(c, people.LikedAlbum, ids)
}

// artistMarks returns what the caller thinks of artists.
func (a *API) artistMarks(c *call, artists []music.Artist) (marks, error) {
	ids := make([]string, len(artists))
	for i := range artists {
		ids[i] = artists[i].ID
	}
	return a.marks(c, people.LikedArtist, ids)
}

// maxNamed is the number of IDs from which on it is faster to read everything that a
// person likes.
const maxNamed = 50

func (a *API) marks(c *call, kind people.Liked, ids []string) (marks, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	if len(ids) > maxNamed {
		ids = nil
	}
	return a.Store.Favourites(c, c.viewer.AccountID, kind, ids)
}

func (m marks) write(w *answer.Writer, id string) {
	mark := m[id]
	w.Time("starred", mark.LikedAt)
	w.IntIf("userRating", int64(mark.Stars))
}

// album writes an album in the order of tags.
func (m marks) album(w *answer.Writer, a *music.Album) {
	w.Ref("id", string(albumKind), a.ID)
	w.Text("name", a.Title)
	w.Int("songCount", int64(a.TrackCount))
	w.Bool("isCompilation", a.Compilation)
	m.albumBody(w, a)
}

func (m marks) albumBody(w *answer.Writer, a *music.Album) {
	w.TextIf("artist", a.Artist)
	w.Ref("artistId", string(artistKind), a.ArtistID)
	w.TextIf("displayArtist", a.Artist)
	cover(w, a.Cover, albumKind, a.ID)
	w.Int("duration", seconds(a.Duration))
	w.Time("created", a.AddedAt)
	w.IntIf("year", int64(a.Year))
	w.TextIf("genre", a.Genre)
	m.write(w, a.ID)
	names(w, "genres", a.Genre)
	credit(w, "artists", a.ArtistID, a.Artist)
}

// albumFolder writes an album as a folder of its songs.
func (m marks) albumFolder(w *answer.Writer, a *music.Album) {
	w.Ref("id", string(albumKind), a.ID)
	w.Ref("parent", string(artistKind), a.ArtistID)
	w.Bool("isDir", true)
	w.Text("title", a.Title)
	w.Text("name", a.Title)
	w.Text("album", a.Title)
	w.Text("mediaType", "album")
	m.albumBody(w, a)
}

// artist writes an artist in the order of tags.
func (m marks) artist(w *answer.Writer, a *music.Artist) {
	w.Ref("id", string(artistKind), a.ID)
	w.Text("name", a.Name)
	cover(w, a.Cover, artistKind, a.ID)
	w.Int("albumCount", int64(a.AlbumCount))
	w.TextIf("sortName", a.SortName)
	w.TextIf("musicBrainzId", a.MusicBrainzID)
	w.Time("starred", m[a.ID].LikedAt)
}

// artistFolder writes an artist as a folder of albums.
func (m marks) artistFolder(w *answer.Writer, a *music.Artist) {
	w.Ref("id", string(artistKind), a.ID)
	w.Text("name", a.Name)
	m.write(w, a.ID)
}
