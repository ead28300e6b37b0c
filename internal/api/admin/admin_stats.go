package admin

import (
	"context"
	"time"

	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/store"
)

// adminStatsJSON holds the figures of the operator's dashboard.
type adminStatsJSON struct {
	Radios  radioStatsJSON  `json:"radios" doc:"Radio stations."`
	Music   musicStatsJSON  `json:"music" doc:"Playlists and their songs."`
	Mixes   mixStatsJSON    `json:"mixes" doc:"DJ mixes."`
	AI      aiStatsJSON     `json:"ai" doc:"Tracks made by AI."`
	Users   userStatsJSON   `json:"users" doc:"Accounts."`
	Streams streamStatsJSON `json:"streams" doc:"Plays of tracks."`
}

type radioStatsJSON struct {
	Total   int `json:"total" doc:"Number of stations."`
	Online  int `json:"online" doc:"Number of stations that listeners can hear now."`
	Offline int `json:"offline" doc:"Number of the others."`
}

type musicStatsJSON struct {
	Playlists int `json:"playlists" doc:"Number of playlists."`
	Songs     int `json:"songs" doc:"Number of tracks."`
}

type mixStatsJSON struct {
	Total  int `json:"total" doc:"Number of mixes."`
	Active int `json:"active" doc:"Number of mixes that people can hear."`
}

type aiStatsJSON struct {
	Generated int `json:"generated" doc:"Number of tracks made by AI."`
	Approved  int `json:"approved" doc:"Those of them that everybody may hear: not pending or rejected."`
	Pending   int `json:"pending" doc:"Those that wait for an operator's decision."`
}

type userStatsJSON struct {
	Total       int `json:"total" doc:"Number of accounts."`
	ActiveToday int `json:"activeToday" doc:"Accounts that used a device or a player since midnight in the operator's time zone."`
}

type streamStatsJSON struct {
	Today             int      `json:"today" doc:"Plays counted since midnight in the operator's time zone."`
	WeekChangePercent *float64 `json:"weekChangePercent" doc:"Plays of the last seven days compared with the seven before; null if there were none."`
}

// encodeAdminStats encodes the figures of a server on which online stations can
// be heard.
func encodeAdminStats(s *music.AdminStats, reviews *store.GenerationFigures, online int) adminStatsJSON {
	out := adminStatsJSON{
		Radios:  radioStatsJSON{s.Stations, online, s.Stations - online},
		Music:   musicStatsJSON{s.Playlists, s.Songs},
		Mixes:   mixStatsJSON{s.Mixes, s.ActiveMixes},
		AI:      aiStatsJSON{s.Generated, max(s.Generated-reviews.Pending-reviews.Rejected, 0), reviews.Pending},
		Users:   userStatsJSON{s.Users, s.ActiveToday},
		Streams: streamStatsJSON{Today: s.StreamsToday},
	}
	if percent, ok := s.WeekChange(); ok {
		out.Streams.WeekChangePercent = &percent
	}
	return out
}

func (a *API) adminStats(ctx context.Context, _ *struct{}) (*edge.Body[adminStatsJSON], error) {
	now, settings := time.Now(), a.Settings.Get()
	stats, err := a.Store.AdminStats(ctx, settings.DayBegan(now), now)
	if err != nil {
		return nil, err
	}
	reviews, err := a.Store.GenerationFigures(ctx, now)
	online := 0
	for _, s := range a.Radio.Statuses() {
		if s.State.IsOnAir() {
			online++
		}
	}
	online = min(online, stats.Stations) // one may have been deleted a moment ago
	return edge.Encoded(&stats, err, func(s *music.AdminStats) adminStatsJSON {
		return encodeAdminStats(s, &reviews, online)
	})
}
