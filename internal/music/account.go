package music

import (
	"strings"
	"time"
)

// Role says what a person may do.
type Role string

const (
	Listener Role = "listener" // plays, likes, makes playlists
	Creator  Role = "creator"  // also uploads, runs stations and shows, publishes mixes
	Admin    Role = "admin"    // the operator
)

// Roles lists every role, least first.
var Roles = []Role{Listener, Creator, Admin}

// Viewer is who asks. The zero Viewer is a visitor, who is not signed in.
type Viewer struct {
	AccountID string
	SessionID string
	Role      Role
	Scope     Scope // what the credential allows; "" for a person's own session
}

// System is a viewer who may see and change everything, for what the server does
// by itself. why names that work; no account has the resulting ID.
func System(why string) Viewer { return Viewer{AccountID: "system:" + why, Role: Admin} }

// Scope limits what an app password allows.
type Scope string

const (
	ScopeStream Scope = "stream" // browse, listen, report what was heard
	ScopeFull   Scope = "full"   // all a listener does, but nothing about the account
)

// Scopes lists every scope, least first.
var Scopes = []Scope{ScopeStream, ScopeFull}

// SignedIn reports whether the viewer has an account.
func (v Viewer) SignedIn() bool { return v.AccountID != "" }

// MayUpload reports whether the viewer may upload music.
func (v Viewer) MayUpload() bool { return v.Role == Creator || v.Role == Admin }

// IsAdmin reports whether the viewer is an operator.
func (v Viewer) IsAdmin() bool { return v.Role == Admin }

// Account is a person who can sign in.
type Account struct {
	ID                 string
	Email              string // trimmed, lower case, unique
	PasswordHash       string // argon2id in PHC form; "" when the account has no password
	FirstName          string
	LastName           string
	Bio                string
	Location           string
	Website            string
	PhoneNumber        string
	DateOfBirth        string // YYYY-MM-DD or ""
	IsPrivate          bool
	EmailNotifications bool
	PushNotifications  bool
	ProfileImageURL    string
	AuthProvider       string // google, facebook, instagram or ""
	Role               Role
	CreatedAt          time.Time
	LastLoginAt        time.Time // zero: never
	DisabledAt         time.Time // zero: active

	VerifiedAt   time.Time // when the e-mail address was proven; zero: never
	PendingEmail string    // replaces Email once both addresses confirmed it
	Language     string    // of mails, one of Languages; "" as the browser says
	DeleteAt     time.Time // when the account is to be deleted; zero: never
	FactorDueAt  time.Time // from when sign-in requires a second factor; zero: not required yet
	TOTPAt       time.Time // since when codes of an authenticator app are required; zero: off
}

// FullName returns the name that others see, never the e-mail address; it may
// be empty.
func (a *Account) FullName() string { return strings.TrimSpace(a.FirstName + " " + a.LastName) }

// Session is one signed-in device. Its refresh token rotates; the row is the session.
type Session struct {
	ID           string
	AccountID    string
	RefreshHash  []byte // SHA-256 of the present refresh token
	PreviousHash []byte // SHA-256 of the one it replaced, nil at first
	RotatedAt    time.Time
	CreatedAt    time.Time
	LastUsedAt   time.Time
	ExpiresAt    time.Time
	RevokedAt    time.Time // zero while active
	UserAgent    string
	Address      string
	Name         string // given by its owner, "" for none
}
