package api

import (
	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/station"
)

// eventsJSON lists the data of every event that a browser receives, by the
// name of the event. The web app's types are generated from it.
type eventsJSON struct {
	Scan         music.ScanStatus         `json:"scan"`
	Library      noDataJSON               `json:"library"`
	Like         music.LikeChange         `json:"like"`
	Play         noDataJSON               `json:"play"`
	Rating       music.RatingChange       `json:"rating"`
	Analysis     music.AnalysisChange     `json:"analysis"`
	Device       music.DeviceChange       `json:"device"`
	Command      music.PlayerCommand      `json:"command"`
	Settings     noDataJSON               `json:"settings"`
	Notification music.NotificationChange `json:"notification"`
	Station      stationStatusJSON        `json:"station"`
	Chat         stationChatChangeJSON    `json:"chat"`
	Episode      feed.EpisodeProgress     `json:"episode"`
	Playlist     music.PlaylistChange     `json:"playlist"`
}

// stationEventsJSON lists the data of the events that a visitor receives.
type stationEventsJSON struct {
	Station stationStatusJSON `json:"station"`
}

type (
	noDataJSON struct{} // the event says all there is to say

	stationStatusJSON struct {
		station.Status
		State string           `json:"state" enum:"off,idle,relay,autodj,live,hold"`
		Now   stationOnAirJSON `json:"now"` // null while nothing is known
	}
	stationOnAirJSON station.OnAir

	stationChatChangeJSON station.ChatChange
)

// Schema implements huma.SchemaProvider: huma knows no nullable objects.
func (stationOnAirJSON) Schema(r huma.Registry) *huma.Schema {
	type plain stationOnAirJSON
	return nullable[plain](r)
}
