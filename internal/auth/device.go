package auth

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"time"

	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/people"
)

// deviceMemory is how long a device is remembered after its last use.
const deviceMemory = 90 * 24 * time.Hour

// noticeDevice sends mail to a person who signs in from a new device.
func (a *Service) noticeDevice(ctx context.Context, account *music.Account) error {
	known, err := a.store.KnownDevices(ctx, account.ID, a.now().Add(-deviceMemory))
	if err != nil {
		return fmt.Errorf("find device: %w", err)
	}
	here := deviceOf(ctx)
	for _, d := range known {
		if sameDevice(d, here) {
			return nil
		}
	}
	if len(known) == 0 && account.LastLoginAt.IsZero() {
		return nil // the very first sign-in
	}
	return a.tellOwner(ctx, account, mail.Message{Kind: mail.NewDevice})
}

func sameDevice(a, b Device) bool {
	return DeviceName(a.UserAgent).String() == DeviceName(b.UserAgent).String() && networkOf(a.Address) == networkOf(b.Address)
}

// networkOf returns the network of an address: its /24, or its /64 for IPv6,
// within which people's addresses change.
func networkOf(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	bits := 64
	if ip = ip.Unmap(); ip.Is4() {
		bits = 24
	}
	return netip.PrefixFrom(ip.WithZone(""), bits).Masked().String()
}

// Sessions returns the viewer's signed-in devices, most recently used first.
func (a *Service) Sessions(ctx context.Context, v music.Viewer) ([]music.Session, error) {
	list, err := a.store.SessionsOf(ctx, v.AccountID, a.now())
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i].LastUsedAt = a.lastUse(use{id: list[i].ID}, list[i].LastUsedAt)
	}
	slices.SortStableFunc(list, func(x, y music.Session) int { return y.LastUsedAt.Compare(x.LastUsedAt) })
	return list, nil
}

// RenameSession names one of the viewer's devices; "" restores the name of its
// browser. It returns NotFound if there is no such session.
func (a *Service) RenameSession(ctx context.Context, v music.Viewer, id, name string) error {
	name = cleanName(name)
	f := music.FieldErrors{}
	f.CheckLine("name", name, maxName)
	if err := f.Err(); err != nil {
		return err
	}
	return a.store.RenameSession(ctx, v.AccountID, id, name, a.now())
}

// EndSession signs out one of the viewer's devices. It returns NotFound if
// there is no such session.
func (a *Service) EndSession(ctx context.Context, v music.Viewer, id string) error {
	if err := a.store.RevokeSessionOf(ctx, v.AccountID, id, a.now()); err != nil {
		return err
	}
	a.forget(id)
	kind := people.DeviceSignedOut
	if id == v.SessionID {
		kind = people.SignedOut
	}
	return a.note(ctx, kind, v.AccountID, "")
}

// EndOtherSessions signs the viewer out on all other devices.
func (a *Service) EndOtherSessions(ctx context.Context, v music.Viewer) error {
	if err := a.store.RevokeOtherSessions(ctx, v.AccountID, v.SessionID, a.now()); err != nil {
		return fmt.Errorf("end other sessions: %w", err)
	}
	a.forgetAccount(v.AccountID)
	return a.note(ctx, people.SignedOutEverywhere, v.AccountID, "")
}

// EndSessions signs the viewer out on all devices.
func (a *Service) EndSessions(ctx context.Context, v music.Viewer) error {
	if err := a.endSessions(ctx, v.AccountID); err != nil {
		return err
	}
	return a.note(ctx, people.SignedOutEverywhere, v.AccountID, "")
}

func (a *Service) endSessions(ctx context.Context, accountID string) error {
	err := a.store.RevokeSessions(ctx, accountID, a.now())
	a.forgetAccount(accountID) // also after an error, since the change may have been applied
	if err != nil {
		return fmt.Errorf("end the sessions: %w", err)
	}
	return nil
}
