package accounts

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/kernel"
)

const mailColumns = `id, coalesce((select account.id from account where account.seq = mail.account), ''), kind, language, recipient,
	subject, text, html, unsubscribe, created_at, sent_at, attempts, next_at, error`

type mailRow struct {
	m                   people.Mail
	created, sent, next int64
}

func (r *mailRow) Dest() []any {
	m := &r.m
	return []any{
		&m.ID, &m.AccountID, &m.Kind, &m.Language, &m.Recipient, &m.Subject, &m.Text, &m.HTML, &m.Unsubscribe,
		&r.created, &r.sent, &m.Attempts, &r.next, &m.Error,
	}
}

func (r *mailRow) Value() people.Mail {
	m := r.m
	m.CreatedAt, m.SentAt, m.NextAt = kernel.Moment(r.created), kernel.Moment(r.sent), kernel.Moment(r.next)
	return m
}

// QueueMail adds a message to the outbox and fills in its ID if empty. It
// returns NotFound if there is no such account.
func (s *Store) QueueMail(ctx context.Context, m *people.Mail) error {
	id := cmp.Or(m.ID, music.NewID())
	values := []any{
		id, m.Kind, m.Language, kernel.Clean(m.Recipient), kernel.Clean(m.Subject), kernel.Clean(m.Text), kernel.Clean(m.HTML), m.Unsubscribe,
		kernel.Millis(m.CreatedAt), kernel.Millis(m.SentAt), m.Attempts, kernel.Millis(m.NextAt), kernel.Clean(m.Error),
	}
	const into = "insert into mail (id, kind, language, recipient, subject, text, html, unsubscribe, created_at, sent_at, attempts, next_at, error"
	var err error
	if m.AccountID == "" {
		_, err = s.db.Write.Exec(ctx, into+") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values...)
	} else {
		err = kernel.Found(s.db.Write.Exec(ctx, into+", account) select ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, seq from account where account.id = ?",
			append(values, m.AccountID)...))
	}
	if err == nil {
		m.ID = id
	}
	return err
}

// ClaimMail claims the message that has been due longest until the given time.
// It returns NotFound if none is due.
func (s *Store) ClaimMail(ctx context.Context, now, until time.Time) (*people.Mail, error) {
	return kernel.Pointer(kernel.One(ctx, s.db.Write, &mailRow{}, `update mail set next_at = ?, attempts = attempts + 1
		where next_at <= ? and seq = (select seq from mail where next_at > 0 and next_at <= ? order by next_at, seq limit 1`+s.db.Dialect.SkipLocked+`)
		returning `+mailColumns, kernel.Millis(until), kernel.Millis(now), kernel.Millis(now)))
}

// MailSent records the delivery of a message, whoever claimed it, and deletes
// its text.
func (s *Store) MailSent(ctx context.Context, id string, at time.Time) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update mail set sent_at = ?, next_at = 0, error = '', text = '', html = '', unsubscribe = '' where id = ? and sent_at = 0", kernel.Millis(at), id))
}

// MailFailed records a failed attempt and the time of the next one, zero for
// never. It returns NotFound if another server has claimed the message
// meanwhile.
func (s *Store) MailFailed(ctx context.Context, m *people.Mail, next time.Time, reason string) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update mail set next_at = ?, error = ? where id = ? and attempts = ? and sent_at = 0",
		kernel.Millis(next), kernel.Clean(reason), m.ID, m.Attempts))
}

// Mails returns the messages of the outbox, newest first.
func (s *Store) Mails(ctx context.Context, limit int) ([]people.Mail, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &mailRow{}, "select "+mailColumns+" from mail order by seq desc limit ? + 0", limit)
	if err != nil {
		return nil, fmt.Errorf("list mails: %w", err)
	}
	return list, nil
}

// Mail returns a message of the outbox, or NotFound.
func (s *Store) Mail(ctx context.Context, id string) (*people.Mail, error) {
	return kernel.Pointer(kernel.One(ctx, s.db.Read, &mailRow{}, "select "+mailColumns+" from mail where id = ?", id))
}

// DropMails deletes messages created before a time and returns their number.
func (s *Store) DropMails(ctx context.Context, before time.Time) (int, error) {
	return s.db.Write.Exec(ctx, "delete from mail where created_at < ?", kernel.Millis(before))
}
