package tagging

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"sonora/internal/media/tag"
	"sonora/internal/music"
	"sonora/internal/sound"
)

// The limits of texts that people enter.
const (
	maxLine    = 500    // characters
	maxBytes   = 1000   // bytes of a line; players cut longer ones
	maxComment = 4_000  // characters
	maxLyrics  = 60_000 // characters
	maxNumber  = 9_999
	maxYear    = 2_100
	separator  = ";" // separates several artists, genres or composers
)

// Edit is the wanted content of tags. nil leaves a field as it is; an empty
// text or 0 removes it. A semicolon separates several values of Artist,
// AlbumArtist, Genre and Composer.
type Edit struct {
	Title, Artist, Album, AlbumArtist, Genre, Composer *string
	Comment, Lyrics                                    *string
	Year, Track, TrackTotal, Disc, DiscTotal, BPM      *float64
	Compilation                                        *bool
}

// tidy normalises the texts.
func (e *Edit) tidy() {
	for _, text := range []**string{&e.Title, &e.Artist, &e.Album, &e.AlbumArtist, &e.Genre, &e.Composer, &e.Comment, &e.Lyrics} {
		if *text != nil {
			*text = new(norm.NFC.String(music.Tidy(**text)))
		}
	}
}

// check returns Invalid with the fields that are not valid.
func (e *Edit) check() error {
	f := music.FieldErrors{}
	lines := map[string]*string{
		"title": e.Title, "artist": e.Artist, "album": e.Album, "albumArtist": e.AlbumArtist, "genre": e.Genre, "composer": e.Composer,
	}
	for field, text := range lines {
		if text == nil {
			continue
		}
		f.CheckLine(field, *text, maxLine)
		if len(*text) > maxBytes && len(f[field]) == 0 {
			f.Add(field, "This text is too long.")
		}
	}
	if e.Title != nil && *e.Title == "" {
		f.Add("title", "Title is required.")
	}
	if e.Comment != nil {
		f.CheckText("comment", *e.Comment, maxComment)
	}
	if e.Lyrics != nil {
		f.CheckText("lyrics", *e.Lyrics, maxLyrics)
	}
	checkNumber(f, "year", e.Year, maxYear)
	for field, n := range map[string]*float64{"track": e.Track, "trackTotal": e.TrackTotal, "disc": e.Disc, "discTotal": e.DiscTotal} {
		checkNumber(f, field, n, maxNumber)
	}
	if v := e.BPM; v != nil && *v != 0 && !(*v >= sound.MinBPM && *v <= sound.MaxBPM) {
		f.Add("bpm", "Enter a number from %v to %v.", sound.MinBPM, sound.MaxBPM)
	}
	return f.Err("title", "artist", "album", "albumArtist", "genre", "composer", "year", "track", "trackTotal", "disc", "discTotal", "bpm", "comment", "lyrics")
}

func checkNumber(f music.FieldErrors, field string, n *float64, limit float64) {
	if n != nil && (!(*n >= 0 && *n <= limit) || *n != math.Trunc(*n)) {
		f.Add(field, "Enter a number from %v to %v.", 0, limit)
	}
}

// fields returns the tags to write, where the edit differs from the present
// tags. Each field also replaces the related tags that would repeat its old
// value.
func (e *Edit) fields(now map[string][]string) map[string][]string {
	tags, lyrics := tag.Interpret(now)
	out := map[string][]string{}
	text := func(to *string, current, name string, along ...string) {
		if to != nil && *to != current {
			set(out, name, values(*to), along...)
		}
	}
	text(e.Title, tags.Title, "TITLE", "TITLESORT")
	text(e.Album, tags.Album, "ALBUM", "ALBUMSORT", "MUSICBRAINZ_ALBUMID", "MUSICBRAINZ_RELEASEGROUPID")
	text(e.Comment, tags.Comment, "COMMENT")
	text(e.Lyrics, lyrics.Text, "LYRICS", "SYNCEDLYRICS")
	several := func(to *string, current []string, shown, name string, along ...string) {
		if to == nil || *to == shown && shown != "" || slices.Equal(split(*to), current) {
			return
		}
		set(out, name, split(*to), along...)
	}
	several(e.Artist, tags.Artists, credit(&tags), "ARTIST", "ARTISTS", "ARTISTCREDIT", "ARTISTSORT", "MUSICBRAINZ_ARTISTID")
	several(e.AlbumArtist, tags.AlbumArtists, strings.Join(tags.AlbumArtists, ", "), "ALBUMARTIST", "ALBUMARTISTS", "ALBUMARTISTSORT", "MUSICBRAINZ_ALBUMARTISTID")
	several(e.Genre, tags.Genres, "", "GENRE")
	several(e.Composer, tags.Composers, strings.Join(tags.Composers, ", "), "COMPOSER", "COMPOSERSORT")
	e.numbers(out, now, &tags)
	return out
}

func (e *Edit) numbers(out, now map[string][]string, tags *music.Tags) {
	if e.Year != nil && int(*e.Year) != tags.Year {
		set(out, "DATE", number(*e.Year), "YEAR")
		for _, name := range []string{"ORIGINALDATE", "ORIGINALYEAR"} { // readers use these in place of the year
			out[name] = now[name]
			if *e.Year == 0 {
				out[name] = nil
			}
		}
	}
	pair := func(n, total *float64, wasN, wasTotal int, name, totalName string) {
		newN, newTotal := or(n, wasN), or(total, wasTotal)
		if newN != float64(wasN) || newTotal != float64(wasTotal) {
			out[name], out[totalName] = number(newN), number(newTotal)
		}
	}
	pair(e.Track, e.TrackTotal, tags.Track, tags.TrackTotal, "TRACKNUMBER", "TRACKTOTAL")
	pair(e.Disc, e.DiscTotal, tags.Disc, tags.DiscTotal, "DISCNUMBER", "DISCTOTAL")
	if e.BPM != nil && *e.BPM != tags.BPM {
		out["BPM"] = number(*e.BPM)
	}
	if e.Compilation != nil && *e.Compilation != tags.Compilation {
		out["COMPILATION"] = nil
		if *e.Compilation {
			out["COMPILATION"] = []string{"1"}
		}
	}
}

func set(out map[string][]string, name string, values []string, along ...string) {
	out[name] = values
	for _, other := range along {
		out[other] = nil
	}
}

func values(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// split separates several names.
func split(text string) []string {
	var out []string
	for part := range strings.SplitSeq(text, separator) {
		if part = strings.TrimSpace(part); part != "" && !slices.Contains(out, part) {
			out = append(out, part)
		}
	}
	return out
}

// credit returns the artists as shown.
func credit(t *music.Tags) string {
	if t.ArtistCredit != "" {
		return t.ArtistCredit
	}
	return strings.Join(t.Artists, ", ")
}

func or(n *float64, was int) float64 {
	if n == nil {
		return float64(was)
	}
	return *n
}

// number returns no value for 0.
func number(v float64) []string {
	if v == 0 {
		return nil
	}
	return []string{strconv.FormatFloat(v, 'f', -1, 64)}
}
