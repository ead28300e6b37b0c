package notice

import "time"

// PushSubscription is a browser that takes push messages for a person, as
// long as the session lives in which they were allowed.
type PushSubscription struct {
	ID         string
	AccountID  string
	SessionID  string
	Endpoint   string
	Keys       []byte // sealed
	UserAgent  string
	CreatedAt  time.Time
	LastSentAt time.Time // zero: nothing yet
}

// Limits of what is kept for one person.
const (
	MaxPushSubscriptions = 10
	MaxNotifications     = 500
	MaxFollows           = 5000
)
