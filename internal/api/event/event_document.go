package event

import (
	"sonora/internal/api/things"
	"sonora/internal/feed"
	"sonora/internal/generation"
	"sonora/internal/marks"
	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/player"
	"sonora/internal/setlist"
)

// eventsJSON lists the data of every event that a browser receives, by the
// name of the event. The web app's types are generated from it.
type eventsJSON struct {
	Hello        things.HelloJSON             `json:"hello" doc:"The first event of every stream."`
	Scan         music.ScanStatus             `json:"scan" doc:"The state of the library scan changed. Only operators get the folder."`
	Library      things.NoDataJSON            `json:"library" doc:"The library changed. Request what you show again."`
	Like         music.LikeChange             `json:"like" doc:"You liked a track, or took a like back, on any device."`
	Play         things.NoDataJSON            `json:"play" doc:"You played something: the history changed."`
	Rating       music.RatingChange           `json:"rating" doc:"You rated a track on any device."`
	Analysis     music.AnalysisChange         `json:"analysis" doc:"The analysis of a track ended."`
	Device       player.Change                `json:"device" doc:"One of your players reported what it does."`
	Command      player.Command               `json:"command" doc:"A command for one of your players."`
	Settings     things.NoDataJSON            `json:"settings" doc:"The operator changed settings. Request the configuration again."`
	Notification notice.NotificationChange    `json:"notification" doc:"Your notifications changed."`
	Station      things.StationStatusJSON     `json:"station" doc:"The status of a station changed."`
	Stations     things.NoDataJSON            `json:"stations" doc:"A station was made, changed or deleted, or its DJs, shows or rotation playlists changed. If you show any, request them again."`
	Chat         things.StationChatChangeJSON `json:"chat" doc:"The chat of a station changed."`
	Episode      feed.EpisodeProgress         `json:"episode" doc:"You listened to an episode on any device."`
	Playlist     music.PlaylistChange         `json:"playlist" doc:"A playlist that you may edit changed."`
	Automix      setlist.AutomixChange        `json:"automix" doc:"The state of one of your automixes."`
	Generation   generation.Report            `json:"generation" doc:"The state of one of your generations."`
	Conversation things.NoDataJSON            `json:"conversation" doc:"Your conversation with the composer changed on any device."`
	Alert        things.NoDataJSON            `json:"alert" doc:"For operators: what they are told changed. Request it again."`
	Reviews      things.NoDataJSON            `json:"reviews" doc:"For operators: music that AI made was added or decided."`
	Mix          things.NoDataJSON            `json:"mix" doc:"A mix or a recording was made, changed or deleted. If you show any, request them again."`
	Premium      things.NoDataJSON            `json:"premium" doc:"Your plan or what it grants changed, or the plans on offer. Request it again."`
	Marks        marks.MarkChange             `json:"marks" doc:"Your marks of tracks changed on any device."`
	Gap          things.NoDataJSON            `json:"gap" doc:"Events of any type may have been lost. Request what they change again."`
	Ping         things.NoDataJSON            `json:"ping" doc:"Sent every 25 seconds. Reconnect if no event arrives for a minute."`
}
