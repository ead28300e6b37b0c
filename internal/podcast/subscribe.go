package podcast

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"time"

	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/store"
)

// Request is a feed that somebody wants to subscribe to.
type Request struct {
	URL            string
	User, Password string // of a private feed
	Private        bool   // nobody else may see it, because its URL is a secret
}

// firstTime is the timeout for reading a feed when somebody subscribes.
const firstTime = 45 * time.Second

const maxSecret = 500 // bytes of a user name or password

// Subscribe reads a feed and subscribes the viewer to it. If it cannot be read,
// the error has the code Invalid or Unavailable, and a sentence for people.
func (s *Service) Subscribe(ctx context.Context, v music.Viewer, r Request) (*feed.Podcast, error) {
	to, l, err := target(r)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithTimeout(ctx, firstTime) // somebody waits for it
	defer stop()
	f := store.DueFeed{URL: to, FirstTime: true}
	if l != nil || r.Private {
		f.AccountID = v.AccountID
	}
	if l != nil {
		plain, err := json.Marshal(l)
		if err != nil {
			return nil, err
		}
		f.Credentials = s.Box.Close(plain)
	}
	first, err := s.fetchFirst(ctx, &f)
	if err != nil {
		return nil, err
	}
	if f.ID, err = s.Store.AddFeed(ctx, store.NewFeed{URL: f.URL, Title: first.parsed.show.Title, AccountID: f.AccountID, Credentials: f.Credentials}, s.now()); err != nil {
		return nil, err
	}
	if err := s.Store.Subscribe(ctx, v, f.ID, feed.NewSubscription(), s.now()); err != nil {
		return nil, err
	}
	known, err := s.Store.Feed(ctx, f.ID)
	if err != nil {
		return nil, err
	}
	f.ImageSeen, f.FirstTime = known.ImageSeen, known.FirstTime
	if err := s.save(ctx, &f, first); err != nil {
		return nil, err
	}
	return s.Store.Podcast(ctx, v, f.ID, s.now())
}

// fetchFirst reads a feed for the first time and sets its permanent URL in f.
func (s *Service) fetchFirst(ctx context.Context, f *store.DueFeed) (*feedResponse, error) {
	for range 3 { // to where it moved, and once more
		first, err := s.fetchFeed(ctx, f)
		if err != nil {
			return nil, unwrapped(err)
		}
		if first.parsed == nil {
			return nil, errNoFeed
		}
		if first.moved == "" || first.moved == f.URL || f.Credentials != nil {
			if len(first.parsed.episodes) == 0 && first.parsed.items > 0 {
				return nil, errNoSound
			}
			first.moved = ""
			return first, nil
		}
		f.URL, first.moved = first.moved, ""
	}
	return nil, errOnAndOn
}

// unwrapped returns the error that people are shown.
func unwrapped(err error) error {
	if f, ok := errors.AsType[failure](err); ok {
		return f.error
	}
	return err
}

// target parses a URL as people paste it: with credentials, or with the scheme
// of a podcast app.
func target(r Request) (to string, l *login, err error) {
	text := strings.TrimSpace(r.URL)
	for _, scheme := range []string{"feed:", "podcast:", "pcast:", "itpc:"} {
		if rest, ok := strings.CutPrefix(text, scheme); ok {
			text = strings.TrimPrefix(rest, "//")
		}
	}
	if text != "" && !strings.Contains(text, "://") {
		text = "https://" + text
	}
	u, err := url.Parse(text)
	if err != nil || len(text) > maxAddress || u.Scheme != "http" && u.Scheme != "https" || !music.IsHost(u.Hostname()) {
		wrong := music.FieldErrors{}
		wrong.Note("url", errAddress.Detail)
		return "", nil, wrong.Err()
	}
	if u.User != nil && r.User == "" {
		r.User = u.User.Username()
		r.Password, _ = u.User.Password()
	}
	if len(r.User) > maxSecret || len(r.Password) > maxSecret {
		return "", nil, errLogin
	}
	u.User, u.Fragment, u.Host = nil, "", strings.ToLower(u.Host)
	if u.Path == "" {
		u.Path = "/"
	}
	if r.User != "" || r.Password != "" {
		l = &login{r.User, r.Password}
	}
	return u.String(), l, nil
}

// Refresh reads a feed now, because somebody wants to see the latest episodes.
func (s *Service) Refresh(ctx context.Context, v music.Viewer, id string) error {
	p, err := s.Store.Podcast(ctx, v, id, s.now())
	if err != nil {
		return err
	}
	if p.FeedURL == "" || s.now().Sub(p.PolledAt) < minPoll {
		return nil
	}
	if err := s.Store.NextPoll(ctx, id); err != nil {
		return err
	}
	nudge(s.wakePolling)
	return nil
}

// Change changes the viewer's settings for a podcast. If they are not
// subscribed, it subscribes them.
func (s *Service) Change(ctx context.Context, v music.Viewer, id string, alter func(*feed.Subscription)) (*feed.Podcast, error) {
	p, err := s.Store.Podcast(ctx, v, id, s.now())
	if err != nil {
		return nil, err
	}
	sub := feed.NewSubscription()
	if p.Subscription != nil {
		sub = *p.Subscription
	}
	alter(&sub)
	if err := s.Store.Subscribe(ctx, v, id, sub, s.now()); err != nil {
		return nil, err
	}
	if err := s.Store.WantEpisodes(ctx, id); err != nil {
		return nil, err
	}
	nudge(s.wakePolling)
	nudge(s.wakeKeeping)
	return s.Store.Podcast(ctx, v, id, s.now())
}

// Unsubscribe ends a subscription.
func (s *Service) Unsubscribe(ctx context.Context, v music.Viewer, id string) error {
	if err := s.Store.Unsubscribe(ctx, v.AccountID, id); err != nil {
		return err
	}
	if err := s.Store.WantEpisodes(ctx, id); err != nil {
		return err
	}
	nudge(s.wakeKeeping)
	return nil
}

// Progress stores the viewer's position in an episode and tells their other
// tabs.
func (s *Service) Progress(ctx context.Context, v music.Viewer, p feed.EpisodeProgress) error {
	e, err := s.Store.Episode(ctx, v, p.EpisodeID, s.now())
	if err != nil {
		return err
	}
	now := s.now()
	if p.At.IsZero() || p.At.After(now) {
		p.At = now // a clock that is fast would win forever
	}
	p.At = p.At.Truncate(time.Millisecond) // as it is stored
	p.PodcastID = e.PodcastID
	saved, err := s.Store.SaveEpisodeProgress(ctx, v, p, now)
	if err == nil && saved {
		s.Events.Publish(music.Event{Type: music.EventEpisode, Account: v.AccountID, Data: p})
	}
	return err
}
