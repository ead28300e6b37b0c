package event

import (
	"sonora/internal/api/things"
	"sonora/internal/feed"
	"sonora/internal/music"
)

// eventsJSON lists the data of every event that a browser receives, by the
// name of the event. The web app's types are generated from it.
type eventsJSON struct {
	Scan         music.ScanStatus             `json:"scan"`
	Library      things.NoDataJSON            `json:"library"`
	Like         music.LikeChange             `json:"like"`
	Play         things.NoDataJSON            `json:"play"`
	Rating       music.RatingChange           `json:"rating"`
	Analysis     music.AnalysisChange         `json:"analysis"`
	Device       music.DeviceChange           `json:"device"`
	Command      music.PlayerCommand          `json:"command"`
	Settings     things.NoDataJSON            `json:"settings"`
	Notification music.NotificationChange     `json:"notification"`
	Station      things.StationStatusJSON     `json:"station"`
	Chat         things.StationChatChangeJSON `json:"chat"`
	Episode      feed.EpisodeProgress         `json:"episode"`
	Playlist     music.PlaylistChange         `json:"playlist"`
	Gap          things.NoDataJSON            `json:"gap" doc:"Events of any type may have been lost. Request what they change again."`
	Ping         things.NoDataJSON            `json:"ping" doc:"Sent every 25 seconds. Reconnect if no event arrives for a minute."`
}
