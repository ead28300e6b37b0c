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
	// lease is how long an attempt may take. After it another server, or this
	// one after a crash, tries again.
	lease = 2 * time.Minute
	// lookEvery is for messages of other servers and of the command line, and
	// for those tried again.
	lookEvery = 30 * time.Second
	keepFor   = 30 * 24 * time.Hour // also for messages that stay in the outbox
	tidyEvery = 6 * time.Hour
)

// pauses are before the second attempt and each further one.
var pauses = []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour, 24 * time.Hour}

// Run delivers until ctx ends. What is not delivered by then is later, or by
// another server.
func (s *Service) Run(ctx context.Context) error {
	if !s.Delivers() {
		s.c.Log.Warn("no mail server: messages stay in the outbox, see sonora mail")
	}
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	var tidied time.Time
	for {
		if now := s.now(); now.Sub(tidied) >= tidyEvery {
			tidied = now
			if err := s.tidy(ctx); err != nil && ctx.Err() == nil {
				s.c.Log.Error("the outbox is not tidied up", "error", err)
			}
		}
		if err := s.deliverDue(ctx); err != nil && ctx.Err() == nil {
			s.c.Log.Error("the outbox is not delivered", "error", err)
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

// deliverDue attempts every message that is due.
func (s *Service) deliverDue(ctx context.Context) error {
	for s.Delivers() && ctx.Err() == nil {
		m, err := s.c.Store.ClaimMail(ctx, s.now(), s.now().Add(lease))
		if music.CodeOf(err) == music.NotFound {
			return nil
		}
		if err != nil {
			return fmt.Errorf("look for messages: %w", err)
		}
		if err := s.attempt(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

// attempt delivers a claimed message and writes down how that went.
func (s *Service) attempt(ctx context.Context, m *people.Mail) error {
	cause := s.deliver(ctx, m)
	if cause == nil {
		// It is sent, also when the server stops just now.
		err := s.c.Store.MailSent(context.WithoutCancel(ctx), m.ID, s.now())
		if err != nil && music.CodeOf(err) != music.NotFound { // deleted meanwhile, or sent by another server whose lease was over
			return fmt.Errorf("note that a message is sent: %w", err)
		}
		s.c.Log.Info("message delivered", "mail", m.ID, "kind", m.Kind)
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err() // no fault of the message's; its lease runs out
	}
	var next time.Time
	if m.Attempts <= len(pauses) && !isFinal(cause) {
		next = s.now().Add(pauses[m.Attempts-1])
	}
	return s.fail(ctx, m, next, cause)
}

// deliver hands a message over within its lease.
func (s *Service) deliver(ctx context.Context, m *people.Mail) error {
	message, err := s.compose(m)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, lease/2)
	defer cancel()
	return s.c.Server.deliver(ctx, message)
}

// fail notes why an attempt failed, and when the next one is, if at all.
func (s *Service) fail(ctx context.Context, m *people.Mail, next time.Time, cause error) error {
	reason := inWords(cause)
	if next.IsZero() {
		s.c.Log.Error("message not delivered, given up", "mail", m.ID, "kind", m.Kind, "attempt", m.Attempts, "error", reason)
	} else {
		s.c.Log.Warn("message not delivered yet", "mail", m.ID, "kind", m.Kind, "attempt", m.Attempts, "next", next, "error", reason)
	}
	err := s.c.Store.MailFailed(ctx, m, next, reason)
	if err != nil && music.CodeOf(err) != music.NotFound {
		return fmt.Errorf("note that a message is not sent: %w", err)
	}
	return nil
}

// isFinal reports whether the server refused this very message for good. What
// is wrong with the connection or the sender, the operator can put right.
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

// inWords is a cause without the addresses of people, on one line: a part of
// it is what the mail server says.
func inWords(err error) string {
	text, _, _ := strings.Cut(err.Error(), ", affected ")
	if text = line(text); len(text) > maxReason {
		text = strings.ToValidUTF8(text[:maxReason], "") + "…"
	}
	return text
}
