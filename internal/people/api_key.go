package people

import (
	"slices"
	"strings"
	"time"

	"sonora/internal/music"
)

// Scopes of API keys. None of them gives access to the account itself.
const (
	ScopeListen music.Scope = "listen" // what music apps do: the Subsonic API, browsing, playing, likes, playlists
	ScopeRead   music.Scope = "read"   // reading everything
	ScopeWrite  music.Scope = "write"  // reading and changing everything
	ScopeAdmin  music.Scope = "admin"  // extends read and write to what operators do
)

// AllScopes lists every scope, in the order in which music.Scopes names them.
var AllScopes = []music.Scope{ScopeListen, ScopeRead, ScopeWrite, ScopeAdmin}

// ScopesOf returns a list of scopes as music.Scopes. It ignores unknown ones.
func ScopesOf(list []music.Scope) music.Scopes {
	var names []string
	for _, scope := range AllScopes {
		if slices.Contains(list, scope) {
			names = append(names, string(scope))
		}
	}
	return music.Scopes(strings.Join(names, " "))
}

// Reach reports whether scopes reach an operation that reads or changes something,
// and that is for members or only for operators.
func Reach(s music.Scopes, reads, operators bool) bool {
	return (s.Has(ScopeWrite) || reads && s.Has(ScopeRead)) && (!operators || s.Has(ScopeAdmin))
}

// APIKey lets an app or a program act for a person. Its secret is shown only once.
type APIKey struct {
	ID          string
	AccountID   string
	Hash        []byte // SHA-256 of the secret
	Sealed      []byte // the secret, encrypted; Subsonic clients prove that they know it without sending it
	Name        string
	Scopes      music.Scopes
	CreatedAt   time.Time
	ExpiresAt   time.Time // zero for never
	LastUsedAt  time.Time // zero for never
	LastAddress string
}

// Expired reports whether the key had expired at a time.
func (k *APIKey) Expired(at time.Time) bool { return !k.ExpiresAt.IsZero() && !k.ExpiresAt.After(at) }
