package online

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"sonora/internal/music"
)

const (
	maxMatches  = 10
	maxReleases = 3 // matches per recording
	nearLength  = 15 * time.Second
)

var (
	validID   = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
	validISRC = regexp.MustCompile(`^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$`)
)

// recording is a recording in the MusicBrainz API, in search results and
// lookups.
type recording struct {
	ID       string   `json:"id"`
	Title    string   `json:"title"`
	Length   float64  `json:"length"` // ms
	Credit   []credit `json:"artist-credit"`
	First    string   `json:"first-release-date"`
	Releases []struct {
		ID     string   `json:"id"`
		Title  string   `json:"title"`
		Date   string   `json:"date"`
		Status string   `json:"status"`
		Credit []credit `json:"artist-credit"`
	} `json:"releases"`
}

type credit struct {
	Name string `json:"name"`
	Join string `json:"joinphrase"`
}

// matches looks up the IDs in the tags, then searches by names.
func (s *Service) matches(ctx context.Context, t *music.TrackDetail) ([]Match, error) {
	for _, question := range questions(t) {
		recordings, err := ask(ctx, s.names, question.path, question.query, question.decode)
		if err != nil {
			return nil, err
		}
		if len(recordings) > 0 {
			return rank(t, recordings), nil
		}
	}
	return []Match{}, nil
}

// question is one way to request a track.
type question struct {
	path   string
	query  url.Values
	decode func([]byte) ([]recording, error)
}

// questions returns the requests in the order in which they are tried until one
// has a result.
func questions(t *music.TrackDetail) []question {
	const parts = "artist-credits releases"
	var list []question
	if id := strings.ToLower(t.MusicBrainzRecordingID); validID.MatchString(id) {
		list = append(list, question{"/ws/2/recording/" + id, asJSON("inc", parts), decodeRecording})
	}
	if isrc := strings.ToUpper(strings.ReplaceAll(t.ISRC, "-", "")); validISRC.MatchString(isrc) {
		list = append(list, question{"/ws/2/isrc/" + isrc, asJSON("inc", parts), decodeRecordings})
	}
	for _, text := range searches(t) {
		query := asJSON("query", text)
		query.Set("limit", strconv.Itoa(maxMatches))
		list = append(list, question{"/ws/2/recording", query, decodeRecordings})
	}
	return list
}

func asJSON(name, value string) url.Values {
	return url.Values{"fmt": {"json"}, name: {value}}
}

// searches returns queries in Lucene syntax: first the exact names, preferring
// the album and the duration, then the words of the names alone.
func searches(t *music.TrackDetail) []string {
	artist := known(t).first
	exact := []string{`recording:` + phrase(t.Title)}
	loose := []string{`recording:(` + fold(bare(t.Title)) + `)`}
	if artist != "" {
		exact = append(exact, `artist:`+phrase(artist))
	}
	if hasWords(artist) {
		loose = append(loose, `artist:(`+fold(artist)+`)`)
	}
	var hints []string
	if t.Album != "" {
		hints = append(hints, `release:`+phrase(t.Album))
	}
	if ms := t.Duration.Milliseconds(); ms > 0 {
		hints = append(hints, fmt.Sprintf("dur:[%d TO %d]", max(0, ms-nearLength.Milliseconds()), ms+nearLength.Milliseconds()))
	}
	first := strings.Join(exact, " AND ")
	list := []string{first}
	if len(hints) > 0 {
		list = []string{first + ` AND (` + strings.Join(hints, " OR ") + `)`, first}
	}
	if hasWords(bare(t.Title)) {
		list = append(list, strings.Join(loose, " AND "))
	}
	return list
}

// hasWords reports whether fold leaves words without Lucene syntax.
func hasWords(name string) bool { return plainWords.MatchString(fold(name)) }

var plainWords = regexp.MustCompile(`^[\pL\pN\pM ]+$`)

// phrase quotes a text for Lucene.
func phrase(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(clean(text)) + `"`
}

func decodeRecordings(body []byte) ([]recording, error) {
	var answer struct {
		Recordings *[]recording `json:"recordings"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, err
	}
	if answer.Recordings == nil {
		return nil, errNoAnswer
	}
	return *answer.Recordings, nil
}

func decodeRecording(body []byte) ([]recording, error) {
	var r recording
	if err := json.Unmarshal(body, &r); err != nil {
		return nil, err
	}
	if r.ID == "" {
		return nil, errNoAnswer
	}
	return []recording{r}, nil
}

// known returns what the library knows about a track.
func known(t *music.TrackDetail) song {
	s := song{title: t.Title, artist: t.Artist, first: t.Artist, duration: t.Duration}
	if len(t.Artists) > 0 {
		s.first = t.Artists[0].Name
	}
	return s
}

// rank turns recordings into matches, the best first.
func rank(t *music.TrackDetail, recordings []recording) []Match {
	type ranked struct {
		Match
		album float64 // similarity of the albums
	}
	var all []ranked
	for _, r := range recordings {
		found := song{title: r.Title, artist: credited(r.Credit), duration: time.Duration(r.Length * float64(time.Millisecond))}
		if len(r.Credit) > 0 {
			found.first = r.Credit[0].Name
		}
		match := Match{Score: score(known(t), found), Title: clean(r.Title), Artist: clean(found.artist), Year: yearOf(r.First), RecordingID: r.ID}
		if !validID.MatchString(r.ID) || match.Title == "" {
			continue
		}
		var own []ranked
		for _, release := range r.Releases {
			m := match
			m.Album, m.ReleaseID, m.Year = clean(release.Title), release.ID, cmp.Or(yearOf(release.Date), match.Year)
			if !validID.MatchString(release.ID) {
				continue
			}
			official := 0.0 // bootlegs and promotional releases come last among equals
			if release.Status == "" || release.Status == "Official" {
				official = 0.01
			}
			own = append(own, ranked{m, similarity(t.Album, release.Title) + official})
		}
		if len(own) == 0 {
			own = []ranked{{match, 0}}
		}
		slices.SortStableFunc(own, func(a, b ranked) int { return cmp.Compare(b.album, a.album) })
		all = append(all, own[:min(len(own), maxReleases)]...)
	}
	slices.SortStableFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.album, a.album))
	})
	matches := make([]Match, 0, maxMatches)
	for _, m := range all[:min(len(all), maxMatches)] {
		matches = append(matches, m.Match)
	}
	return matches
}

func credited(list []credit) string {
	var b strings.Builder
	for _, c := range list {
		b.WriteString(c.Name + c.Join)
	}
	return b.String()
}

// yearOf reads dates such as 1987, 1987-03 and 1987-03-02.
func yearOf(date string) int {
	year, _, _ := strings.Cut(date, "-")
	n, err := strconv.Atoi(year)
	if err != nil || n < 0 || n > 9999 {
		return 0
	}
	return n
}
