package notify

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/words"
)

const (
	digestLines = 20
	digestPart  = 100 // accounts per query
	// slack lets a digest be due at the same hour every day although the hourly
	// check is never exactly on time.
	slack = 10 * time.Minute

	unsubscribePurpose = "unsubscribe:"
	unsubscribePage    = "/unsubscribe"
	unsubscribeCall    = "/api/notifications/unsubscribe"
)

// sendDigests sends all digests that are due.
func (s *Service) sendDigests(ctx context.Context) error {
	now, after := s.now(), ""
	for {
		due, err := s.Store.DigestsDue(ctx, after, now.Add(slack-24*time.Hour), now.Add(slack-7*24*time.Hour), digestPart)
		if err != nil || len(due) == 0 {
			return err
		}
		for _, d := range due {
			after = d.AccountID
			if err := s.sendDigest(ctx, d, now); err != nil && ctx.Err() == nil {
				s.Log.Error("send digest failed", "account", d.AccountID, "error", err)
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

func (s *Service) sendDigest(ctx context.Context, d store.DigestDue, now time.Time) error {
	account, err := s.Store.AccountByID(ctx, d.AccountID)
	if err != nil {
		return err
	}
	list, err := s.Store.UnreadSince(ctx, d.AccountID, d.Last, digestLines)
	if err != nil {
		return err
	}
	mine, err := s.Store.ClaimDigest(ctx, d, now)
	if err != nil || !mine || len(list) == 0 {
		return err
	}
	token := s.unsubscribeToken(account.ID)
	m := mail.Message{
		Kind: mail.Digest, AccountID: account.ID, To: account.Email, Name: account.FirstName, Language: account.Language, At: now,
		Link: s.link("/updates"), Detail: s.link(unsubscribePage) + "#" + token, Unsubscribe: s.link(unsubscribeCall) + "?token=" + token,
	}
	for i := range list {
		m.Items = append(m.Items, words.Render(account.Language, list[i].Sentence()))
	}
	if err := s.Mail.Send(ctx, m); err != nil {
		return fmt.Errorf("write a digest: %w", err)
	}
	return nil
}

// unsubscribeToken returns a token that lets the recipient of a mail turn off
// the digest, and nothing else.
func (s *Service) unsubscribeToken(accountID string) string {
	return base64.RawURLEncoding.EncodeToString(s.Box.Close([]byte(unsubscribePurpose + accountID)))
}

var errUnsubscribe = music.NewError(music.Invalid, "This link is incomplete. Copy the whole link, or change this under Settings, Notifications.")

// EndDigest turns off the digest of the account in a token from a mail. It
// returns Invalid for any other text.
func (s *Service) EndDigest(ctx context.Context, token string) error {
	sealed, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return errUnsubscribe.Because(err)
	}
	text, err := s.Box.Open(sealed)
	if err != nil {
		return errUnsubscribe.Because(err)
	}
	id, ok := strings.CutPrefix(string(text), unsubscribePurpose)
	if !ok {
		return errUnsubscribe
	}
	return s.Store.StopDigest(ctx, id)
}
