package station

import (
	"strings"
	"time"

	"sonora/internal/music"
)

// DJ is somebody who may go on air on a station.
type DJ struct {
	ID          string
	StationID   string
	AccountID   string // theirs here, with which they go on air from the browser; ""
	AccountName string // first and last name of the account
	Name        string // the user name of source clients, and what listeners see them called
	HasPassword bool   // for source clients
	AnyTime     bool   // also outside the slots the calendar has for them
	IsEnabled   bool
	CreatedAt   time.Time
	LastSeenAt  time.Time // when they were last on air; zero for never
}

const maxDJName = 60

// SourceUser is the name source clients give when nobody told them another.
const SourceUser = "source"

// Check tidies what people wrote and returns what breaks a rule, by the
// fields of the form.
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
