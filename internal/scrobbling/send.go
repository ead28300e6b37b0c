package scrobbling

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"

	"sonora/internal/background"
	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/scrobble"
)

const (
	sendersAtOnce = 8
	claimTime     = 2 * time.Minute // for sending one batch
)

// sendDue sends the listens of everybody for whom some are due.
func (s *Service) sendDue(ctx context.Context) error {
	for {
		now := s.Now()
		claimed, err := s.Store.ClaimConnections(ctx, now, now.Add(claimTime), sendersAtOnce)
		if err != nil || len(claimed) == 0 {
			return err
		}
		g, ctx := errgroup.WithContext(ctx)
		for i := range claimed {
			g.Go(func() error { return s.sendAll(ctx, &claimed[i]) })
		}
		if err := g.Wait(); err != nil {
			return err
		}
	}
}

// sendAll sends the listens that wait for a claimed connection, in the order in which
// they were reported, and records a failure.
func (s *Service) sendAll(ctx context.Context, c *scrobble.Connection) error {
	to := s.services[c.Service]
	secret, err := s.Box.Open(c.Secret)
	if err != nil {
		return s.fail(ctx, c, errSecret.Because(err))
	}
	for {
		listens, err := s.Store.WaitingListens(ctx, c, to.MaxBatch())
		if err != nil {
			return err
		}
		if len(listens) == 0 {
			return s.Store.ReleaseConnection(ctx, c)
		}
		if cause := s.send(ctx, c, to, string(secret), listens); cause != nil {
			return s.fail(ctx, c, cause)
		}
	}
}

var errSecret = music.NewError(music.Unauthenticated, "This server can no longer read your token. Connect again.")

// send sends listens and records that they were sent. It halves those that the service
// refuses until it knows which one is to blame, so that the others arrive.
func (s *Service) send(ctx context.Context, c *scrobble.Connection, to remoteService, secret string, listens []scrobble.Listen) error {
	done, refused, err := to.Send(ctx, c.Server, secret, listens)
	if music.CodeOf(err) == music.Invalid {
		if half := len(listens) / 2; half > 0 {
			if err := s.send(ctx, c, to, secret, listens[:half]); err != nil {
				return err
			}
			return s.send(ctx, c, to, secret, listens[half:])
		}
		s.Log.Info("a service refused a listen", "service", c.Service, "error", err)
		done, refused, err = 1, 1, nil
	}
	if done > 0 {
		now := s.Now()
		if saving := s.Store.SaveSent(ctx, c, listens[:done], refused, now, now.Add(claimTime)); saving != nil {
			return saving
		}
	}
	return err
}

// fail records why listens could not be sent, and when to try again. Nothing more is
// sent with a secret that the service does not accept.
func (s *Service) fail(ctx context.Context, c *scrobble.Connection, cause error) error {
	if ctx.Err() != nil {
		return ctx.Err() // the server stops, and the claim ends
	}
	e, ok := errors.AsType[*music.Error](cause)
	if !ok || e.Code == music.Internal {
		return cause // of this server: the claim ends
	}
	c.Failures++
	c.Stopped, c.Problem = e.Code == music.Unauthenticated, e.Detail
	if err := s.Store.SaveFailure(ctx, c, s.Now().Add(max(background.Pause(c.Failures), e.RetryAfter))); err != nil {
		return err
	}
	if c.Stopped {
		s.Log.Info("a service refuses a person's token", "service", c.Service, "account", c.AccountID)
		return s.Notifier.Notify(ctx, notice.Notification{
			AccountID: c.AccountID, Kind: notice.NoticeScrobblingStopped, Topic: string(notice.NoticeScrobblingStopped) + ":" + string(c.Service),
			Data: notice.Data{What: c.Service.Title()}, Link: "/settings?tab=connections",
		})
	}
	s.Log.Info("send listens failed, will retry", "service", c.Service, "failures", c.Failures, "error", cause)
	return nil
}
