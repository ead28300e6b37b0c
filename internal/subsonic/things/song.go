// Package things writes what several areas of the OpenSubsonic API answer with.
package things

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/stream"
	"sonora/internal/subsonic/answer"
	"sonora/internal/subsonic/protocol"
)

// Cover writes the ID of a picture: its hash, so that songs of an album share one, or
// what it is drawn for.
func Cover(w *answer.Writer, hash string, kind protocol.Kind, id string) {
	if hash != "" {
		w.Ref("coverArt", string(protocol.PictureKind), hash)
		return
	}
	w.Ref("coverArt", string(kind), id)
}

// Seconds returns a duration as apps show it.
func Seconds(d time.Duration) int64 { return int64(math.Round(d.Seconds())) }

// Song writes a track.
func Song(w *answer.Writer, t *music.Track) {
	songBody(w, t)
	w.Int("playCount", t.Plays)
	w.Time("starred", t.LikedAt)
	w.IntIf("userRating", int64(t.Rating))
	Names(w, "genres", t.Genre)
	Credit(w, "artists", t.ArtistID, t.Artist)
	replayGain(w, &t.ReplayGain)
}

// SongDetail writes everything that is known of a track.
func SongDetail(w *answer.Writer, t *music.TrackDetail) {
	songBody(w, &t.Track)
	w.Int("playCount", t.Plays)
	w.Time("starred", t.LikedAt)
	w.IntIf("userRating", int64(t.Rating))
	w.TextIf("comment", t.Comment)
	w.TextIf("musicBrainzId", t.MusicBrainzRecordingID)
	if t.ISRC != "" {
		w.Texts("isrc", []string{t.ISRC})
	}
	Names(w, "genres", t.Genres...)
	artistRefs(w, "artists", t.Artists)
	artistRefs(w, "albumArtists", t.AlbumArtists)
	answer.List(w, "contributors", t.Composers, func(w *answer.Writer, ref *music.ArtistRef) {
		w.Text("role", "composer")
		w.Object("artist", func() { artistRef(w, ref) })
	})
	replayGain(w, &t.ReplayGain)
}

// songBody writes the attributes of a track that are the same for everybody.
func songBody(w *answer.Writer, t *music.Track) {
	suffix := Suffix(t.Format)
	w.Text("id", t.ID)
	w.Ref("parent", string(protocol.AlbumKind), t.AlbumID)
	w.Bool("isDir", false)
	w.Text("title", t.Title)
	w.TextIf("album", t.Album)
	w.Ref("albumId", string(protocol.AlbumKind), t.AlbumID)
	w.TextIf("artist", t.Artist)
	w.Ref("artistId", string(protocol.ArtistKind), t.ArtistID)
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
	w.Int("duration", Seconds(t.Duration))
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
		Cover(w, "", protocol.AlbumKind, t.AlbumID)
		return
	}
	Cover(w, t.Cover, protocol.NoKind, t.ID)
}

// suffixes are the endings of files of formats whose name is not their ending.
var suffixes = map[music.AudioFormat]string{music.Vorbis: "ogg", music.AAC: "m4a", music.ALAC: "m4a", music.AIFF: "aiff"}

// Suffix returns the ending of files of a format.
func Suffix(f music.AudioFormat) string { return cmp.Or(suffixes[f], string(f)) }

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

// Names writes a list of objects with a name.
func Names(w *answer.Writer, property string, values ...string) {
	if len(values) == 1 && values[0] == "" {
		values = nil
	}
	answer.List(w, property, values, func(w *answer.Writer, name *string) { w.Text("name", *name) })
}

// Credit writes a list with the only artist that lists know.
func Credit(w *answer.Writer, property, id, name string) {
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
	w.Ref("id", string(protocol.ArtistKind), a.ID)
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
