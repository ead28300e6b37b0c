// Package directory searches a directory of radio stations: any service with
// the API of radio-browser.info (https://api.radio-browser.info).
package directory

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"sonora/internal/music"
	"sonora/internal/outgoing"
	"sonora/internal/station"
)

// DefaultURL is used unless the operator configures another URL.
const DefaultURL = "https://all.api.radio-browser.info"

const (
	maxAnswer   = 4 << 20
	patience    = 15 * time.Second
	rememberFor = 10 * time.Minute
	maxRemember = 200 // cached responses
	maxFound    = 100 // stations per search
)

// Errors people see.
var (
	ErrOff      = music.NewError(music.Conflict, "The directory of radio stations is switched off. The operator can switch it on in the settings.").Coded(music.CodeTurnedOff)
	errNoAnswer = music.NewError(music.Unavailable, "The directory of radio stations does not answer as it should at the moment. Please try again later.")
	errUnknown  = music.NewError(music.NotFound, "The directory has no such station.")
)

// Config is what a Service needs.
type Config struct {
	URL     string      // "" for DefaultURL
	Version string      // of Sonora, for the User-Agent header
	On      func() bool // whether the operator allows requests
}

// Service queries a directory. It is safe for concurrent use.
type Service struct {
	base  *url.URL
	agent string
	on    func() bool
	http  *http.Client
	now   func() time.Time

	mu    sync.Mutex
	known map[string]answer
}

type answer struct {
	found []Entry
	until time.Time
}

// New returns a Service, or an error if the URL is invalid.
func New(c Config) (*Service, error) {
	base, err := url.Parse(strings.TrimRight(cmp.Or(c.URL, DefaultURL), "/"))
	if err != nil || base.Scheme != "https" && base.Scheme != "http" || base.Host == "" {
		return nil, fmt.Errorf("invalid URL of the station directory: %q", c.URL)
	}
	return &Service{
		base: base, agent: "Sonora/" + c.Version, on: c.On, now: time.Now, known: map[string]answer{},
		http: outgoing.New(outgoing.Config{Named: base, MaxBody: maxAnswer, Timeout: patience}),
	}, nil
}

// Entry is a station in the directory.
type Entry struct {
	ID        string // in the directory
	Name      string
	StreamURL string
	Homepage  string
	LogoURL   string
	Genre     string   // the first of Tags
	Tags      []string // as entered by people
	Country   string
	Language  string
	Format    string // MP3, AAC
	Bitrate   int    // kbit/s; 0 unknown
	Votes     int
	Clicks    int // in the last day
}

// minBitrate is the lowest bitrate that is believed, in kbit/s.
const minBitrate = 8

// Fill makes a station a relay of the entry.
func (e *Entry) Fill(s *station.Station) {
	s.Name, s.StreamURL, s.LogoURL, s.Genre, s.Country, s.Language, s.Format = e.Name, e.StreamURL, e.LogoURL, e.Genre, e.Country, e.Language, e.Format
	if e.Bitrate >= minBitrate {
		s.Bitrate = e.Bitrate
	}
}

// Query is a search. At least one field should be set.
type Query struct {
	Name, Country, Tag, Language string
	Limit                        int // 1 to 100
	At                           int // offset of the page
}

// Search returns stations that the directory believes to work, the most popular
// first. The error has the code Conflict if the directory is turned off.
func (s *Service) Search(ctx context.Context, q Query) ([]Entry, error) {
	if !s.on() {
		return nil, ErrOff
	}
	values := url.Values{"hidebroken": {"true"}, "order": {"clickcount"}, "reverse": {"true"}}
	values.Set("limit", strconv.Itoa(min(max(q.Limit, 1), maxFound)))
	values.Set("offset", strconv.Itoa(max(q.At, 0)))
	for name, text := range map[string]string{"name": q.Name, "tag": q.Tag, "language": strings.ToLower(q.Language)} {
		if text != "" {
			values.Set(name, text)
		}
	}
	if code := countryCode(q.Country); code != "" {
		values.Set("countrycode", code)
	} else if q.Country != "" {
		values.Set("country", q.Country)
	}
	return s.ask(ctx, "/json/stations/search?"+values.Encode())
}

var uuid = regexp.MustCompile(`^[0-9A-Za-z-]{1,64}$`)

// Station returns a station by its directory ID.
func (s *Service) Station(ctx context.Context, id string) (*Entry, error) {
	if !s.on() {
		return nil, ErrOff
	}
	if !uuid.MatchString(id) {
		return nil, errUnknown
	}
	found, err := s.ask(ctx, "/json/stations/byuuid?uuids="+url.QueryEscape(id))
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, errUnknown
	}
	return &found[0], nil
}

// Click tells the directory that somebody chose a station, which is how it
// measures popularity. Errors do not matter.
func (s *Service) Click(ctx context.Context, id string) {
	if s.on() && uuid.MatchString(id) {
		_, _ = s.get(ctx, "/json/url/"+id)
	}
}

// ask returns the stations at a path, cached for a while.
func (s *Service) ask(ctx context.Context, path string) ([]Entry, error) {
	if found, ok := s.remembered(path); ok {
		return found, nil
	}
	data, err := s.get(ctx, path)
	if err != nil {
		return nil, err
	}
	found, err := decode(data)
	if err != nil {
		return nil, errNoAnswer.Because(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.known) >= maxRemember {
		clear(s.known)
	}
	s.known[path] = answer{found, s.now().Add(rememberFor)}
	return found, nil
}

func (s *Service) remembered(path string) ([]Entry, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known, ok := s.known[path]
	return known.found, ok && s.now().Before(known.until)
}

func (s *Service) get(ctx context.Context, path string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base.String()+path, http.NoBody)
	if err != nil {
		return nil, errNoAnswer.Because(err)
	}
	r.Header.Set("User-Agent", s.agent)
	res, err := s.http.Do(r)
	if err != nil {
		if errors.Is(err, context.Canceled) {
			return nil, err
		}
		return nil, errNoAnswer.Because(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = errors.New(res.Status)
	}
	if err != nil {
		return nil, errNoAnswer.Because(err)
	}
	return data, nil
}

// entryJSON is a station as the service encodes it.
type entryJSON struct {
	UUID        string `json:"stationuuid"`
	Name        string `json:"name"`
	URL         string `json:"url"`
	Resolved    string `json:"url_resolved"`
	Homepage    string `json:"homepage"`
	Favicon     string `json:"favicon"`
	Tags        string `json:"tags"`
	Country     string `json:"country"`
	CountryCode string `json:"countrycode"`
	Language    string `json:"language"`
	Codec       string `json:"codec"`
	Bitrate     int    `json:"bitrate"`
	Votes       int    `json:"votes"`
	Clicks      int    `json:"clickcount"`
}

// decode skips entries that cannot be stations.
func decode(data []byte) ([]Entry, error) {
	var list []entryJSON
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, err
	}
	found := []Entry{}
	for i := range list[:min(len(list), maxFound)] {
		if e, ok := list[i].entry(); ok {
			found = append(found, e)
		}
	}
	return found, nil
}

func (j *entryJSON) entry() (Entry, bool) {
	e := Entry{
		ID: j.UUID, Name: music.OneLine(j.Name, 200), StreamURL: address(cmp.Or(j.Resolved, j.URL)), Homepage: address(j.Homepage), LogoURL: address(j.Favicon),
		Country: station.CountryName(music.OneLine(cmp.Or(j.Country, j.CountryCode), 100)), Language: title(music.OneLine(first(j.Language), 100)),
		Format: formatOf(j.Codec), Bitrate: min(max(j.Bitrate, 0), 10_000), Votes: max(j.Votes, 0), Clicks: max(j.Clicks, 0), Tags: []string{},
	}
	for tag := range strings.SplitSeq(j.Tags, ",") {
		if tag = music.OneLine(tag, 100); tag != "" && len(e.Tags) < 10 {
			e.Tags = append(e.Tags, tag)
		}
	}
	if len(e.Tags) > 0 {
		e.Genre = title(e.Tags[0])
	}
	return e, uuid.MatchString(e.ID) && e.Name != "" && e.StreamURL != ""
}
