package music

import (
	"strings"
	"time"
)

// Role determines what an account may do.
type Role string

const (
	Listener Role = "listener" // plays, likes, makes playlists
	Creator  Role = "creator"  // also uploads, runs stations and shows, publishes mixes
	Admin    Role = "admin"    // the operator
)

// Viewer is the person or program that makes a request. The zero Viewer is a
// visitor.
type Viewer struct {
	AccountID string
	SessionID string
	Device    string // what the person listens on: the session or the API key; "" for others than people
	Role      Role
	Scopes    Scopes // what the API key allows; "" for a session
	ForOthers bool   // other people hear what is read, so music that awaits a review is left out
}

// System returns a viewer that may see and change everything, for the server's
// own work. why names that work; no account has the resulting ID.
func System(why string) Viewer { return Viewer{AccountID: "system:" + why, Role: Admin} }

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
	PasswordHash       string // Argon2id in PHC string format; "" if the account has no password
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
	LastLoginAt        time.Time // zero for never
	DisabledAt         time.Time // zero if active

	VerifiedAt   time.Time // when the email address was verified; zero for never
	PendingEmail string    // replaces Email once it is confirmed
	Language     string    // of mail, one of Languages; "" for the browser's
	DeleteAt     time.Time // scheduled deletion; zero for none
	RemovedAt    time.Time // when an operator ordered it, which disables the account; zero if nobody or its owner did
	FactorDueAt  time.Time // when sign-in starts to require a second factor; zero if not scheduled
	TOTPAt       time.Time // when the authenticator app was enabled; zero if disabled
}

// FullName returns the name that other people see. It may be empty, and is
// never the email address.
func (a *Account) FullName() string { return strings.TrimSpace(a.FirstName + " " + a.LastName) }

// Session is one signed-in device. Its refresh token rotates.
type Session struct {
	ID           string
	AccountID    string
	RefreshHash  []byte // SHA-256 of the current refresh token
	PreviousHash []byte // SHA-256 of the previous refresh token, nil if there is none
	RotatedAt    time.Time
	CreatedAt    time.Time
	LastUsedAt   time.Time
	ExpiresAt    time.Time
	RevokedAt    time.Time // zero while active
	UserAgent    string
	Address      string
	Name         string // given by its owner, or ""
}
