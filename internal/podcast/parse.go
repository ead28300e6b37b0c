package podcast

import (
	"bytes"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mmcdole/gofeed"
	ext "github.com/mmcdole/gofeed/extensions"

	"sonora/internal/feed"
)

const (
	maxEpisodes = 5000 // of a feed, the latest
	maxTitle    = 300  // characters
	maxAddress  = 4000 // bytes
)

// parsed is the content of a feed.
type parsed struct {
	show     feed.Podcast
	episodes []feed.Episode
	items    int // including those without audio
	newURL   string
	hint     time.Duration // how often the feed asks to be read; 0 if it does not say
}

// parse parses a feed. A feed that was cut off ends with its last complete
// item.
func parse(body []byte, cut bool, base string, now time.Time) (*parsed, error) {
	if cut {
		body = closed(body)
	}
	p := gofeed.NewParser()
	p.KeepOriginalFeed = true
	fd, err := p.Parse(bytes.NewReader(body))
	if err != nil {
		return nil, errNoFeed.Because(err)
	}
	from, err := url.Parse(base)
	if err != nil {
		return nil, errAddress.Because(err)
	}
	out := &parsed{show: showOf(fd, from), items: len(fd.Items), hint: hintOf(fd)}
	if fd.ITunesExt != nil {
		out.newURL = webAddress(fd.ITunesExt.NewFeedURL, from)
	}
	for _, item := range fd.Items {
		if e, ok := episodeOf(item, from, now); ok {
			out.episodes = append(out.episodes, e)
		}
	}
	slices.SortStableFunc(out.episodes, func(a, b feed.Episode) int { return b.PublishedAt.Compare(a.PublishedAt) })
	out.episodes = out.episodes[:min(len(out.episodes), maxEpisodes)]
	return out, nil
}

// closed closes the XML of a feed that was cut off after its last complete
// item.
func closed(body []byte) []byte {
	for item, end := range map[string]string{"</item>": "</channel></rss>", "</entry>": "</feed>"} {
		if at := bytes.LastIndex(body, []byte(item)); at >= 0 {
			return append(bytes.Clone(body[:at+len(item)]), end...)
		}
	}
	return body
}

func showOf(f *gofeed.Feed, from *url.URL) feed.Podcast {
	p := feed.Podcast{
		Title: title(f.Title), Description: CleanNotes(f.Description), Link: webAddress(f.Link, from), Language: short(f.Language, 20),
		Medium: "podcast", Categories: []string{},
	}
	if len(f.Authors) > 0 && f.Authors[0] != nil {
		p.Author = title(f.Authors[0].Name)
	}
	if f.Image != nil {
		p.ImageURL = webAddress(f.Image.URL, from)
	}
	if it := f.ITunesExt; it != nil {
		if author := title(it.Author); author != "" {
			p.Author = author
		}
		if image := webAddress(it.Image, from); image != "" {
			p.ImageURL = image
		}
		if p.Description == "" {
			p.Description = CleanNotes(it.Summary)
		}
		p.Explicit = isYes(it.Explicit)
		p.Categories = categoriesOf(it.Categories)
	}
	if p.Title == "" {
		p.Title = from.Hostname()
	}
	podcast := f.Extensions["podcast"]
	p.GUID = short(first(podcast, "guid").Value, 100)
	if medium := short(first(podcast, "medium").Value, 40); medium != "" {
		p.Medium = medium
	}
	funding := first(podcast, "funding")
	p.FundingURL, p.FundingText = webAddress(funding.Attrs["url"], from), label(funding.Value, 128)
	return p
}

func categoriesOf(list []*ext.ITunesCategory) []string {
	names := []string{}
	for _, c := range list {
		if c == nil || c.Text == "" || len(names) == 5 {
			continue
		}
		name := label(c.Text, 60)
		if c.Subcategory != nil && c.Subcategory.Text != "" {
			name += " > " + label(c.Subcategory.Text, 60)
		}
		names = append(names, name)
	}
	return names
}

// episodeOf returns the episode of an item; false for an item without audio.
func episodeOf(item *gofeed.Item, from *url.URL, now time.Time) (feed.Episode, bool) {
	sound := soundOf(item)
	e := feed.Episode{
		AudioURL: webAddress(sound.URL, from), MIME: short(strings.ToLower(sound.Type), 60), Kind: feed.EpisodeFull, State: feed.EpisodePublished,
		Title: title(item.Title), Link: webAddress(item.Link, from), Description: CleanNotes(longestDescription(item)), GUID: strings.TrimSpace(item.GUID),
	}
	if e.AudioURL == "" {
		return e, false
	}
	e.Size, _ = strconv.ParseInt(strings.TrimSpace(sound.Length), 10, 64)
	e.Size = min(max(e.Size, 0), 1<<40)
	if e.GUID == "" {
		e.GUID = e.AudioURL
	}
	switch {
	case item.PublishedParsed != nil:
		e.PublishedAt = item.PublishedParsed.UTC()
	case item.UpdatedParsed != nil:
		e.PublishedAt = item.UpdatedParsed.UTC()
	}
	if e.PublishedAt.Before(time.Unix(0, 0)) || e.PublishedAt.After(now.Add(24*time.Hour)) {
		e.PublishedAt = time.Unix(1, 0).UTC() // an invalid date sorts last
	}
	if it := item.ITunesExt; it != nil {
		addITunes(&e, it)
	}
	addPodcasting(&e, item, from)
	if e.Title == "" {
		e.Title = e.PublishedAt.Format(time.DateOnly)
	}
	return e, true
}
