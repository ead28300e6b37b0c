package station

import (
	"strings"
	"time"

	"sonora/internal/music"
)

// DJ is a person who may go on air on a station.
type DJ struct {
	ID          string
	StationID   string
	AccountID   string // the account that can go on air from the browser; ""
	AccountName string // first and last name of the account
	Name        string // user name for source clients, and the name that listeners see
	HasPassword bool   // for source clients
	AnyTime     bool   // also outside their shows in the calendar
	IsEnabled   bool
	CreatedAt   time.Time
	LastSeenAt  time.Time // last time on air; zero for never
}

const maxDJName = 60

// SourceUser is the user name that source clients send by default.
const SourceUser = "source"

// Check normalizes the fields and returns the rules they break, by form field.
func (d *DJ) Check() error {
	d.Name = music.Tidy(d.Name)
	f := music.FieldErrors{}
	f.Require("name", d.Name, "Name is required.")
	f.CheckLine("name", d.Name, maxDJName)
	switch strings.ToLower(d.Name) {
	case SourceUser, "admin":
		f.Add("name", "Choose another name: source clients use this one for everybody.")
	}
	if strings.Contains(d.Name, ":") {
		f.Add("name", "A name cannot have a colon.")
	}
	return f.Err("name")
}
