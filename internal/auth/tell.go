package auth

import (
	"cmp"
	"context"
	"fmt"

	"sonora/internal/mail"
	"sonora/internal/music"
)

// tellOwner sends mail to an account's owner about an event.
func (a *Service) tellOwner(ctx context.Context, account *music.Account, m mail.Message) error {
	d := deviceOf(ctx)
	m.AccountID, m.To, m.Name, m.Language = account.ID, account.Email, account.FirstName, cmp.Or(account.Language, music.LanguageOf(ctx))
	m.At, m.Address, m.Device = a.now(), d.Address, DeviceName(d.UserAgent)
	if err := a.mail.Send(ctx, m); err != nil {
		return fmt.Errorf("write to the owner: %w", err)
	}
	return nil
}
