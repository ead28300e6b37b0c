package takeout

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"
)

// json reads a list of entries, entries that follow each other, or an object with lists.
func (r *Reader) json(name string, in *bufio.Reader, b *budget) error {
	d := json.NewDecoder(in)
	first, err := in.Peek(1)
	if err != nil {
		return readError(err)
	}
	if first[0] == '[' {
		return r.list(d, b, r.entry)
	}
	if ahead, _ := in.Peek(4 << 10); strings.HasSuffix(name, ".jsonl") || strings.Contains(string(ahead), `"track_metadata"`) { // a short file has fewer bytes
		return r.lines(d, b)
	}
	return r.object(d, b, true)
}

type entryFunc func(raw json.RawMessage) error

// lines reads entries that follow each other.
func (r *Reader) lines(d *json.Decoder, b *budget) error {
	for {
		b.refill()
		var raw json.RawMessage
		if err := d.Decode(&raw); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return readError(err)
		}
		if err := r.entry(raw); err != nil {
			return err
		}
	}
}

// list reads the entries of a list; anything else instead of a list has none.
func (r *Reader) list(d *json.Decoder, b *budget, entry entryFunc) error {
	if begin, err := d.Token(); err != nil || begin != json.Delim('[') {
		return readError(errors.Join(err, errNoList))
	}
	for d.More() {
		b.refill()
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return readError(err)
		}
		if err := entry(raw); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return readError(err)
}

var errNoList = errors.New("there is no list")

// object reads the lists of an object, which may be wrapped in another.
func (r *Reader) object(d *json.Decoder, b *budget, outer bool) error {
	lists := map[string]entryFunc{"playlists": r.spotifyPlaylist, "tracks": r.spotifyLike, "scrobbles": r.entry, "track": r.entry}
	if begin, err := d.Token(); err != nil || begin != json.Delim('{') {
		return readError(errors.Join(err, errNoList))
	}
	for d.More() {
		b.refill()
		key, err := d.Token()
		if err != nil {
			return readError(err)
		}
		title, _ := key.(string)
		switch entry := lists[title]; {
		case entry != nil:
			err = r.list(d, b, entry)
		case title == "recenttracks" && outer:
			err = r.object(d, b, false)
		default:
			var ignored json.RawMessage
			err = readError(d.Decode(&ignored))
		}
		if err != nil {
			return err
		}
	}
	_, err := d.Token()
	return readError(err)
}

// entry is one entry of any of the services: their fields have different names.
type entry struct {
	// Spotify's streaming history
	EndTime    string  `json:"endTime"`
	ArtistName string  `json:"artistName"`
	TrackName  string  `json:"trackName"`
	MsPlayed   float64 `json:"msPlayed"`
	// Spotify's extended streaming history
	TS             string   `json:"ts"`
	MillisPlayed   *float64 `json:"ms_played"`
	ExtendedTrack  string   `json:"master_metadata_track_name"`
	ExtendedArtist string   `json:"master_metadata_album_artist_name"`
	ExtendedAlbum  string   `json:"master_metadata_album_album_name"`
	// ListenBrainz
	ListenedAt  number `json:"listened_at"`
	Metadata    brainz `json:"track_metadata"`
	Score       number `json:"score"`
	RecordingID string `json:"recording_mbid"`
	// Last.fm
	Name   named  `json:"name"`
	Track  named  `json:"track"`
	Artist named  `json:"artist"`
	Album  named  `json:"album"`
	MBID   string `json:"mbid"`
	Date   number `json:"date"`
	// YouTube
	Header    string  `json:"header"`
	Title     string  `json:"title"`
	TitleURL  string  `json:"titleUrl"`
	Subtitles []named `json:"subtitles"`
	Time      string  `json:"time"`
	// Last.fm, in pages
	Recent struct {
		Track []json.RawMessage `json:"track"`
	} `json:"recenttracks"`
}

// brainz is a song of ListenBrainz.
type brainz struct {
	Artist string `json:"artist_name"`
	Track  string `json:"track_name"`
	Album  string `json:"release_name"`
	More   struct {
		RecordingID string `json:"recording_mbid"`
		Millis      number `json:"duration_ms"`
		Seconds     number `json:"duration"`
	} `json:"additional_info"`
	Mapping struct {
		RecordingID string `json:"recording_mbid"`
	} `json:"mbid_mapping"`
}

// named is a text, or an object with a name.
type named string

// UnmarshalJSON implements json.Unmarshaler.
func (n *named) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*n = named(text)
		return nil
	}
	var object struct {
		Text string `json:"#text"`
		Name string `json:"name"`
	}
	if json.Unmarshal(data, &object) == nil {
		*n = named(object.Text + object.Name)
	}
	return nil
}

// number is a number, a text with one, or an object with a Unix time.
type number float64

// UnmarshalJSON implements json.Unmarshaler. What is no number counts as 0.
func (n *number) UnmarshalJSON(data []byte) error {
	var object struct {
		UTS json.RawMessage `json:"uts"`
	}
	if json.Unmarshal(data, &object) == nil && object.UTS != nil {
		data = object.UTS
	}
	value, err := strconv.ParseFloat(strings.Trim(string(data), `"`), 64)
	if err == nil {
		*n = number(value)
	}
	return nil
}

// maxNesting is how deep lists are in lists: pages of entries.
const maxNesting = 2

// entry passes on one entry.
func (r *Reader) entry(raw json.RawMessage) error { return r.nested(raw, 0) }

func (r *Reader) nested(raw json.RawMessage, depth int) error {
	if depth > maxNesting {
		return nil
	}
	var e entry
	var many []json.RawMessage
	if len(raw) > 0 && raw[0] == '[' {
		if err := json.Unmarshal(raw, &many); err != nil {
			return readError(err)
		}
	} else if err := json.Unmarshal(raw, &e); err != nil {
		if _, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return nil // something else
		}
		return readError(err)
	}
	for _, one := range append(many, e.Recent.Track...) {
		if err := r.nested(one, depth+1); err != nil {
			return err
		}
	}
	return r.one(&e)
}

// one passes an entry on as the service meant it.
func (r *Reader) one(e *entry) error {
	switch {
	case e.TrackName != "" && e.EndTime != "":
		return r.heardUntil(Song{Title: e.TrackName, Artist: e.ArtistName}, when(e.EndTime), e.MsPlayed)
	case e.ExtendedTrack != "" && e.MillisPlayed != nil:
		return r.heardUntil(Song{Title: e.ExtendedTrack, Artist: e.ExtendedArtist, Album: e.ExtendedAlbum}, when(e.TS), *e.MillisPlayed)
	case e.Metadata.Track != "":
		return r.play(Play{Song: e.Metadata.song(), At: unix(float64(e.ListenedAt))})
	case e.RecordingID != "" && e.Score == 1:
		return r.like(Song{RecordingID: e.RecordingID})
	case e.Header == "YouTube Music" && e.Time != "":
		return r.watched(e)
	case e.Artist != "" && e.Name+e.Track != "" && e.Date != 0:
		return r.play(Play{Song: Song{Title: string(e.Name + e.Track), Artist: string(e.Artist), Album: string(e.Album), RecordingID: e.MBID}, At: unix(float64(e.Date))})
	}
	return nil
}

// heardUntil passes on a listen of which Spotify knows the end; zero if it does not.
func (r *Reader) heardUntil(s Song, end time.Time, ms float64) error {
	listened := millis(ms)
	if listened == 0 {
		listened = time.Millisecond // 0 would mean that it is unknown
	}
	p := Play{Song: s, Listened: listened}
	if !end.IsZero() {
		p.At = end.Add(-listened)
	}
	return r.play(p)
}

func (m *brainz) song() Song {
	id := m.More.RecordingID
	if id == "" {
		id = m.Mapping.RecordingID
	}
	length := millis(float64(m.More.Millis))
	if length == 0 {
		length = millis(float64(m.More.Seconds) * 1000)
	}
	return Song{m.Track, m.Artist, m.Album, id, length}
}

// unix returns the time of a Unix timestamp in seconds or milliseconds; zero if it has
// none.
func unix(n float64) time.Time {
	switch {
	case n > 1e11 && n < 1e14:
		return time.UnixMilli(int64(n)).UTC()
	case n > 0 && n < 1e11:
		return time.Unix(int64(n), 0).UTC()
	}
	return time.Time{}
}

// isDecoded decodes an entry, and reports whether it has the form of what it is decoded
// into.
func isDecoded(raw json.RawMessage, into any) bool { return json.Unmarshal(raw, into) == nil }

// spotifyLike passes on a song of Spotify's YourLibrary.json.
func (r *Reader) spotifyLike(raw json.RawMessage) error {
	var s struct {
		Artist named  `json:"artist"`
		Album  named  `json:"album"`
		Track  named  `json:"track"`
		Name   named  `json:"name"`
		URI    string `json:"uri"`
	}
	if !isDecoded(raw, &s) || s.URI == "" {
		return nil // something else
	}
	return r.like(Song{Title: string(s.Track + s.Name), Artist: string(s.Artist), Album: string(s.Album)})
}

// spotifyPlaylist passes on a playlist of Spotify's Playlist*.json.
func (r *Reader) spotifyPlaylist(raw json.RawMessage) error {
	var p struct {
		Name  string `json:"name"`
		Items []struct {
			Track *struct {
				Title  string `json:"trackName"`
				Artist string `json:"artistName"`
				Album  string `json:"albumName"`
			} `json:"track"`
		} `json:"items"`
	}
	if !isDecoded(raw, &p) || p.Items == nil {
		return nil // something else
	}
	list := &Playlist{Name: p.Name}
	for _, item := range p.Items {
		if t := item.Track; t != nil && t.Title != "" {
			list.Songs = append(list.Songs, Song{Title: t.Title, Artist: t.Artist, Album: t.Album})
		}
	}
	return r.playlist(list)
}
