package takeout

import (
	"bufio"
	"encoding/csv"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"
)

// columns are what the columns of tables are called by those who write them.
var columns = map[string]string{
	"track": "title", "track name": "title", "title": "title", "song": "title", "song title": "title", "name": "title",
	"artist": "artist", "artist name": "artist", "artist name(s)": "artist", "artists": "artist", "artist names": "artist",
	"album": "album", "album name": "album", "album title": "album", "release": "album",
	"uts": "time", "date": "time", "timestamp": "time", "utc_time": "text time", "listened_at": "time",
	"track_mbid": "mbid", "recording_mbid": "mbid", "mbid": "mbid",
	"playlist name": "playlist", "playlist": "playlist", "added at": "added", "track uri": "uri", "spotify id": "uri",
}

// csv reads a table of Last.fm, of YouTube, or of a playlist.
func (r *Reader) csv(name string, in *bufio.Reader, b *budget) error {
	d := csv.NewReader(in)
	d.Comma, d.LazyQuotes, d.FieldsPerRecord, d.ReuseRecord = delimiter(in), true, -1, true
	t := table{r: r, videos: videoList{name: listName(name)}, name: listName(name)}
	for {
		b.refill()
		row, err := d.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return readError(err)
		}
		for i := range row {
			row[i] = strings.TrimSpace(utf8Line(row[i]))
		}
		if err := t.row(row); err != nil {
			return err
		}
	}
	return t.end()
}

// delimiter returns what separates the columns in the first line.
func delimiter(in *bufio.Reader) rune {
	begin, _ := in.Peek(4 << 10) // a short file has fewer bytes
	line, _, _ := strings.Cut(string(begin), "\n")
	best := ','
	for _, one := range ";\t" {
		if strings.Count(line, string(one)) > strings.Count(line, string(best)) {
			best = one
		}
	}
	return best
}

// table is a table that is read.
type table struct {
	r      *Reader
	name   string
	of     map[string]int // the number of each known column; nil without a header
	videos videoList
	lists  []*Playlist
}

// row takes a row: a header, or an entry.
func (t *table) row(row []string) error {
	if known, err := t.r.video(row, &t.videos); known || err != nil {
		return err
	}
	if of := header(row); of != nil {
		t.of = of
		return nil
	}
	if t.of == nil {
		if len(row) == 4 && !when(row[3]).IsZero() { // artist, album, title, time
			return t.r.play(Play{Song: Song{Title: row[2], Artist: row[0], Album: row[1]}, At: when(row[3])})
		}
		return nil
	}
	s := Song{Title: t.value(row, "title"), Artist: t.value(row, "artist"), Album: t.value(row, "album"), RecordingID: t.value(row, "mbid")}
	_, hasTime := t.of["time"]
	_, hasText := t.of["text time"]
	if hasTime || hasText {
		at := when(t.value(row, "time"))
		if at.IsZero() {
			at = when(t.value(row, "text time"))
		}
		return t.r.play(Play{Song: s, At: at})
	}
	t.add(t.value(row, "playlist"), s)
	return nil
}

// header returns the columns of a header; nil for a row that is none.
func header(row []string) map[string]int {
	of := map[string]int{}
	for i, title := range row {
		title, _, _ = strings.Cut(strings.ToLower(title), "#") // lastfmstats.com adds the name of the person
		if column, ok := columns[title]; ok {
			if _, twice := of[column]; !twice {
				of[column] = i
			}
		}
	}
	_, title := of["title"]
	_, artist := of["artist"]
	if !title || !artist {
		return nil
	}
	return of
}

func (t *table) value(row []string, column string) string {
	if i, ok := t.of[column]; ok && i < len(row) {
		return row[i]
	}
	return ""
}

// maxLists is how many playlists one table may have.
const maxLists = 2000

// add adds a song to a playlist of the table, "" for the one that is called like the file.
func (t *table) add(list string, s Song) {
	if list = clean(list); list == "" {
		list = t.name
	}
	if n := len(t.lists); n == 0 || t.lists[n-1].Name != list {
		if n == maxLists {
			return
		}
		t.lists = append(t.lists, &Playlist{Name: strings.Clone(list)})
	}
	last := t.lists[len(t.lists)-1]
	if s = s.clean(); s.Title != "" && len(last.Songs) < maxSongs {
		last.Songs = append(last.Songs, s)
	}
}

// end passes on the playlists of the table.
func (t *table) end() error {
	if len(t.videos.ids) > 0 {
		t.r.lists = append(t.r.lists, t.videos)
	}
	for _, list := range t.lists {
		if err := t.r.playlist(list); err != nil {
			return err
		}
	}
	return nil
}

// when returns a time as tables write it, in UTC; zero if it is none.
func when(s string) time.Time {
	if n, err := strconv.ParseFloat(s, 64); err == nil {
		return unix(n)
	}
	for _, layout := range []string{"02 Jan 2006 15:04", "02 Jan 2006, 15:04", "2 Jan 2006 15:04", "2 Jan 2006, 15:04", time.RFC3339, "2006-01-02 15:04:05", "2006-01-02 15:04"} {
		if at, err := time.Parse(layout, s); err == nil {
			return at.UTC()
		}
	}
	return time.Time{}
}
