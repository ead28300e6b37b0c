package things

import (
	"time"

	"sonora/internal/edge"
	"sonora/internal/music"
)

// UserJSON is a person's own account.
type UserJSON struct {
	ID                 string    `json:"id"`
	Email              string    `json:"email"`
	FirstName          string    `json:"firstName"`
	LastName           string    `json:"lastName"`
	Bio                string    `json:"bio"`
	Location           string    `json:"location"`
	Website            string    `json:"website"`
	PhoneNumber        string    `json:"phoneNumber"`
	DateOfBirth        *string   `json:"dateOfBirth"`
	IsPrivate          bool      `json:"isPrivate"`
	EmailNotifications bool      `json:"emailNotifications"`
	PushNotifications  bool      `json:"pushNotifications"`
	ProfileImageURL    *string   `json:"profileImageUrl"`
	AuthProvider       *string   `json:"authProvider"`
	CreatedAt          time.Time `json:"createdAt"`
	Role               string    `json:"role" enum:"listener,creator,admin"`

	IsVerified   bool       `json:"isVerified" doc:"Whether the email address is verified."`
	PendingEmail *string    `json:"pendingEmail" doc:"Replaces email once it is confirmed."`
	Language     string     `json:"language" doc:"Language of mail; empty to use the browser's."`
	DeleteAt     *time.Time `json:"deleteAt" doc:"When the account will be deleted."`
	FactorDueAt  *time.Time `json:"factorDueAt" doc:"When sign-in starts to require a second factor."`
}

// EncodeUser encodes an account as its owner sees it.
func EncodeUser(m *music.Account) UserJSON {
	return UserJSON{
		ID: m.ID, Email: m.Email, FirstName: m.FirstName, LastName: m.LastName, Bio: m.Bio, Location: m.Location,
		Website: m.Website, PhoneNumber: m.PhoneNumber, DateOfBirth: edge.OrNull(m.DateOfBirth), IsPrivate: m.IsPrivate,
		EmailNotifications: m.EmailNotifications, PushNotifications: m.PushNotifications,
		ProfileImageURL: edge.OrNull(m.ProfileImageURL), AuthProvider: edge.OrNull(m.AuthProvider), CreatedAt: m.CreatedAt.UTC(), Role: string(m.Role),
		IsVerified: !m.VerifiedAt.IsZero(), PendingEmail: edge.OrNull(m.PendingEmail), Language: m.Language, DeleteAt: edge.OrNull(m.DeleteAt.UTC()),
		FactorDueAt: edge.OrNull(m.FactorDueAt.UTC()),
	}
}
