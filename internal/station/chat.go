package station

import (
	"time"

	"sonora/internal/music"
)

// MaxChatPerMinute is how much one person may write in the chats of stations.
const MaxChatPerMinute = 10

// ChatMessage is a line in the chat of a station.
type ChatMessage struct {
	ID        string
	StationID string
	AccountID string
	ByName    string // "" when they want to stay unseen
	Text      string
	CreatedAt time.Time
}

// WrittenMessage is a line somebody wrote into the chat of a station.
type WrittenMessage struct {
	ChatMessage

	Seq     int64
	Station string // its name
}

// Check tidies the text and returns what breaks a rule.
func (m *ChatMessage) Check() error {
	m.Text = music.Tidy(m.Text)
	f := music.FieldErrors{}
	f.Require("text", m.Text, "Write something.")
	f.CheckLine("text", m.Text, maxMessage)
	return f.Err("text")
}

// ChatChange says in which station's chat something changed. Who reads
// it asks: names are not the same for everybody.
type ChatChange struct {
	StationID string `json:"stationId"`
}
