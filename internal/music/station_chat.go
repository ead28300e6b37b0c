package music

import "time"

// MaxChatPerMinute is how much one person may write in the chats of stations.
const MaxChatPerMinute = 10

// StationMessage is a line in the chat of a station.
type StationMessage struct {
	ID        string
	StationID string
	AccountID string
	ByName    string // "" when they want to stay unseen
	Text      string
	CreatedAt time.Time
}

// WrittenMessage is a line somebody wrote into the chat of a station.
type WrittenMessage struct {
	StationMessage

	Seq     int64
	Station string // its name
}

// Check tidies the text and returns what breaks a rule.
func (m *StationMessage) Check() error {
	m.Text = Tidy(m.Text)
	f := FieldErrors{}
	f.require("text", m.Text, "Write something.")
	f.CheckLine("text", m.Text, maxMessage)
	return f.Err("text")
}

// StationChatChange says in which station's chat something changed. Who reads
// it asks: names are not the same for everybody.
type StationChatChange struct {
	StationID string `json:"stationId"`
}
