package notice

import "time"

// PushSubscription is a browser that receives push messages for a person, as
// long as the session in which they allowed it.
type PushSubscription struct {
	ID         string
	AccountID  string
	SessionID  string
	Endpoint   string
	Keys       []byte // sealed
	UserAgent  string
	CreatedAt  time.Time
	LastSentAt time.Time // zero for nothing yet
}

// Limits per person.
const (
	MaxPushSubscriptions = 10
	MaxNotifications     = 500
	MaxFollows           = 5000
)
