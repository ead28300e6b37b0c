package tag

import (
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"sonora/internal/music"
)

// maxValues is the maximum number of values of one field.
const maxValues = 64

// fields holds tags by Vorbis comment name in upper case. Other formats are
// translated to these names.
type fields map[string][]string

// add appends values to a field.
func (f fields) add(name string, values ...string) {
	for _, v := range values {
		if v != "" && len(f[name]) < maxValues {
			f[name] = append(f[name], v)
		}
	}
}

// fill adds the fields that f lacks from a less informative kind of tag.
func (f fields) fill(other fields) {
	for name, values := range other {
		if len(f[name]) == 0 {
			f[name] = values
		}
	}
}

// fieldNames maps alternative spellings of field names to one spelling. It also
// applies to free-form names in ID3 and MP4, since taggers use both.
var fieldNames = map[string]string{
	"ALBUM ARTIST":                 "ALBUMARTIST",
	"ALBUM_ARTIST":                 "ALBUMARTIST",
	"ALBUM ARTISTS":                "ALBUMARTISTS",
	"TRACK":                        "TRACKNUMBER",
	"TOTALTRACKS":                  "TRACKTOTAL",
	"DISC":                         "DISCNUMBER",
	"DISK":                         "DISCNUMBER",
	"TOTALDISCS":                   "DISCTOTAL",
	"SETSUBTITLE":                  "DISCSUBTITLE",
	"TEMPO":                        "BPM",
	"ITUNESCOMPILATION":            "COMPILATION",
	"DESCRIPTION":                  "COMMENT",
	"UNSYNCED LYRICS":              "LYRICS",
	"UNSYNCEDLYRICS":               "LYRICS",
	"SYNCED LYRICS":                "SYNCEDLYRICS",
	"ARTIST_CREDIT":                "ARTISTCREDIT",
	"ARTIST CREDIT":                "ARTISTCREDIT",
	"MUSICBRAINZ TRACK ID":         "MUSICBRAINZ_TRACKID",
	"MUSICBRAINZ RECORDING ID":     "MUSICBRAINZ_TRACKID",
	"MUSICBRAINZ ALBUM ID":         "MUSICBRAINZ_ALBUMID",
	"MUSICBRAINZ RELEASE GROUP ID": "MUSICBRAINZ_RELEASEGROUPID",
	"MUSICBRAINZ ARTIST ID":        "MUSICBRAINZ_ARTISTID",
	"MUSICBRAINZ ALBUM ARTIST ID":  "MUSICBRAINZ_ALBUMARTISTID",
}

// canonical returns the standard spelling of a field name.
func canonical(name string) string {
	name = strings.ToUpper(strings.TrimSpace(name))
	if c, ok := fieldNames[name]; ok {
		return c
	}
	return name
}

func (f fields) tags() music.Tags {
	t := music.Tags{
		Title:        f.line("TITLE"),
		Artists:      f.lines("ARTIST"),
		ArtistCredit: f.line("ARTISTCREDIT"),
		Album:        f.line("ALBUM"),
		AlbumArtists: f.lines("ALBUMARTIST"),
		Composers:    f.lines("COMPOSER"),
		Genres:       f.genres(),
		DiscSubtitle: f.line("DISCSUBTITLE"),
		Year:         f.year(),
		Compilation:  isTrue(f.line("COMPILATION")),
		AIGenerated:  isTrue(f.line("AI_GENERATED")) || isAlgorithmic(f.line("DIGITALSOURCETYPE")),
		Algorithmic:  strings.EqualFold(path.Base(f.line("DIGITALSOURCETYPE")), "algorithmicMedia"),
		BPM:          f.bpm(),
		Key:          f.line("INITIALKEY"),
		ISRC:         f.line("ISRC"),
		Comment:      f.text("COMMENT", maxText),

		MusicBrainzRecordingID:    f.id("MUSICBRAINZ_TRACKID"),
		MusicBrainzAlbumID:        f.id("MUSICBRAINZ_ALBUMID"),
		MusicBrainzReleaseGroupID: f.id("MUSICBRAINZ_RELEASEGROUPID"),
		MusicBrainzArtistIDs:      f.ids("MUSICBRAINZ_ARTISTID"),
		MusicBrainzAlbumArtistIDs: f.ids("MUSICBRAINZ_ALBUMARTISTID"),

		ReplayGain: f.replayGain(),
	}
	// ARTISTS lists the artists separately; ARTIST is then their display form.
	if each := f.lines("ARTISTS"); len(each) > 0 {
		if len(t.Artists) == 1 && t.Artists[0] != each[0] && t.ArtistCredit == "" {
			t.ArtistCredit = t.Artists[0]
		}
		t.Artists = each
	}
	if each := f.lines("ALBUMARTISTS"); len(each) > 0 {
		t.AlbumArtists = each
	}
	t.Track, t.TrackTotal = f.number("TRACKNUMBER", "TRACKTOTAL")
	t.Disc, t.DiscTotal = f.number("DISCNUMBER", "DISCTOTAL")
	return t
}

// isAlgorithmic reports whether a term of the IPTC's vocabulary of digital
// source types names a sound that an algorithm or a trained model made.
func isAlgorithmic(term string) bool {
	return strings.HasSuffix(strings.ToLower(term), "algorithmicmedia")
}

// line returns the first value of a field.
func (f fields) line(name string) string {
	for _, v := range f[name] {
		if v = cleanLine(v); v != "" {
			return v
		}
	}
	return ""
}

// lines returns the distinct values of a field.
func (f fields) lines(name string) []string {
	var out []string
	for _, v := range f[name] {
		if v = cleanLine(v); v != "" && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

func (f fields) text(name string, limit int) string {
	for _, v := range f[name] {
		if v = cleanText(v, limit); v != "" {
			return v
		}
	}
	return ""
}

// genres also splits "Rock; Pop", because no genre name contains a semicolon.
func (f fields) genres() []string {
	var out []string
	for _, v := range f["GENRE"] {
		for part := range strings.SplitSeq(v, ";") {
			if part = cleanLine(part); part != "" && !slices.Contains(out, part) && len(out) < maxValues {
				out = append(out, part)
			}
		}
	}
	return out
}

// number parses "3" or "3/12". The total may also be in its own field.
func (f fields) number(name, totalName string) (n, total int) {
	first, rest, _ := strings.Cut(f.line(name), "/")
	n, total = smallNumber(first), smallNumber(rest)
	if t := smallNumber(f.line(totalName)); t > 0 {
		total = t
	}
	return n, total
}

// smallNumber parses a count. It returns 0 if it is invalid.
func smallNumber(s string) int {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil || n < 0 || n > 99_999 {
		return 0
	}
	return n
}

func (f fields) year() int {
	for _, name := range []string{"DATE", "YEAR", "ORIGINALDATE", "ORIGINALYEAR"} {
		if y := yearOf(f.line(name)); y > 0 {
			return y
		}
	}
	return 0
}

// yearOf returns the first separate group of four digits in a date of any
// format.
func yearOf(s string) int {
	for start := 0; start < len(s); start++ {
		end := start
		for end < len(s) && s[end] >= '0' && s[end] <= '9' {
			end++
		}
		if end-start == 4 || start == 0 && end-start == 8 { // such as 20030417
			y, err := strconv.Atoi(s[start : start+4])
			if err == nil && y > 0 {
				return y
			}
		}
		start = max(start, end)
	}
	return 0
}

func (f fields) bpm() float64 {
	v := parseFloat(f.line("BPM"))
	if v < 0 || v > 1000 {
		return 0
	}
	return v
}

// parseFloat parses numbers as taggers write them, such as "-6.5 dB", "0,98" or
// "+3".
func parseFloat(s string) float64 {
	s, _, _ = strings.Cut(strings.TrimSpace(s), " ")
	s = strings.TrimSuffix(strings.ToLower(strings.ReplaceAll(s, ",", ".")), "db")
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}

func isTrue(s string) bool {
	return s == "1" || strings.EqualFold(s, "true") || strings.EqualFold(s, "yes")
}

// id returns a MusicBrainz ID, or "" if it is invalid.
func (f fields) id(name string) string {
	if ids := f.ids(name); len(ids) > 0 {
		return ids[0]
	}
	return ""
}

// ids also splits "id/id" and "id; id" as in ID3v2.3. It keeps the order and
// repetitions, to match the artists.
func (f fields) ids(name string) []string {
	var out []string
	for _, v := range f[name] {
		for _, part := range strings.FieldsFunc(v, func(r rune) bool { return r == '/' || r == ';' || r == ' ' || r == 0 }) {
			if part = strings.ToLower(part); isUUID(part) && len(out) < maxValues {
				out = append(out, part)
			}
		}
	}
	return out
}

func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if c != '-' {
				return false
			}
		} else if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// replayGain reads the REPLAYGAIN_* fields, or else the R128 gains of Opus (RFC
// 7845), which are in 1/256 dB relative to -23 LUFS: 5 dB below ReplayGain's
// reference.
func (f fields) replayGain() music.ReplayGain {
	var g music.ReplayGain
	g.TrackGain, g.HasTrack = f.gain("REPLAYGAIN_TRACK_GAIN", "R128_TRACK_GAIN")
	g.AlbumGain, g.HasAlbum = f.gain("REPLAYGAIN_ALBUM_GAIN", "R128_ALBUM_GAIN")
	g.TrackPeak = f.peak("REPLAYGAIN_TRACK_PEAK")
	g.AlbumPeak = f.peak("REPLAYGAIN_ALBUM_PEAK")
	return g
}

func (f fields) gain(name, r128 string) (dB float64, ok bool) {
	if v := f.line(name); strings.ContainsAny(v, "0123456789") {
		dB = parseFloat(v)
		return dB, math.Abs(dB) <= 60
	}
	n, err := strconv.ParseInt(f.line(r128), 10, 16)
	if err != nil {
		return 0, false
	}
	return float64(n)/256 + 5, true
}

func (f fields) peak(name string) float64 {
	v := parseFloat(f.line(name))
	if v < 0 || v > 100 {
		return 0
	}
	return v
}

// lyrics returns the lyrics. It prefers synced ones.
func (f fields) lyrics() music.Lyrics {
	var plain music.Lyrics
	for _, name := range []string{"SYNCEDLYRICS", "LYRICS"} {
		for _, v := range f[name] {
			l := parseLyrics(v)
			if l.Kind == music.SyncedLyrics {
				return l
			}
			if plain.Text == "" {
				plain = l
			}
		}
	}
	return plain
}
