package takeout

import (
	"net/url"
	"regexp"
	"strings"
	"time"
)

// videoList is a playlist of YouTube, whose file has only the IDs of videos.
type videoList struct {
	name string
	ids  []string
}

var videoID = regexp.MustCompile(`^[A-Za-z0-9_-]{11}$`)

// named returns the playlist with what other files say of its videos. Of the others, the
// title is the address of the video.
func (l *videoList) named(videos map[string]Song) *Playlist {
	p := &Playlist{Name: l.name}
	for _, id := range l.ids {
		song, ok := videos[id]
		if !ok {
			song = Song{Title: "youtube.com/watch?v=" + id}
		}
		p.Songs = append(p.Songs, song)
	}
	return p
}

// watched passes on an entry of YouTube's watch-history.json.
func (r *Reader) watched(e *entry) error {
	at := when(e.Time)
	if at.IsZero() || len(e.Subtitles) == 0 {
		return nil // an advertisement, or a video that was deleted
	}
	title := e.Title
	if first, rest, ok := strings.Cut(title, " "); ok && isWatched(first) {
		title = rest
	}
	s := Song{Title: title, Artist: strings.TrimSuffix(string(e.Subtitles[0]), " - Topic")}
	if u, err := url.Parse(e.TitleURL); err == nil {
		r.know(u.Query().Get("v"), s)
	}
	return r.play(Play{Song: s, At: at})
}

// isWatched reports whether a word is how Takeout begins the title of a video.
func isWatched(word string) bool {
	return word == "Watched" || word == "Visto" || word == "Viste" || word == "Mirado"
}

// know keeps the name of a video.
func (r *Reader) know(id string, s Song) {
	if _, known := r.videos[id]; !known && len(r.videos) < maxVideos && videoID.MatchString(id) {
		r.videos[strings.Clone(id)] = s.clean()
	}
}

// video takes a row of one of YouTube's tables, which have other headers in each
// language: a video of a playlist, or a song of the library.
func (r *Reader) video(row []string, into *videoList) (known bool, err error) {
	if len(row) < 2 || !videoID.MatchString(row[0]) {
		return false, nil
	}
	if isTime(row[1]) {
		if len(into.ids) < maxSongs {
			into.ids = append(into.ids, row[0])
		}
		r.found++
		return true, nil
	}
	if len(row) < 4 {
		return false, nil
	}
	s := Song{Title: row[1], Album: row[2], Artist: row[3]}
	r.know(row[0], s)
	return true, r.like(s)
}

func isTime(s string) bool {
	for _, layout := range []string{time.RFC3339, "2006-01-02 15:04:05 UTC"} {
		if _, err := time.Parse(layout, s); err == nil {
			return true
		}
	}
	return false
}

// listName returns the name of the playlist in a file such as Party-videos.csv.
func listName(file string) string {
	name := baseName(file)
	for _, suffix := range []string{"-videos", "-vídeos", " videos"} {
		name = strings.TrimSuffix(name, suffix)
	}
	return name
}
