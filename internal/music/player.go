package music

import (
	"encoding/json"
	"time"
	"unicode/utf8"
)

// PlayerDevice is one of a person's players and what it plays or last played.
type PlayerDevice struct {
	ID           string // chosen by the device
	Name         string
	Queue        json.RawMessage // in the player's own format; nil if not requested or unchanged
	QueueVersion int64           // increases with every change of the queue
	TrackID      string          // of the current item; "" for none
	Title        string
	Artist       string
	Position     time.Duration // into the item, at At
	Duration     time.Duration
	State        PlayerState
	Volume       float64 // 0 to 1
	At           time.Time
	SeenAt       time.Time
}

// PlayerState is the state of a player.
type PlayerState string

// The states of a player.
const (
	PlayerPlaying PlayerState = "playing"
	PlayerPaused  PlayerState = "paused"
	PlayerStopped PlayerState = "stopped"
)

// Limits of a device's reports.
const (
	MaxDevices    = 20      // per account; the one that was seen longest ago is removed first
	MaxQueueBytes = 900_000 // a queue as JSON
	maxDeviceName = 100
	maxQueueTitle = 1000
)

// DevicePresence is how long after its last report a device counts as present.
const DevicePresence = 90 * time.Second

// Present reports whether the device can be controlled.
func (d *PlayerDevice) Present(now time.Time) bool { return now.Sub(d.SeenAt) < DevicePresence }

// Check normalizes a device's report and returns the rules it breaks, by field.
func (d *PlayerDevice) Check() error {
	d.Name, d.Title, d.Artist = Tidy(d.Name), shortened(Tidy(d.Title)), shortened(Tidy(d.Artist))
	f := FieldErrors{}
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

// PlayerCommand is a command for one of a person's devices.
type PlayerCommand struct {
	Device  string  `json:"device" doc:"ID of the device that carries it out."`
	From    string  `json:"from" doc:"ID of the device that sent it."`
	Command string  `json:"command" doc:"What the device is to do."`
	Value   float64 `json:"value" doc:"Seconds for seek, 0 to 1 for volume."`
}

// DeviceChange reports a change of one device to the person's other devices.
type DeviceChange struct {
	ID string `json:"id" doc:"ID of the device."`
}
