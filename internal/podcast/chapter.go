package podcast

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"

	"sonora/internal/feed"
	"sonora/internal/music"
)

// Chapters returns the chapters of an episode that the viewer may hear: from
// the feed, the chapters file that the feed names, the ID3 tag of the audio, or
// the notes. It is empty if there are none.
func (s *Service) Chapters(ctx context.Context, v music.Viewer, id string) ([]feed.Chapter, error) {
	e, err := s.Store.Episode(ctx, v, id, s.now())
	if err != nil {
		return nil, err
	}
	if len(e.Chapters.List) > 0 {
		return inOrder(e.Chapters.List), nil
	}
	list, err := remembered(s.texts, "chapters "+e.ID+" "+e.Chapters.URL, func() ([]feed.Chapter, int, error) {
		list := s.findChapters(context.WithoutCancel(ctx), e)
		return list, 100 * len(list), nil
	})
	if err != nil || len(list) > 0 {
		return list, err
	}
	if list = chaptersInNotes(e.Description); list == nil {
		list = []feed.Chapter{}
	}
	return list, nil
}

// findChapters looks for chapters outside the feed. Unreadable sources count as
// empty.
func (s *Service) findChapters(ctx context.Context, e *feed.Episode) []feed.Chapter {
	if e.Chapters.URL != "" {
		body, err := s.text(ctx, e, e.Chapters.URL, "application/json+chapters, application/json")
		if err == nil {
			if list, err := parseChapters(body, e.Chapters.URL); err == nil && len(list) > 0 {
				return list
			}
		}
	}
	if e.AudioURL == "" {
		return nil
	}
	list, err := s.tagChapters(ctx, e)
	if err != nil {
		s.Log.Debug("read chapters of episode audio failed", "episode", e.ID, "error", err)
	}
	return list
}

// text downloads a text file that belongs to an episode. The password of a
// private feed is sent only to the feed's own server.
func (s *Service) text(ctx context.Context, e *feed.Episode, address, accept string) ([]byte, error) {
	l, err := s.loginFor(ctx, e, address)
	if err != nil {
		return nil, err
	}
	a, err := s.fetch(ctx, fetchRequest{url: address, login: l, accept: accept, maxBytes: maxText})
	if err != nil {
		return nil, explain(err)
	}
	if a.status != http.StatusOK {
		return nil, refusal(a.status)
	}
	return a.body, nil
}

// loginFor returns the credentials for a URL on a private feed's own server;
// nil for other servers.
func (s *Service) loginFor(ctx context.Context, e *feed.Episode, address string) (*login, error) {
	f, err := s.Store.Feed(ctx, e.PodcastID)
	if music.CodeOf(err) == music.NotFound {
		return nil, nil // published on this server
	}
	if err != nil || len(f.Credentials) == 0 {
		return nil, err
	}
	if !sameServer(f.URL, address) {
		return nil, nil
	}
	return s.unseal(f.Credentials)
}

func sameServer(one, other string) bool {
	a, err := url.Parse(one)
	if err != nil {
		return false
	}
	b, err := url.Parse(other)
	return err == nil && a.Host == b.Host && a.Scheme == b.Scheme
}

// parseChapters parses the JSON of podcast:chapters, see
// https://github.com/Podcastindex-org/podcast-namespace/blob/main/chapters/jsonChapters.md.
func parseChapters(body []byte, base string) ([]feed.Chapter, error) {
	var file struct {
		Chapters []struct {
			StartTime float64 `json:"startTime"`
			EndTime   float64 `json:"endTime"`
			Title     string  `json:"title"`
			URL       string  `json:"url"`
			TOC       *bool   `json:"toc"`
		} `json:"chapters"`
	}
	if err := json.Unmarshal(body, &file); err != nil {
		return nil, errBroken.Because(err)
	}
	from, err := url.Parse(base)
	if err != nil {
		return nil, errBroken.Because(err)
	}
	var list []feed.Chapter
	for _, c := range file.Chapters {
		if c.TOC != nil && !*c.TOC || !(c.StartTime >= 0) || len(list) == feed.MaxChapters {
			continue // hidden from the table of contents
		}
		list = append(list, feed.Chapter{Start: c.StartTime, End: max(c.EndTime, 0), Title: title(c.Title), URL: webAddress(c.URL, from)})
	}
	return inOrder(list), nil
}

func inOrder(list []feed.Chapter) []feed.Chapter {
	slices.SortStableFunc(list, func(a, b feed.Chapter) int {
		switch {
		case a.Start < b.Start:
			return -1
		case a.Start > b.Start:
			return 1
		}
		return 0
	})
	return list
}
