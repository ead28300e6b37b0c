// Package player is the domain of a person's players: what each plays, and
// commands from one to another.
package player

import (
	"encoding/json"
	"time"
	"unicode/utf8"

	"sonora/internal/music"
)

// Device is one of a person's players and what it plays or last played.
type Device struct {
	ID           string // chosen by the device
	Name         string
	Queue        json.RawMessage // in the player's own format; nil if not requested or unchanged
	QueueVersion int64           // increases with every change of the queue
	TrackID      string          // of the current item; "" for none
	Title        string
	Artist       string
	Position     time.Duration // into the item, at At
	Duration     time.Duration
	State        State
	Volume       float64 // 0 to 1
	At           time.Time
	SeenAt       time.Time
}

// State is the state of a player.
type State string

// The states of a player.
const (
	Playing State = "playing"
	Paused  State = "paused"
	Stopped State = "stopped"
)

// Limits of a device's reports.
const (
	MaxDevices    = 20      // per account; the one that was seen longest ago is removed first
	MaxQueueBytes = 900_000 // a queue as JSON
	maxDeviceName = 100
	maxQueueTitle = 1000
)

// Presence is how long after its last report a device counts as present.
const Presence = 90 * time.Second

// Present reports whether the device can be controlled.
func (d *Device) Present(now time.Time) bool { return now.Sub(d.SeenAt) < Presence }

// Plays reports whether the device plays a track: it said so, and was seen since or the
// track has not ended yet.
func (d *Device) Plays(now time.Time) bool {
	return d.State == Playing && d.TrackID != "" && (d.Present(now) || now.Sub(d.At) < d.Duration-d.Position)
}

// Check normalizes a device's report and returns the rules it breaks, by field.
func (d *Device) Check() error {
	d.Name, d.Title, d.Artist = music.Tidy(d.Name), shortened(music.Tidy(d.Title)), shortened(music.Tidy(d.Artist))
	f := music.FieldErrors{}
	f.Require("name", d.Name, "Please name the device.")
	f.CheckLine("name", d.Name, maxDeviceName)
	if len(d.Queue) > MaxQueueBytes {
		f.Add("queue", "The queue is too long to be kept.")
	}
	return f.Err("name", "queue")
}

func shortened(text string) string {
	if utf8.RuneCountInString(text) <= maxQueueTitle {
		return text
	}
	return string([]rune(text)[:maxQueueTitle])
}

// Command is a command for one of a person's devices.
type Command struct {
	Device  string  `json:"device" doc:"ID of the device that carries it out."`
	From    string  `json:"from" doc:"ID of the device that sent it."`
	Command string  `json:"command" doc:"What the device is to do."`
	Value   float64 `json:"value" doc:"Seconds for seek, 0 to 1 for volume."`
}

// Change reports a change of one device to the person's other devices.
type Change struct {
	ID string `json:"id" doc:"ID of the device."`
}
