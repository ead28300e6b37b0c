package podcast

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/store"
)

// poll reads all feeds that are due. Servers that share a database take
// different feeds, see store.ClaimFeeds.
func (s *Service) poll(ctx context.Context) error {
	for ctx.Err() == nil {
		now := s.now()
		due, err := s.Store.ClaimFeeds(ctx, now, now.Add(pollLease), atOnce)
		if err != nil || len(due) == 0 {
			return err
		}
		var g errgroup.Group
		for i := range due {
			g.Go(func() error { return s.read(ctx, &due[i]) })
		}
		if err := g.Wait(); err != nil {
			return err
		}
	}
	return nil
}

// read reads one feed and stores its content, or why it could not be read. It
// returns only this server's errors; a feed's are stored.
func (s *Service) read(ctx context.Context, f *store.DueFeed) error {
	response, err := s.fetchFeed(ctx, f)
	if ctx.Err() != nil {
		return nil //nolint:nilerr // the server stops; the lease expires
	}
	if err != nil {
		return s.failed(ctx, f, err)
	}
	return s.save(ctx, f, response)
}

// failure is an error with the pause that the server asked for.
type failure struct {
	error
	wait time.Duration
}

func (f failure) Unwrap() error { return f.error }

func (s *Service) failed(ctx context.Context, f *store.DueFeed, err error) error {
	var known *music.Error
	if !errors.As(err, &known) {
		return err
	}
	var asked failure
	_ = errors.As(err, &asked)
	s.Log.Debug("read feed failed", "podcast", f.ID, "error", err)
	now := s.now()
	return s.Store.FailFeed(ctx, f.ID, known.Detail, now, now.Add(s.spread(retry(f.Failures, asked.wait))))
}

// feedResponse is the response to a request for a feed; parsed is nil if the
// feed has not changed.
type feedResponse struct {
	*fetchResponse
	parsed *parsed
	digest string
	moved  string
}

// fetchFeed requests a feed and parses it if it has changed.
func (s *Service) fetchFeed(ctx context.Context, f *store.DueFeed) (*feedResponse, error) {
	login, err := s.unseal(f.Credentials)
	if err != nil {
		return nil, err
	}
	a, err := s.fetch(ctx, fetchRequest{
		url: f.URL, login: login, etag: f.ETag, modified: f.Modified, maxBytes: maxFeed,
		accept: "application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5",
	})
	if err != nil {
		return nil, explain(err)
	}
	out := &feedResponse{fetchResponse: a, moved: a.moved, digest: f.Digest}
	if a.status == http.StatusNotModified {
		return out, nil
	}
	if a.status != http.StatusOK {
		return nil, failure{refusal(a.status), a.retryAfter}
	}
	sum := sha256.Sum256(a.body)
	if out.digest = hex.EncodeToString(sum[:16]); out.digest == f.Digest {
		return out, nil
	}
	if err := s.parsing.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer s.parsing.Release(1)
	base := f.URL
	if a.moved != "" {
		base = a.moved
	}
	if out.parsed, err = parse(a.body, a.cut, base, s.now()); err != nil {
		return nil, err
	}
	if out.parsed.newURL != "" && out.parsed.newURL != f.URL {
		out.moved = out.parsed.newURL
	}
	return out, nil
}

func (s *Service) unseal(sealed []byte) (*login, error) {
	if len(sealed) == 0 {
		return nil, nil
	}
	plain, err := s.Box.Open(sealed)
	if err != nil {
		return nil, errLogin.Because(err)
	}
	l := &login{}
	if err := json.Unmarshal(plain, l); err != nil {
		return nil, errLogin.Because(err)
	}
	return l, nil
}

// save stores the content of a feed and acts on it.
func (s *Service) save(ctx context.Context, f *store.DueFeed, a *feedResponse) error {
	now := s.now()
	r := store.ReadFeed{ID: f.ID, ETag: a.etag, Modified: a.modified, Digest: a.digest}
	dates, err := s.Store.EpisodeDates(ctx, f.ID, cadenceSample)
	if err != nil {
		return err
	}
	wait := pause(dates, a.maxAge, now)
	if a.parsed != nil {
		wait = pause(datesOf(a.parsed.episodes), max(a.maxAge, a.parsed.hint), now)
		r.Show, r.Episodes = &a.parsed.show, a.parsed.episodes
	}
	if a.status == http.StatusNotModified && a.etag == "" && a.fetchResponse.modified == "" {
		r.ETag, r.Modified = f.ETag, f.Modified // a 304 response need not repeat them
	}
	r.Next = now.Add(s.spread(wait))
	if a.cut {
		r.Problem = cutFeed
	}
	added, err := s.Store.SaveFeed(ctx, r, now)
	if err != nil {
		return err
	}
	return s.follow(ctx, f, a, added)
}

// follow acts on a feed that was read: a new URL, a picture, copies of new
// episodes, and notifications.
func (s *Service) follow(ctx context.Context, f *store.DueFeed, a *feedResponse, added []feed.Episode) error {
	var errs []error
	if a.parsed != nil {
		errs = append(errs, s.picture(ctx, f, a.parsed.show.ImageURL))
	}
	if len(added) > 0 {
		errs = append(errs, s.Store.WantEpisodes(ctx, f.ID))
		nudge(s.wakeKeeping)
		if !f.FirstTime {
			errs = append(errs, s.tell(ctx, f, &a.parsed.show, added))
		}
	}
	if a.moved != "" && a.moved != f.URL && f.Credentials == nil {
		errs = append(errs, s.Store.MoveFeed(ctx, *f, a.moved))
	}
	return errors.Join(errs...)
}

// tell notifies the subscribers who want to know of new episodes.
func (s *Service) tell(ctx context.Context, f *store.DueFeed, show *feed.Podcast, added []feed.Episode) error {
	accounts, err := s.Store.Subscribers(ctx, f.ID)
	if err != nil || len(accounts) == 0 {
		return err
	}
	list := make([]notice.Notification, len(accounts))
	for i, account := range accounts {
		list[i] = notice.Notification{
			AccountID: account, Kind: notice.NoticeNewEpisode, Topic: string(notice.NoticeNewEpisode) + ":" + added[0].ID, Link: "/podcasts/" + f.ID,
			Data: notice.Data{Who: show.Title, What: added[0].Title, Count: len(added), Image: "/api/podcasts/" + f.ID + "/cover"},
		}
	}
	const part = 500
	for len(list) > 0 {
		n := min(part, len(list))
		if err := s.Notify.Notify(ctx, list[:n]...); err != nil {
			return err
		}
		list = list[n:]
	}
	return nil
}

var errPictureSize = errors.New("the picture is too large")

// picture stores the picture of a podcast, once per URL.
func (s *Service) picture(ctx context.Context, f *store.DueFeed, from string) error {
	if from == "" || from == f.ImageSeen {
		return nil
	}
	name := ""
	fetching, stop := context.WithTimeout(ctx, responseTime)
	defer stop()
	a, err := s.fetch(fetching, fetchRequest{url: from, maxBytes: maxPicture, accept: "image/*"})
	switch {
	case err != nil:
	case a.status != http.StatusOK:
		err = refusal(a.status)
	case a.cut:
		err = errPictureSize
	default:
		name, err = s.Covers.Give(a.body)
	}
	if err != nil {
		s.Log.Debug("store podcast picture failed", "podcast", f.ID, "error", err)
		return nil // retried when the feed changes
	}
	return s.Store.SetPodcastCover(ctx, f.ID, name, from)
}
