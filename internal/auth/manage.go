package auth

import (
	"context"
	"fmt"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
)

// Change is an operator's change to an account. A nil field remains unchanged.
type Change struct {
	Role   *music.Role
	Active *bool
}

var (
	errDisableSelf = music.NewError(music.Conflict, "You cannot disable your own account.")
	errRemoved     = music.NewError(music.Conflict, "This account will be deleted. Restore it instead.")
	errNotRemoved  = music.NewError(music.Conflict, "No operator deleted this account.")
	errDeleteSelf  = music.NewError(music.Conflict, "You cannot delete your own account here.")
)

// Manage changes an account for an operator and ends its sessions. actor is the
// operator's account ID, or people.ActorOperator. It returns NotFound if there
// is no such account, and Conflict if no operator would be left or operators
// would disable themselves. It reports whether the account has changed.
func (a *Service) Manage(ctx context.Context, actor, accountID string, c Change) (changed bool, err error) {
	account, err := a.store.AccountByID(ctx, accountID)
	if err != nil {
		return false, err
	}
	if c.Active != nil && !*c.Active && actor == accountID {
		return false, errDisableSelf
	}
	if c.Active != nil && *c.Active && !account.RemovedAt.IsZero() {
		return false, errRemoved
	}
	if c.Role != nil && *c.Role != account.Role {
		if err := a.setRole(ctx, actor, account, *c.Role); err != nil {
			return false, err
		}
		changed = true
	}
	if c.Active != nil && *c.Active != account.DisabledAt.IsZero() {
		if err := a.setActive(ctx, actor, account, *c.Active); err != nil {
			return changed, err
		}
		changed = true
	}
	return changed, nil
}

func (a *Service) setRole(ctx context.Context, actor string, account *music.Account, role music.Role) error {
	if err := a.store.SetRole(ctx, account.ID, role); err != nil {
		return err
	}
	// Signing in again gives every screen the permissions of the new role.
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

// SetLimits replaces what an operator lets one person use of the server. It returns
// Invalid for limits out of range, and NotFound if there is no such account.
func (a *Service) SetLimits(ctx context.Context, actor, accountID string, l people.Limits) error {
	if err := l.Validate(); err != nil {
		return err
	}
	before, err := a.store.SetLimits(ctx, accountID, l)
	if err != nil {
		return err
	}
	if before.Equal(&l) {
		return nil
	}
	return a.noteBy(ctx, actor, people.LimitsChanged, accountID, fmt.Sprintf("%s → %s", &before, &l))
}

// Remove disables an account for an operator until its data are deleted at a time,
// or earlier if its owner asked for that, and ends its sessions. actor and errors
// are as in Manage. It reports whether the account has changed.
func (a *Service) Remove(ctx context.Context, actor, accountID string, deleteAt time.Time) (changed bool, err error) {
	account, err := a.store.AccountByID(ctx, accountID)
	if err != nil {
		return false, err
	}
	if actor == accountID {
		return false, errDeleteSelf
	}
	if !account.RemovedAt.IsZero() {
		return false, nil
	}
	err = a.store.RemoveAccount(ctx, accountID, a.now(), deleteAt)
	a.forgetAccount(accountID)
	if err != nil {
		return false, err
	}
	if err := a.endSessions(ctx, accountID); err != nil {
		return false, err
	}
	return true, a.noteBy(ctx, actor, people.DeletionAsked, accountID, "")
}

// Restore takes back Remove for an operator. It returns NotFound if there is no such
// account, and Conflict if no operator removed it: a person who asked for the
// deletion can cancel it.
func (a *Service) Restore(ctx context.Context, actor, accountID string) error {
	account, err := a.store.AccountByID(ctx, accountID)
	if err != nil {
		return err
	}
	if account.RemovedAt.IsZero() {
		return errNotRemoved
	}
	if err := a.store.RestoreAccount(ctx, accountID); err != nil {
		return err
	}
	a.forgetAccount(accountID)
	return a.noteBy(ctx, actor, people.DeletionCancelled, accountID, "")
}

// SessionsOf returns the signed-in devices of an account, most recently used first,
// for an operator. It returns NotFound if there is no such account.
func (a *Service) SessionsOf(ctx context.Context, accountID string) ([]music.Session, error) {
	if _, err := a.store.AccountByID(ctx, accountID); err != nil {
		return nil, err
	}
	return a.Sessions(ctx, music.Viewer{AccountID: accountID})
}

// EndSessionOf signs out one device of an account for an operator. It returns
// NotFound if there is no such session.
func (a *Service) EndSessionOf(ctx context.Context, actor, accountID, id string) error {
	if err := a.store.RevokeSessionOf(ctx, accountID, id, a.now()); err != nil {
		return err
	}
	a.forget(id)
	return a.noteBy(ctx, actor, people.DeviceSignedOut, accountID, "")
}

// Delete removes an account. actor is as in Manage, or "" when the grace period
// of a deletion is over. It returns the same errors as Manage.
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
	// The entry stays without a name, because the account is gone.
	return a.noteBy(ctx, actor, people.AccountDeleted, "", account.ID)
}

// SignOut ends every session of an account for an operator. It returns NotFound
// if there is no such account.
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

// SendReset sends an account's owner a link to choose a new password, for an
// operator, who does not get to see the link.
func (a *Service) SendReset(ctx context.Context, actor, accountID string) error {
	account, err := a.store.AccountByID(ctx, accountID)
	if err != nil {
		return err
	}
	return a.mailReset(ctx, actor, account)
}

// NoteSettings records in the audit log which settings were changed.
func (a *Service) NoteSettings(ctx context.Context, actor string, names []string) error {
	if len(names) == 0 {
		return nil
	}
	return a.noteBy(ctx, actor, people.SettingsChanged, "", strings.Join(names, ", "))
}

// NoteOperation records in the audit log what somebody did with the server, such as
// with its database, a backup, the log or the library.
func (a *Service) NoteOperation(ctx context.Context, actor string, kind people.AuditKind, name string) error {
	return a.noteBy(ctx, actor, kind, "", name)
}

// RestoreEntry returns the entry of the audit log that says who restored a backup.
// The restored database gets it as well, because it replaces the present log.
func (a *Service) RestoreEntry(ctx context.Context, actor, name string) people.AuditEntry {
	return a.entryBy(ctx, actor, people.BackupRestored, "", name)
}
