package podcast

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"net/url"
	"strings"
	"time"

	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/outgoing"
	"sonora/internal/store"
)

const (
	// MaxOPML is the maximum size of an OPML file in bytes.
	MaxOPML           = 5 << 20
	maxFeeds          = 10_000
	maxDepth          = 100 // nesting of elements
	maxWrongAddresses = 100 // rejected addresses listed in a report
	importKind        = "podcast-import"

	lookupsTime = time.Minute // for all names of a file; the rest is checked when the feeds are read
)

var (
	errOPMLSize  = music.NewError(music.TooLarge, "This file is larger than 5 MB.")
	errOPML      = music.NewError(music.Invalid, "This OPML file cannot be read.")
	errOPMLEmpty = music.NewError(music.Invalid, "There are no feeds in this file.")
	errOPMLMany  = music.NewError(music.Invalid, "There are more than 10000 feeds in this file.")
)

// Outline is a feed in an OPML file.
type Outline struct {
	URL   string `json:"url"`
	Title string `json:"title"`
}

// ParseOPML returns the feeds of an OPML file without duplicates. It rejects
// files that define entities.
func ParseOPML(file []byte) ([]Outline, error) {
	if len(file) > MaxOPML {
		return nil, errOPMLSize
	}
	d := xml.NewDecoder(bytes.NewReader(file))
	d.Strict = false
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	seen, list, depth, isOPML := map[string]bool{}, []Outline{}, 0, false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, errOPML.Because(err)
		}
		switch t := token.(type) {
		case xml.Directive:
			if bytes.Contains(bytes.ToUpper(t), []byte("ENTITY")) {
				return nil, errOPML
			}
		case xml.EndElement:
			depth--
		case xml.StartElement:
			if depth++; depth > maxDepth {
				return nil, errOPML
			}
			isOPML = isOPML || strings.EqualFold(t.Name.Local, "opml")
			o := outlineOf(t)
			if o.URL == "" || seen[o.URL] {
				continue
			}
			if seen[o.URL] = true; len(list) == maxFeeds {
				return nil, errOPMLMany
			}
			list = append(list, o)
		}
	}
	switch {
	case !isOPML:
		return nil, errOPML
	case len(list) == 0:
		return nil, errOPMLEmpty
	}
	return list, nil
}

func outlineOf(t xml.StartElement) (o Outline) {
	if !strings.EqualFold(t.Name.Local, "outline") {
		return o
	}
	for _, a := range t.Attr {
		switch strings.ToLower(a.Name.Local) {
		case "xmlurl":
			o.URL = strings.TrimSpace(a.Value)
		case "text":
			o.Title = title(a.Value)
		case "title":
			if o.Title == "" {
				o.Title = title(a.Value)
			}
		}
	}
	return o
}

// Import starts to subscribe to all feeds of an OPML file.
func (s *Service) Import(ctx context.Context, v music.Viewer, file []byte) (*music.Job, error) {
	list, err := ParseOPML(file)
	if err != nil {
		return nil, err
	}
	return s.Jobs.EnqueueAlone(ctx, importKind, v.AccountID, list)
}

// Report is the result of an import.
type Report struct {
	Feeds   int     `json:"feeds"`
	Added   int     `json:"added"`
	Already int     `json:"already"`
	Refused int     `json:"refused"`
	Wrong   []Wrong `json:"wrong"` // the first rejected feeds
}

// Wrong is a rejected feed.
type Wrong struct {
	URL    string        `json:"url"`
	Reason music.Message `json:"reason"`
}

// Import is an import job, with its report once it is done.
type Import struct {
	ID         string
	State      music.JobState
	Progress   float64
	Error      string
	Report     Report
	CreatedAt  time.Time
	FinishedAt time.Time
}

// Imports returns the viewer's imports, latest first.
func (s *Service) Imports(ctx context.Context, v music.Viewer) ([]Import, error) {
	jobs, err := s.Store.Jobs(ctx, v.AccountID, importKind)
	if err != nil {
		return nil, err
	}
	out := []Import{}
	for _, j := range jobs[:min(len(jobs), 20)] {
		i := Import{ID: j.ID, State: j.State, Progress: j.Progress, Error: j.Error, CreatedAt: j.CreatedAt, FinishedAt: j.FinishedAt}
		_ = json.Unmarshal(j.Result, &i.Report) // {} until it is done
		out = append(out, i)
	}
	return out, nil
}

// importJob subscribes to the feeds of a file. The feeds are read later, like
// all feeds, so that ten thousand of them delay nothing.
func (s *Service) importJob(ctx context.Context, j *music.Job, progress func(float64)) (any, error) {
	var list []Outline
	if err := json.Unmarshal(j.Payload, &list); err != nil {
		return nil, err
	}
	v := music.Viewer{AccountID: j.AccountID, Role: music.Creator}
	report := Report{Feeds: len(list), Wrong: []Wrong{}}
	lookups, cancel := context.WithTimeout(ctx, lookupsTime)
	defer cancel()
	for i, o := range list {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		added, err := s.importOne(ctx, lookups, v, o)
		var known *music.Error
		switch {
		case errors.As(err, &known) && known.Code != music.Internal && known.Code != music.Unavailable:
			if report.Refused++; len(report.Wrong) < maxWrongAddresses {
				report.Wrong = append(report.Wrong, Wrong{short(o.URL, maxAddress), known.Detail})
			}
		case err != nil:
			return nil, err
		case added:
			report.Added++
		default:
			report.Already++
		}
		progress(float64(i+1) / float64(len(list)))
	}
	nudge(s.wakePolling)
	return report, nil
}

// importOne subscribes to a feed, unless its address is in a private network.
// lookups ends when no more names are to be resolved.
func (s *Service) importOne(ctx, lookups context.Context, v music.Viewer, o Outline) (added bool, err error) {
	to, l, err := target(Request{URL: o.URL})
	if err != nil {
		return false, err
	}
	if err := s.mayConnect(lookups, to); err != nil {
		return false, err
	}
	f := store.NewFeed{URL: to, Title: o.Title}
	if l != nil {
		plain, err := json.Marshal(l)
		if err != nil {
			return false, err
		}
		f.AccountID, f.Credentials = v.AccountID, s.Box.Close(plain)
	}
	if f.Title == "" {
		f.Title = to
	}
	id, err := s.Store.AddFeed(ctx, f, s.now())
	if err != nil {
		return false, err
	}
	p, err := s.Store.Podcast(ctx, v, id, s.now())
	if err != nil || p.Subscription != nil {
		return false, err
	}
	return true, s.Store.Subscribe(ctx, v, id, feed.NewSubscription(), s.now())
}

// mayConnect returns errInside for the address of a feed to which this server does
// not connect.
func (s *Service) mayConnect(ctx context.Context, address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return err
	}
	if err := (outgoing.Dialer{Inside: s.Inside}).Check(ctx, u.Hostname()); err != nil {
		return errInside.Because(err)
	}
	return nil
}

type opmlFile struct {
	XMLName xml.Name   `xml:"opml"`
	Version string     `xml:"version,attr"`
	Title   string     `xml:"head>title"`
	Created string     `xml:"head>dateCreated"`
	Feeds   []opmlFeed `xml:"body>outline"`
}

type opmlFeed struct {
	Type  string `xml:"type,attr"`
	Text  string `xml:"text,attr"`
	Title string `xml:"title,attr"`
	URL   string `xml:"xmlUrl,attr"`
	Link  string `xml:"htmlUrl,attr,omitempty"`
}

// Export returns the viewer's subscriptions as OPML, without passwords.
func (s *Service) Export(ctx context.Context, v music.Viewer) ([]byte, error) {
	file := opmlFile{Version: "2.0", Title: "Podcasts", Created: s.now().UTC().Format(time.RFC1123Z), Feeds: []opmlFeed{}}
	for p := (music.Page{Limit: music.MaxPageSize}); ; {
		list, err := s.Store.Podcasts(ctx, v, feed.Filter{Subscribed: true, Sort: feed.SortName}, p, s.now())
		if err != nil {
			return nil, err
		}
		for i := range list.Items {
			m := &list.Items[i]
			to := m.FeedURL
			if m.IsOwn() {
				to = s.FeedAddress(m.ID)
			}
			file.Feeds = append(file.Feeds, opmlFeed{"rss", m.Title, m.Title, to, m.Link})
		}
		if p.After = list.Next; p.After == "" {
			break
		}
	}
	out, err := xml.MarshalIndent(file, "", "  ")
	return append([]byte(xml.Header), out...), err
}
