package premium

import (
	"time"
	"unicode/utf8"

	"sonora/internal/music"
)

// Limits of a batch of codes.
const (
	maxCodes  = 1000
	maxUses   = 10_000
	maxDays   = 3660
	maxReason = 200 // characters of a note or a reason
)

// Batch is codes that were made together. Each can be redeemed Uses times, by different
// people.
type Batch struct {
	ID        string
	PlanID    string
	Count     int
	Uses      int       // of each code
	Days      int       // for which the plan is granted; 0 for until EndsAt
	EndsAt    time.Time // when the plan ends, if Days is 0; zero for never
	ExpiresAt time.Time // after which no code can be redeemed; zero for never
	Note      string
	CreatedBy string // account ID of the operator
	CreatedAt time.Time
	RevokedAt time.Time // when the codes that are left were revoked; zero while they are valid
	Redeemed  int       // how often any of the codes was redeemed; read only
}

// Validate returns an Invalid Error with every field that breaks a rule.
func (b *Batch) Validate(now time.Time) error {
	f := music.FieldErrors{}
	between(f, "count", b.Count, 1, maxCodes)
	between(f, "uses", b.Uses, 1, maxUses)
	between(f, "days", b.Days, 0, maxDays)
	if b.Days > 0 && !b.EndsAt.IsZero() {
		f.Add("endsAt", "Choose either a number of days or an end.")
	}
	CheckFuture(f, "endsAt", b.EndsAt, now)
	CheckFuture(f, "expiresAt", b.ExpiresAt, now)
	CheckNote(f, "note", b.Note)
	return f.Err("count", "uses", "days")
}

// Granted returns the membership that somebody has after redeeming a code now. If another
// code for the same plan still runs, the days extend its membership.
func (b *Batch) Granted(accountID string, had []Membership, now time.Time) Membership {
	for i := range had {
		m := had[i]
		if b.Days > 0 && m.Source == ByCode && m.PlanID == b.PlanID && !m.EndsAt.IsZero() && m.RunsAt(now) {
			m.EndsAt, m.UpdatedAt = m.EndsAt.AddDate(0, 0, b.Days), now
			return m
		}
	}
	m := Membership{
		AccountID: accountID, PlanID: b.PlanID, Source: ByCode, Status: Active, StartsAt: now, EndsAt: b.EndsAt, CreatedAt: now, UpdatedAt: now,
	}
	if b.Days > 0 {
		m.EndsAt = now.AddDate(0, 0, b.Days)
	}
	return m
}

// CheckFuture adds an error unless a moment is zero or in the future.
func CheckFuture(f music.FieldErrors, field string, at, now time.Time) {
	if !at.IsZero() && !at.After(now) {
		f.Add(field, "Enter a time in the future.")
	}
}

// CheckNote adds an error if a note or a reason is too long.
func CheckNote(f music.FieldErrors, field, note string) {
	if utf8.RuneCountInString(note) > maxReason {
		f.Add(field, "Enter at most %d characters.", maxReason)
	}
}

// FamilyMember is a person whom somebody with a plan for families invited.
type FamilyMember struct {
	ID        string
	PayerID   string
	MemberID  string // account ID; "" until the person has joined
	Email     string // to which the invitation went
	Name      string // of that account; read only
	Address   string // of that account; read only
	InvitedAt time.Time
	ExpiresAt time.Time // of the invitation
	JoinedAt  time.Time // zero until then
}

// KnownEmail returns the address by which the one who pays knows the person: the one that
// was invited, unless somebody else has joined with that invitation.
func (f *FamilyMember) KnownEmail() string {
	if !f.JoinedAt.IsZero() && f.Address != f.Email {
		return ""
	}
	return f.Email
}
