package podcast

import (
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"html"
	"strconv"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/station"
)

// rssFile is the feed of a podcast published here: RSS 2.0 with the tags that
// Apple Podcasts requires and the Podcasting 2.0 namespace.
type rssFile struct {
	XMLName xml.Name   `xml:"rss"`
	Version string     `xml:"version,attr"`
	ITunes  string     `xml:"xmlns:itunes,attr"`
	Podcast string     `xml:"xmlns:podcast,attr"`
	Atom    string     `xml:"xmlns:atom,attr"`
	Content string     `xml:"xmlns:content,attr"`
	Channel rssChannel `xml:"channel"`
}

type rssChannel struct {
	Title       string        `xml:"title"`
	Link        string        `xml:"link"`
	Description cdata         `xml:"description"`
	Language    string        `xml:"language"`
	Self        atomLink      `xml:"atom:link"`
	Generator   string        `xml:"generator"`
	Published   string        `xml:"pubDate"`
	Image       rssImage      `xml:"image"`
	Author      string        `xml:"itunes:author,omitempty"`
	Explicit    bool          `xml:"itunes:explicit"`
	Type        string        `xml:"itunes:type"`
	Categories  []rssCategory `xml:"itunes:category"`
	Picture     rssHref       `xml:"itunes:image"`
	Owner       *rssOwner     `xml:"itunes:owner"`
	GUID        string        `xml:"podcast:guid"`
	Locked      rssLocked     `xml:"podcast:locked"`
	Medium      string        `xml:"podcast:medium"`
	Funding     *rssFunding   `xml:"podcast:funding"`
	Live        *rssLive      `xml:"podcast:liveItem"`
	Items       []rssItem     `xml:"item"`
}

type cdata struct{ Text string }

// MarshalXML writes the text without the characters that XML forbids, which
// encoding/xml replaces everywhere but in CDATA.
func (c cdata) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	return e.EncodeElement(struct {
		Text string `xml:",cdata"`
	}{inXML(c.Text)}, start)
}

type atomLink struct {
	Href string `xml:"href,attr"`
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr"`
}

type rssImage struct {
	URL   string `xml:"url"`
	Title string `xml:"title"`
	Link  string `xml:"link"`
}

type rssHref struct {
	Href string `xml:"href,attr"`
}

type rssCategory struct {
	Text string       `xml:"text,attr"`
	Sub  *rssCategory `xml:"itunes:category"`
}

type rssOwner struct {
	Name  string `xml:"itunes:name"`
	Email string `xml:"itunes:email,omitempty"`
}

type rssLocked struct {
	Owner string `xml:"owner,attr,omitempty"`
	Value string `xml:",chardata"`
}

type rssFunding struct {
	URL  string `xml:"url,attr"`
	Text string `xml:",chardata"`
}

type rssEnclosure struct {
	URL    string `xml:"url,attr"`
	Length int64  `xml:"length,attr"`
	Type   string `xml:"type,attr"`
}

type rssGUID struct {
	IsPermaLink bool   `xml:"isPermaLink,attr"`
	Value       string `xml:",chardata"`
}

type rssFileLink struct {
	URL      string `xml:"url,attr"`
	Type     string `xml:"type,attr"`
	Language string `xml:"language,attr,omitempty"`
}

type rssPerson struct {
	Role string `xml:"role,attr,omitempty"`
	Href string `xml:"href,attr,omitempty"`
	Name string `xml:",chardata"`
}

type rssItem struct {
	Title       string       `xml:"title"`
	GUID        rssGUID      `xml:"guid"`
	Published   string       `xml:"pubDate"`
	Link        string       `xml:"link"`
	Description cdata        `xml:"description"`
	Content     *cdata       `xml:"content:encoded"`
	Enclosure   rssEnclosure `xml:"enclosure"`
	Duration    string       `xml:"itunes:duration,omitempty"`
	Explicit    bool         `xml:"itunes:explicit"`
	Kind        string       `xml:"itunes:episodeType"`
	Season      int          `xml:"itunes:season,omitempty"`
	Number      int          `xml:"itunes:episode,omitempty"`
	PodSeason   int          `xml:"podcast:season,omitempty"`
	PodNumber   int          `xml:"podcast:episode,omitempty"`
	Chapters    *rssFileLink `xml:"podcast:chapters"`
	Transcript  *rssFileLink `xml:"podcast:transcript"`
	People      []rssPerson  `xml:"podcast:person"`
}

type rssLive struct {
	Status      string       `xml:"status,attr"`
	Start       string       `xml:"start,attr"`
	End         string       `xml:"end,attr"`
	Title       string       `xml:"title"`
	GUID        rssGUID      `xml:"guid"`
	Description string       `xml:"description,omitempty"`
	Enclosure   rssEnclosure `xml:"enclosure"`
	Link        rssFileHref  `xml:"podcast:contentLink"`
}

type rssFileHref struct {
	Href string `xml:"href,attr"`
	Text string `xml:",chardata"`
}

// Feed returns the feed of a podcast published here that the viewer may see.
// The error has the code NotFound for subscribed feeds.
func (s *Service) Feed(ctx context.Context, v music.Viewer, id string) ([]byte, *feed.Podcast, error) {
	now := s.now()
	p, err := s.Store.Podcast(ctx, v, id, now)
	if err == nil && !p.IsOwn() {
		err = music.ErrNotFound
	}
	if err != nil {
		return nil, nil, err
	}
	list, err := s.Store.Episodes(ctx, v, feed.EpisodeFilter{PodcastID: id}, music.Page{Limit: music.MaxPageSize}, now)
	if err != nil {
		return nil, nil, err
	}
	file := rssFile{
		Version: "2.0", ITunes: "http://www.itunes.com/dtds/podcast-1.0.dtd", Podcast: "https://podcastindex.org/namespace/1.0",
		Atom: "http://www.w3.org/2005/Atom", Content: "http://purl.org/rss/1.0/modules/content/", Channel: s.channel(p),
	}
	for i := range list.Items {
		file.Channel.Items = append(file.Channel.Items, s.item(p, &list.Items[i]))
	}
	file.Channel.Published = published(p, list.Items)
	file.Channel.Live = s.liveItem(ctx, p, now)
	out, err := file.encode()
	return out, p, err
}

func (f *rssFile) encode() ([]byte, error) {
	out, err := xml.MarshalIndent(f, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write feed: %w", err)
	}
	return append([]byte(xml.Header), append(out, '\n')...), nil
}

// published returns when the latest episode of a podcast was published, or when the
// podcast was. Feeds have no lastBuildDate: a reader may skip one in which it stays,
// and edits and live items change a feed, too.
func published(p *feed.Podcast, latest []feed.Episode) string {
	at := p.CreatedAt
	if len(latest) > 0 {
		at = latest[0].PublishedAt
	}
	return at.UTC().Format(time.RFC1123Z)
}

func (s *Service) channel(p *feed.Podcast) rssChannel {
	page := p.Link
	if page == "" {
		page = s.address("/podcasts/" + p.ID)
	}
	c := rssChannel{
		Title: p.Title, Link: page, Description: cdata{CleanNotes(p.Description)}, Language: p.Language,
		Self: atomLink{s.FeedAddress(p.ID), "self", "application/rss+xml"}, Generator: "Sonora", Author: p.Author, Explicit: p.Explicit,
		Type: "episodic", GUID: p.GUID, Locked: rssLocked{p.Email, "yes"}, Medium: p.Medium,
	}
	if c.Locked.Owner == "" {
		c.Locked.Value = "no" // a lock requires the email address of a person who can open it
	}
	for _, name := range p.Categories {
		main, sub, inside := strings.Cut(name, " > ")
		category := rssCategory{Text: main}
		if inside {
			category.Sub = &rssCategory{Text: sub}
		}
		c.Categories = append(c.Categories, category)
	}
	picture := s.address("/podcasts/" + p.ID + "/cover.jpg") // drawn if there is none
	if p.Cover != "" {
		picture += "?v=" + p.Cover
	}
	c.Image, c.Picture = rssImage{picture, p.Title, page}, rssHref{picture}
	if p.Author != "" || p.Email != "" {
		c.Owner = &rssOwner{p.Author, p.Email}
	}
	if p.FundingURL != "" {
		c.Funding = &rssFunding{p.FundingURL, p.FundingText}
	}
	return c
}

// MediaAddress returns the URL of a file of an episode published here: the
// audio, or with another extension the chapters or transcript.
func (s *Service) MediaAddress(e *feed.Episode, ending string) string {
	return s.address("/podcasts/" + e.PodcastID + "/media/" + e.ID + "." + ending)
}

// Ending returns the file extension of the audio of an episode published here.
func Ending(e *feed.Episode) string {
	if ending := endings[e.MIME]; ending != "" {
		return ending
	}
	return "mp3"
}

func (s *Service) item(p *feed.Podcast, e *feed.Episode) rssItem {
	notes := CleanNotes(e.Description)
	i := rssItem{
		Title: e.Title, GUID: rssGUID{false, e.GUID}, Published: e.PublishedAt.UTC().Format(time.RFC1123Z), Link: e.Link,
		Description: cdata{plainText(notes)}, Enclosure: rssEnclosure{s.MediaAddress(e, Ending(e)), e.Size, e.MIME},
		Explicit: e.Explicit || p.Explicit, Kind: string(e.Kind), Season: e.Season, Number: e.Number, PodSeason: e.Season, PodNumber: e.Number,
	}
	if i.Link == "" {
		i.Link = s.address("/podcasts/" + p.ID + "/episodes/" + e.ID)
	}
	if notes != "" {
		i.Content = &cdata{notes}
	}
	if seconds := int64(e.Duration.Seconds() + 0.5); seconds > 0 {
		i.Duration = strconv.FormatInt(seconds, 10)
	}
	if len(e.Chapters.List) > 0 {
		i.Chapters = &rssFileLink{URL: s.MediaAddress(e, "json"), Type: "application/json+chapters"}
	}
	if len(e.Transcripts) > 0 && e.Transcripts[0].Text != "" {
		i.Transcript = &rssFileLink{URL: s.MediaAddress(e, "vtt"), Type: vttType, Language: p.Language}
	}
	for _, person := range e.People {
		i.People = append(i.People, rssPerson{person.Role, person.URL, person.Name})
	}
	return i
}

// liveLength is the announced length of a broadcast that is not in the calendar. It
// is extended by as much while the broadcast goes on.
const liveLength = 2 * time.Hour

// liveItem returns the live item of the podcast's station; nil while nobody is on
// air.
func (s *Service) liveItem(ctx context.Context, p *feed.Podcast, now time.Time) *rssLive {
	if p.StationID == "" || s.OnAir == nil {
		return nil
	}
	st, err := s.Store.Station(ctx, music.Viewer{}, p.StationID) // as visitors see it
	if err != nil {
		return nil
	}
	status, show := s.OnAir(ctx, p.StationID)
	if status.State != station.StateLive {
		return nil
	}
	return s.live(st, status, show, now)
}

// live says that a station is on air, and how to listen. Apps take a new GUID for a
// new stream. That of a show in the calendar is made of the show and when it begins
// there, that of another broadcast of when its DJ went on air: neither changes when
// the DJ has to reconnect.
func (s *Service) live(st *station.Station, status station.Status, show *station.ShowTime, now time.Time) *rssLive {
	guid, title, begins, ends := st.ID+"-live-", cmp.Or(status.Show, st.Name), status.Since, time.Time{}
	if show != nil {
		guid, title, begins, ends = guid+show.Show.ID+"-", show.Show.Name, show.From, show.To
	}
	if !ends.After(now) {
		ends = begins.Add(now.Sub(begins).Truncate(liveLength) + liveLength)
	}
	return &rssLive{
		Status: "live", Start: begins.UTC().Format(time.RFC3339), End: ends.UTC().Format(time.RFC3339), Title: title,
		GUID:        rssGUID{false, guid + strconv.FormatInt(begins.Unix(), 10)},
		Description: st.Description, Enclosure: rssEnclosure{s.address("/radio/" + st.Mount + ".mp3"), 0, "audio/mpeg"},
		Link: rssFileHref{s.address("/radios/" + st.ID), st.Name},
	}
}

// WebVTT encodes a transcript as WebVTT.
func WebVTT(lines []feed.TranscriptLine) string {
	var out strings.Builder
	out.WriteString("WEBVTT\n")
	for i, l := range lines {
		end := l.End
		if end <= l.Start {
			end = l.Start + 5
			if i+1 < len(lines) && lines[i+1].Start > l.Start {
				end = lines[i+1].Start
			}
		}
		text := html.EscapeString(l.Text)
		if l.Speaker != "" {
			text = "<v " + html.EscapeString(strings.ReplaceAll(l.Speaker, ">", "")) + ">" + text
		}
		fmt.Fprintf(&out, "\n%s --> %s\n%s\n", vttTime(l.Start), vttTime(end), text)
	}
	return out.String()
}

func vttTime(seconds float64) string {
	ms := int64(seconds*1000 + 0.5)
	return fmt.Sprintf("%02d:%02d:%02d.%03d", ms/3_600_000, ms/60_000%60, ms/1000%60, ms%1000)
}

// ETag returns the entity tag of a file.
func ETag(file []byte) string { return fmt.Sprintf("\"%x\"", xxh3.Hash(file)) }
