// Package webhook is the domain of webhooks: addresses to which people have the events of
// their account posted.
package webhook

import (
	"encoding/json"
	"time"

	"sonora/internal/music"
)

// Event is a kind of event. The names are those of the event stream.
type Event string

// The events, with their data.
const (
	Play         Event = "play"         // PlayData: the person listened to a track
	Like         Event = "like"         // music.LikeChange
	Rating       Event = "rating"       // music.RatingChange
	Playlist     Event = "playlist"     // music.PlaylistChange: a playlist that the person may edit changed
	Notification Event = "notification" // NotificationData
)

// Events lists every event in the order in which people see them.
var Events = []Event{Play, Like, Rating, Playlist, Notification}

// PlayData is the data of a play.
type PlayData struct {
	ID        string    `json:"id"`
	TrackID   string    `json:"trackId"`
	StartedAt time.Time `json:"startedAt"`
	Listened  float64   `json:"listened"` // seconds
}

// NotificationData is the data of a notification. Its sentence is written when it is sent.
type NotificationData struct {
	ID   string          `json:"id,omitempty"` // not of an announcement to everybody
	Kind string          `json:"kind"`
	Link string          `json:"link"`
	Data json.RawMessage `json:"data"` // notice.Data
}

// Webhook is an address of a person.
type Webhook struct {
	Seq          int64
	ID           string
	AccountID    string
	Address      string
	Events       []Event
	Secret       []byte // sealed
	CreatedAt    time.Time
	Paused       bool          // by the person; what happens meanwhile is not sent
	Stopped      bool          // by the server, after failures for a long time; like a pause
	Problem      music.Message // why the last attempt failed
	Failures     int           // in a row
	FailingSince time.Time     // zero unless the last attempt failed
	Waiting      int           // deliveries
	Sent         int
	SentAt       time.Time // zero for never
}

// Resume makes a webhook that was paused or stopped receive events again.
func (w *Webhook) Resume() {
	w.Paused, w.Stopped, w.Problem, w.Failures, w.FailingSince = false, false, music.Message{}, 0, time.Time{}
}

// State is the state of a delivery.
type State string

// States of deliveries.
const (
	Waiting State = "waiting" // for its first or next attempt
	Sent    State = "sent"
	Failed  State = "failed" // for good
)

// Delivery is an event on its way to a webhook.
type Delivery struct {
	Seq       int64
	ID        string
	Event     Event
	Data      []byte // JSON
	State     State
	Attempts  int
	Reason    music.Message // why the last attempt failed
	At        time.Time     // when the event happened
	UpdatedAt time.Time
}
