package listening

import (
	"context"
	"encoding/json"
	"time"

	"sonora/internal/edge"
	"sonora/internal/player"
)

type playerDeviceJSON struct {
	ID           string    `json:"id" doc:"ID that the device chose for itself."`
	Name         string    `json:"name" doc:"Name for people, for example Firefox on Linux."`
	QueueVersion int64     `json:"queueVersion" doc:"Increases whenever the device sends another queue."`
	TrackID      *string   `json:"trackId" doc:"ID of the track it plays; null for anything else."`
	Title        string    `json:"title" doc:"Title of what it plays; empty for nothing."`
	Artist       string    `json:"artist" doc:"Artist of what it plays; may be empty."`
	Position     float64   `json:"position" doc:"Seconds into the item at the time in the field at."`
	Duration     *float64  `json:"duration" doc:"Length of what it plays in seconds; null if unknown."`
	State        string    `json:"state" enum:"playing,paused,stopped" doc:"What the player does."`
	Volume       float64   `json:"volume" doc:"Volume, 0 to 1."`
	At           edge.Time `json:"at" doc:"When the device reported this."`
	Age          float64   `json:"age" doc:"Seconds since the time in the field at, for clients whose clock is wrong."`
	SeenAt       edge.Time `json:"seenAt" doc:"When the device was last connected."`
	Present      bool      `json:"present" doc:"Whether the device is connected and takes commands."`
}

func (a *API) encodePlayerDevice(d *player.Device) playerDeviceJSON {
	return playerDeviceJSON{
		ID: d.ID, Name: d.Name, QueueVersion: d.QueueVersion, TrackID: edge.OrNull(d.TrackID), Title: d.Title, Artist: d.Artist,
		Position: d.Position.Seconds(), Duration: edge.OrNull(d.Duration.Seconds()), State: string(d.State), Volume: d.Volume,
		At: edge.Time(d.At), Age: max(0, time.Since(d.At).Seconds()), SeenAt: edge.Time(d.SeenAt), Present: d.Present(time.Now()),
	}
}

// PlayerDevicePath names one of the viewer's devices. Exported, because huma
// reads no parameters into an unexported struct.
type PlayerDevicePath struct {
	ID string `path:"id" pattern:"^[0-9A-Za-z-]{8,64}$" doc:"Chosen and kept by the device."`
}

type reportDeviceInput struct {
	PlayerDevicePath
	Body struct {
		Name         string          `json:"name" maxLength:"400" doc:"Name for people, for example Firefox on Linux."`
		Queue        json.RawMessage `json:"queue,omitempty" doc:"The player's queue and history in its own format; omitted if unchanged."`
		QueueVersion int64           `json:"queueVersion" minimum:"0" doc:"Number of the queue; raise it whenever the queue changes."`
		TrackID      *string         `json:"trackId" maxLength:"64" doc:"ID of the track; null for anything else."`
		Title        string          `json:"title" maxLength:"4000" doc:"Title of what plays; empty for nothing."`
		Artist       string          `json:"artist" maxLength:"4000" doc:"Artist of what plays; may be empty."`
		Position     float64         `json:"position" minimum:"0" maximum:"864000" doc:"Seconds into the item."`
		Duration     *float64        `json:"duration" minimum:"0" maximum:"864000" doc:"Length of the item in seconds; null if unknown."`
		State        string          `json:"state" enum:"playing,paused,stopped" doc:"What the player does."`
		Volume       float64         `json:"volume" minimum:"0" maximum:"1" doc:"Volume, 0 to 1."`
	}
}

// reportDevice records what one of the viewer's players does, and informs the
// others.
func (a *API) reportDevice(ctx context.Context, in *reportDeviceInput) (*edge.Body[playerDeviceJSON], error) {
	b := &in.Body
	d := &player.Device{
		ID: in.ID, Name: b.Name, Queue: b.Queue, QueueVersion: b.QueueVersion, TrackID: edge.OrZero(b.TrackID), Title: b.Title, Artist: b.Artist,
		Position: secondsOf(b.Position), Duration: secondsOf(edge.OrZero(b.Duration)), State: player.State(b.State), Volume: b.Volume,
	}
	if err := a.Listening.ReportPlayer(ctx, edge.Viewer(ctx), d); err != nil {
		return nil, err
	}
	return edge.Reply(a.encodePlayerDevice(d))
}

func secondsOf(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }

func (a *API) playerDevices(ctx context.Context, in *edge.Part) (*edge.PageOf[playerDeviceJSON], error) {
	list, err := a.Store.Players(ctx, edge.Viewer(ctx).AccountID)
	return edge.PartOf(in, list, err, a.encodePlayerDevice)
}

type deviceQueueJSON struct {
	Device playerDeviceJSON `json:"device" doc:"The device."`
	Queue  json.RawMessage  `json:"queue" doc:"As the device sent it; null if it never sent one."`
}

func (a *API) deviceQueue(ctx context.Context, in *PlayerDevicePath) (*edge.Body[deviceQueueJSON], error) {
	d, err := a.Store.PlayerQueue(ctx, edge.Viewer(ctx).AccountID, in.ID)
	if err != nil {
		return nil, err
	}
	queue := d.Queue
	if queue == nil {
		queue = json.RawMessage("null")
	}
	return edge.Reply(deviceQueueJSON{a.encodePlayerDevice(d), queue})
}

type commandInput struct {
	PlayerDevicePath
	Body struct {
		From    string  `json:"from" pattern:"^[0-9A-Za-z-]{8,64}$" doc:"ID of the device that sends the command."`
		Command string  `json:"command" enum:"play,pause,toggle,next,previous,seek,volume" doc:"What the device is to do."`
		Value   float64 `json:"value,omitempty" minimum:"0" maximum:"864000" doc:"Seconds for seek, 0 to 1 for volume."`
	}
}

// steerDevice sends a command to one of the viewer's players, which carries it
// out if it is connected.
func (a *API) steerDevice(ctx context.Context, in *commandInput) (*edge.Body[edge.Detail], error) {
	err := a.Listening.SteerPlayer(ctx, edge.Viewer(ctx), player.Command{Device: in.ID, From: in.Body.From, Command: in.Body.Command, Value: in.Body.Value})
	if err != nil {
		return nil, err
	}
	return edge.Say("Sent.")
}

func (a *API) forgetDevice(ctx context.Context, in *PlayerDevicePath) (*struct{}, error) {
	return nil, a.Listening.ForgetPlayer(ctx, edge.Viewer(ctx), in.ID)
}
