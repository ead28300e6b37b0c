package auth

import (
	"context"

	"sonora/internal/people"
)

// Device describes where a person signs in from, as seen on the connection.
type Device = people.Device

type deviceKey struct{}

// WithDevice returns a context with the device of a request, for sessions and
// the audit log.
func WithDevice(ctx context.Context, d Device) context.Context {
	return context.WithValue(ctx, deviceKey{}, d)
}

func deviceOf(ctx context.Context) Device {
	d, _ := ctx.Value(deviceKey{}).(Device)
	return d
}

// note adds an entry to the audit log for an action of the account's owner.
func (a *Service) note(ctx context.Context, kind people.AuditKind, accountID, detail string) error {
	return a.noteBy(ctx, accountID, kind, accountID, detail)
}

// noteBy adds an entry to the audit log for an action of actor.
func (a *Service) noteBy(ctx context.Context, actor string, kind people.AuditKind, accountID, detail string) error {
	e := a.entryBy(ctx, actor, kind, accountID, detail)
	if err := a.store.AddSecurityEvent(ctx, e); err != nil {
		return err
	}
	if a.audited != nil {
		a.audited(ctx, &e)
	}
	return nil
}

func (a *Service) entryBy(ctx context.Context, actor string, kind people.AuditKind, accountID, detail string) people.AuditEntry {
	d := deviceOf(ctx)
	return people.AuditEntry{
		At: a.now(), AccountID: accountID, Actor: actor, Kind: kind, Address: d.Address, UserAgent: cut(d.UserAgent, 300), Detail: detail,
	}
}

// Note adds an entry to the audit log for an action of the account's owner, on
// behalf of other packages.
func (a *Service) Note(ctx context.Context, kind people.AuditKind, accountID, detail string) error {
	return a.note(ctx, kind, accountID, detail)
}

// NoteBy adds an entry to the audit log for what actor did to an account, on behalf of
// other packages.
func (a *Service) NoteBy(ctx context.Context, actor string, kind people.AuditKind, accountID, detail string) error {
	return a.noteBy(ctx, actor, kind, accountID, detail)
}
