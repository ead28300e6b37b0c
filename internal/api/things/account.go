package things

import (
	"sonora/internal/edge"
	"sonora/internal/music"
)

// UserJSON is a person's own account.
type UserJSON struct {
	ID                 string    `json:"id" doc:"ID of the account." example:"u6Wc1Ge8R"`
	Email              string    `json:"email" doc:"Email address, with which the person signs in." example:"ana@example.com"`
	FirstName          string    `json:"firstName" doc:"First name; may be empty." example:"Ana"`
	LastName           string    `json:"lastName" doc:"Last name; may be empty." example:"Torres"`
	Bio                string    `json:"bio" doc:"Text about the person; may be empty."`
	Location           string    `json:"location" doc:"Place that the person chose to show; may be empty."`
	Website            string    `json:"website" doc:"Website; may be empty."`
	PhoneNumber        string    `json:"phoneNumber" doc:"Telephone number, which only its owner sees; may be empty."`
	DateOfBirth        *string   `json:"dateOfBirth" doc:"Date of birth, YYYY-MM-DD; null if not given."`
	IsPrivate          bool      `json:"isPrivate" doc:"Whether others are kept from seeing the profile."`
	EmailNotifications bool      `json:"emailNotifications" doc:"Whether the person wants mail about news."`
	PushNotifications  bool      `json:"pushNotifications" doc:"Whether the person wants push messages."`
	ProfileImageURL    *string   `json:"profileImageUrl" doc:"Address of the picture; null for none."`
	AuthProvider       *string   `json:"authProvider" doc:"Provider with which the account was made, for example google; null for a password."`
	CreatedAt          edge.Time `json:"createdAt" doc:"When the account was made."`
	Role               string    `json:"role" enum:"listener,creator,admin" doc:"What the person may do: listen, also upload and run stations, or run the server." example:"creator"`

	IsVerified   bool            `json:"isVerified" doc:"Whether the email address is verified."`
	PendingEmail *string         `json:"pendingEmail" doc:"Replaces email once it is confirmed."`
	Language     string          `json:"language" doc:"Language of mail; empty to use the browser's."`
	DeleteAt     edge.TimeOrNull `json:"deleteAt" doc:"When the account will be deleted."`
	FactorDueAt  edge.TimeOrNull `json:"factorDueAt" doc:"When sign-in starts to require a second factor."`
}

// EncodeUser encodes an account as its owner sees it.
func EncodeUser(m *music.Account) UserJSON {
	return UserJSON{
		ID: m.ID, Email: m.Email, FirstName: m.FirstName, LastName: m.LastName, Bio: m.Bio, Location: m.Location,
		Website: m.Website, PhoneNumber: m.PhoneNumber, DateOfBirth: edge.OrNull(m.DateOfBirth), IsPrivate: m.IsPrivate,
		EmailNotifications: m.EmailNotifications, PushNotifications: m.PushNotifications,
		ProfileImageURL: edge.OrNull(m.ProfileImageURL), AuthProvider: edge.OrNull(m.AuthProvider), CreatedAt: edge.Time(m.CreatedAt), Role: string(m.Role),
		IsVerified: !m.VerifiedAt.IsZero(), PendingEmail: edge.OrNull(m.PendingEmail), Language: m.Language, DeleteAt: edge.TimeOrNull(m.DeleteAt),
		FactorDueAt: edge.TimeOrNull(m.FactorDueAt),
	}
}
