package auth

import (
	"context"
	"fmt"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
)

// Change is what an operator changes about an account; nil leaves it as it is.
type Change struct {
	Role   *music.Role
	Active *bool
}

var (
	errDisableSelf = music.NewError(music.Conflict, "You cannot disable your own account.")
	errDeleteSelf  = music.NewError(music.Conflict, "You cannot delete your own account here.")
)

// Manage changes an account for an operator: actor is their account, or
// music.ActorOperator. Its sessions end at once. NotFound when there is no
// such account, Conflict when no operator would be left or it is one's own
// that would be disabled.
func (a *Service) Manage(ctx context.Context, actor, accountID string, c Change) (*music.Account, error) {
	account, err := a.store.AccountByID(ctx, accountID)
	if err != nil {
		return nil, err
	}
	if c.Active != nil && !*c.Active && actor == accountID {
		return nil, errDisableSelf
	}
	if c.Role != nil && *c.Role != account.Role {
		if err := a.setRole(ctx, actor, account, *c.Role); err != nil {
			return nil, err
		}
	}
	if c.Active != nil && *c.Active != account.DisabledAt.IsZero() {
		if err := a.setActive(ctx, actor, account, *c.Active); err != nil {
			return nil, err
		}
	}
	return a.store.AccountByID(ctx, accountID)
}

func (a *Service) setRole(ctx context.Context, actor string, account *music.Account, role music.Role) error {
	if err := a.store.SetRole(ctx, account.ID, role); err != nil {
		return err
	}
	// Signed in again, they have what belongs to the new role on every screen.
	if err := a.endSessions(ctx, account.ID); err != nil {
		return err
	}
	return a.noteBy(ctx, actor, people.RoleChanged, account.ID, fmt.Sprintf("%s → %s", account.Role, role))
}

func (a *Service) setActive(ctx context.Context, actor string, account *music.Account, active bool) error {
	at, kind := time.Time{}, people.AccountEnabled
	if !active {
		at, kind = a.now(), people.AccountDisabled
	}
	if err := a.store.SetDisabled(ctx, account.ID, at); err != nil {
		return err
	}
	if err := a.endSessions(ctx, account.ID); err != nil {
		return err
	}
	return a.noteBy(ctx, actor, kind, account.ID, "")
}

// Delete removes an account, as Manage changes it; actor is "" when its time
// of grace is over.
func (a *Service) Delete(ctx context.Context, actor, accountID string) error {
	account, err := a.store.AccountByID(ctx, accountID)
	if err != nil {
		return err
	}
	if actor == accountID {
		return errDeleteSelf
	}
	err = a.store.DeleteAccount(ctx, accountID)
	a.forgetAccount(accountID)
	if err != nil {
		return err
	}
	// The log keeps that it happened, but no name: the account is gone.
	return a.noteBy(ctx, actor, people.AccountDeleted, "", account.ID)
}

// SignOut ends every session of an account for an operator. NotFound when
// there is no such account.
func (a *Service) SignOut(ctx context.Context, actor, accountID string) error {
	account, err := a.store.AccountByID(ctx, accountID)
	if err != nil {
		return err
	}
	if err := a.endSessions(ctx, account.ID); err != nil {
		return err
	}
	return a.noteBy(ctx, actor, people.SignedOutEverywhere, account.ID, "")
}

// SendReset writes to an account's owner, for an operator, how to choose
// another password. The operator does not get to know it.
func (a *Service) SendReset(ctx context.Context, actor, accountID string) error {
	account, err := a.store.AccountByID(ctx, accountID)
	if err != nil {
		return err
	}
	return a.mailReset(ctx, actor, account)
}

// NoteSettings writes into the audit log which settings were changed.
func (a *Service) NoteSettings(ctx context.Context, actor string, names []string) error {
	if len(names) == 0 {
		return nil
	}
	return a.noteBy(ctx, actor, people.SettingsChanged, "", strings.Join(names, ", "))
}
