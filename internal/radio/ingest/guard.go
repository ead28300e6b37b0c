package ingest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

// Store is what the guard needs from the database. *store.Store implements it.
type Store interface {
	Station(ctx context.Context, v music.Viewer, id string) (*station.Station, error)
	StationDJ(ctx context.Context, stationID, id string) (*station.DJ, error)
	StationDJByPassword(ctx context.Context, hash string) (*station.DJ, error)
	StationDJOfAccount(ctx context.Context, stationID, accountID string) (*station.DJ, error)
	StationDJSeen(ctx context.Context, id string, at time.Time) error
	StationShows(ctx context.Context, stationID string) ([]station.Show, error)
}

// Guard decides who may go on air.
type Guard struct {
	Store Store
	Now   func() time.Time // time.Now when nil
}

var (
	errWrong   = music.NewError(music.Unauthenticated, "The password is wrong.")
	errMount   = music.NewError(music.Forbidden, "This password is for another mount.")
	errRelay   = music.NewError(music.Forbidden, "Nobody can go on air on this station.")
	errNotHere = music.NewError(music.Forbidden, "You are not one of the DJs of this station.")
)

// system finds every station, whose passwords have to be checked.
var system = music.System("sources")

// NewPassword returns a random password for source clients: letters and digits,
// short enough for all of them.
func NewPassword() string { return strings.ToLower(rand.Text()[:24]) }

// HashPassword returns the stored hash of a password. Passwords are random with
// 120 bits, so a plain hash is sufficient.
func HashPassword(password string) string {
	sum := sha256.Sum256([]byte(strings.ToLower(strings.TrimSpace(password))))
	return hex.EncodeToString(sum[:])
}

// maxPassword limits the length of a password that is checked.
const maxPassword = 200

// Enter returns what a password gives access to now. mount and user may be ""
// for programs that do not send them; the password alone identifies the DJ. The
// error has the code Unauthenticated for a wrong password, and Forbidden for a
// correct one that belongs to another mount or time.
func (g *Guard) Enter(ctx context.Context, mount, user, password string) (Pass, error) {
	d, err := g.find(ctx, user, password)
	if err != nil {
		return Pass{}, err
	}
	return g.pass(ctx, d, mount)
}

// find returns the DJ with a password. Programs with a single field send it as
// user:password, and some append the stream (:#1).
func (g *Guard) find(ctx context.Context, user, password string) (*station.DJ, error) {
	if before, _, found := strings.Cut(password, ":#"); found {
		password = before
	}
	if before, after, found := strings.Cut(password, ":"); found {
		user, password = before, after
	}
	if len(password) > maxPassword || strings.TrimSpace(password) == "" {
		return nil, errWrong
	}
	d, err := g.Store.StationDJByPassword(ctx, HashPassword(password))
	if err != nil && music.CodeOf(err) == music.NotFound {
		return nil, errWrong
	}
	if err != nil {
		return nil, fmt.Errorf("find DJ by password: %w", err)
	}
	if user != "" && !strings.EqualFold(user, station.SourceUser) && !strings.EqualFold(user, d.Name) {
		return nil, errWrong
	}
	return d, nil
}

func (g *Guard) pass(ctx context.Context, d *station.DJ, mount string) (Pass, error) {
	st, err := g.Store.Station(ctx, system, d.StationID)
	if err != nil {
		return Pass{}, fmt.Errorf("read station: %w", err)
	}
	if mount != "" && mount != st.Mount && mount != st.ID {
		return Pass{}, errMount
	}
	if !st.Mode.AcceptsSources() {
		return Pass{}, errRelay
	}
	p := Pass{Station: st, DJID: d.ID, DJ: d.Name, AccountID: d.AccountID}
	return p, g.checkHours(ctx, st, d)
}

// checkHours returns nil while the calendar lets a DJ go on air.
func (g *Guard) checkHours(ctx context.Context, st *station.Station, d *station.DJ) error {
	var shows []station.Show
	if d.IsEnabled && !d.AnyTime {
		var err error
		if shows, err = g.Store.StationShows(ctx, st.ID); err != nil {
			return fmt.Errorf("read calendar: %w", err)
		}
	}
	zone, err := time.LoadLocation(st.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	return MayGoOnAir(d, shows, zone, g.now())
}

// Member returns the pass of a signed-in member: those who manage the station
// at any time, its DJs in their hours.
func (g *Guard) Member(ctx context.Context, v music.Viewer, name, stationID string) (Pass, error) {
	st, err := g.Store.Station(ctx, v, stationID)
	if err != nil {
		return Pass{}, err
	}
	if !st.Mode.AcceptsSources() {
		return Pass{}, errRelay
	}
	d, err := g.Store.StationDJOfAccount(ctx, stationID, v.AccountID)
	switch {
	case err == nil && !st.MayManage(v):
		p := Pass{Station: st, DJID: d.ID, DJ: d.Name, AccountID: v.AccountID}
		return p, g.checkHours(ctx, st, d)
	case err == nil:
		return Pass{Station: st, DJID: d.ID, DJ: d.Name, AccountID: v.AccountID}, nil
	case music.CodeOf(err) != music.NotFound:
		return Pass{}, fmt.Errorf("find DJ: %w", err)
	case st.MayManage(v):
		return Pass{Station: st, DJ: name, AccountID: v.AccountID}, nil
	}
	return Pass{}, errNotHere
}

// Still returns nil while a pass remains valid: its DJ exists, is enabled, and
// is within their hours. A check that fails does not end a show.
func (g *Guard) Still(ctx context.Context, p Pass) error {
	if p.DJID == "" {
		return nil
	}
	d, err := g.Store.StationDJ(ctx, p.Station.ID, p.DJID)
	if err == nil {
		err = g.checkHours(ctx, p.Station, d)
	}
	switch music.CodeOf(err) { //nolint:exhaustive // other errors are not about the person
	case music.NotFound:
		return errDisabled
	case music.Forbidden:
		return err
	}
	return nil
}

func (g *Guard) now() time.Time {
	if g.Now == nil {
		return time.Now()
	}
	return g.Now()
}
