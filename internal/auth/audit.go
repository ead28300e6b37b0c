package auth

import (
	"context"

	"sonora/internal/people"
)

// Device is where a person signs in from, as the connection tells.
type Device = people.Device

type deviceKey struct{}

// WithDevice notes where a request comes from, for sessions and the audit log.
func WithDevice(ctx context.Context, d Device) context.Context {
	return context.WithValue(ctx, deviceKey{}, d)
}

func deviceOf(ctx context.Context) Device {
	d, _ := ctx.Value(deviceKey{}).(Device)
	return d
}

// note writes an entry of the audit log about an account, done by its owner.
func (a *Service) note(ctx context.Context, kind people.AuditKind, accountID, detail string) error {
	return a.noteBy(ctx, accountID, kind, accountID, detail)
}

// noteBy writes an entry of the audit log.
func (a *Service) noteBy(ctx context.Context, actor string, kind people.AuditKind, accountID, detail string) error {
	d := deviceOf(ctx)
	return a.store.AddSecurityEvent(ctx, people.AuditEntry{
		At: a.now(), AccountID: accountID, Actor: actor, Kind: kind, Address: d.Address, UserAgent: cut(d.UserAgent, 300), Detail: detail,
	})
}

// Note writes an entry of the audit log about an account, done by its owner,
// for what other packages do with accounts.
func (a *Service) Note(ctx context.Context, kind people.AuditKind, accountID, detail string) error {
	return a.note(ctx, kind, accountID, detail)
}
