package mail

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"sonora/internal/music"
	"sonora/internal/people"
)

const (
	// lease is how long an attempt may take. After that, another server
	// retries, or this one after a restart.
	lease = 2 * time.Minute
	// lookEvery is how often to check for messages from other servers and from
	// the command line, and for due retries.
	lookEvery = 30 * time.Second
	keepFor   = 30 * 24 * time.Hour // also for messages that cannot be delivered
	tidyEvery = 6 * time.Hour
)

// pauses are the times before the second and each further attempt.
var pauses = []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour, 24 * time.Hour}

// Run delivers messages until ctx ends. The rest is delivered later, or by
// another server.
func (s *Service) Run(ctx context.Context) error {
	if !s.Delivers() {
		s.c.Log.Warn("no mail server configured: messages stay in the outbox (see sonora mail)")
	}
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	var tidied time.Time
	for {
		if now := s.now(); now.Sub(tidied) >= tidyEvery {
			tidied = now
			if err := s.tidy(ctx); err != nil && ctx.Err() == nil {
				s.c.Log.Error("delete old mail failed", "error", err)
			}
		}
		if err := s.deliverDue(ctx); err != nil && ctx.Err() == nil {
			s.c.Log.Error("deliver mail failed", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		case <-s.wake:
		}
	}
}

// tidy deletes old messages, sent or not.
func (s *Service) tidy(ctx context.Context) error {
	_, err := s.c.Store.DropMails(ctx, s.now().Add(-keepFor))
	return err
}

// deliverDue tries to deliver every message that is due.
func (s *Service) deliverDue(ctx context.Context) error {
	for s.Delivers() && ctx.Err() == nil {
		m, err := s.c.Store.ClaimMail(ctx, s.now(), s.now().Add(lease))
		if music.CodeOf(err) == music.NotFound {
			return nil
		}
		if err != nil {
			return fmt.Errorf("claim a message: %w", err)
		}
		if err := s.attempt(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

// attempt delivers a claimed message and records the outcome.
func (s *Service) attempt(ctx context.Context, m *people.Mail) error {
	cause := s.deliver(ctx, m)
	if cause == nil {
		// Record the success even if the server is stopping.
		err := s.c.Store.MailSent(context.WithoutCancel(ctx), m.ID, s.now())
		if err != nil && music.CodeOf(err) != music.NotFound { // deleted meanwhile, or sent by another server after the lease expired
			return fmt.Errorf("record that a message was sent: %w", err)
		}
		s.c.Log.Info("mail delivered", "mail", m.ID, "kind", m.Kind)
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err() // not the message's fault; its lease expires
	}
	var next time.Time
	if m.Attempts <= len(pauses) && !isFinal(cause) {
		next = s.now().Add(pauses[m.Attempts-1])
	}
	return s.fail(ctx, m, next, cause)
}

// deliver hands over a message within its lease.
func (s *Service) deliver(ctx context.Context, m *people.Mail) error {
	message, err := s.compose(m)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, lease/2)
	defer cancel()
	return s.c.Server.deliver(ctx, message)
}

// fail records why an attempt failed, and when to retry, if at all.
func (s *Service) fail(ctx context.Context, m *people.Mail, next time.Time, cause error) error {
	reason := reasonOf(cause)
	if next.IsZero() {
		s.c.Log.Error("deliver mail failed, giving up", "mail", m.ID, "kind", m.Kind, "attempt", m.Attempts, "error", reason)
	} else {
		s.c.Log.Warn("deliver mail failed, will retry", "mail", m.ID, "kind", m.Kind, "attempt", m.Attempts, "next", next, "error", reason)
	}
	err := s.c.Store.MailFailed(ctx, m, next, reason)
	if err != nil && music.CodeOf(err) != music.NotFound {
		return fmt.Errorf("record that a message was not sent: %w", err)
	}
	return nil
}

// isFinal reports whether the server rejected this particular message
// permanently. The operator can fix problems with the connection or the sender.
func isFinal(err error) bool {
	if errors.Is(err, errRecipient) {
		return true
	}
	refused, ok := errors.AsType[*gomail.SendError](err)
	if !ok || refused.ErrorCode() < 500 {
		return false
	}
	switch refused.Reason {
	case gomail.ErrSMTPRcptTo, gomail.ErrSMTPData, gomail.ErrSMTPDataClose:
		return true
	default:
		return false
	}
}

const maxReason = 500

// reasonOf returns a cause on one line, without people's addresses. Part of it
// is what the mail server said.
func reasonOf(err error) string {
	text, _, _ := strings.Cut(err.Error(), ", affected ")
	if text = music.OneLine(text, 0); len(text) > maxReason {
		text = strings.ToValidUTF8(text[:maxReason], "") + "…"
	}
	return text
}
