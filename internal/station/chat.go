package station

import (
	"time"

	"sonora/internal/music"
)

// MaxChatPerMinute is how many messages one person may write in station chats
// per minute.
const MaxChatPerMinute = 10

// ChatMessage is a message in the chat of a station.
type ChatMessage struct {
	ID        string
	StationID string
	AccountID string
	ByName    string // "" if they hide their name
	Text      string
	CreatedAt time.Time
}

// WrittenMessage is a message that somebody wrote in the chat of a station.
type WrittenMessage struct {
	ChatMessage

	Seq     int64
	Station string // name of the station
}

// Check normalizes the text and returns the rules it breaks.
func (m *ChatMessage) Check() error {
	m.Text = music.Tidy(m.Text)
	f := music.FieldErrors{}
	f.Require("text", m.Text, "Write something.")
	f.CheckLine("text", m.Text, maxMessage)
	return f.Err("text")
}

// ChatChange says that the chat of a station changed. Clients then request it,
// because names differ by viewer.
type ChatChange struct {
	StationID string `json:"stationId" doc:"ID of the station."`
}
