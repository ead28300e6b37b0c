package profile

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

type stationRecord struct {
	ID          string          `json:"id"`
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Genre       string          `json:"genre"`
	Country     string          `json:"country"`
	Language    string          `json:"language"`
	Mode        station.Mode    `json:"mode"`
	Mount       string          `json:"mount"`
	TimeZone    string          `json:"timezone"`
	StreamURL   string          `json:"streamUrl"`
	MetadataURL string          `json:"metadataUrl"`
	LogoURL     string          `json:"logoUrl"`
	IsPublic    bool            `json:"isPublic"`
	Options     station.Options `json:"options"`
	CreatedAt   time.Time       `json:"createdAt"`
}

// stations lists the stations that the person runs.
func (a *archive) stations(ctx context.Context) error {
	own := station.Filter{OwnerID: a.account.ID}
	return paged(a, "stations.json", func(p music.Page) (music.List[station.Station], error) {
		return a.store.FindStations(ctx, a.viewer, own, time.Time{}, p)
	}, func(s *station.Station) stationRecord {
		return stationRecord{
			ID: s.ID, Name: s.Name, Description: s.Description, Genre: s.Genre, Country: s.Country, Language: s.Language, Mode: s.Mode, Mount: s.Mount,
			TimeZone: s.TimeZone, StreamURL: s.StreamURL, MetadataURL: s.MetadataURL, LogoURL: s.LogoURL, IsPublic: s.IsPublic, Options: s.Options, CreatedAt: s.CreatedAt,
		}
	})
}

type stationListRecord struct {
	StationID    string       `json:"stationId"`
	PlaylistID   string       `json:"playlistId"`
	Role         station.Role `json:"role"`
	Weight       int          `json:"weight"`
	EverySongs   int          `json:"everySongs"`
	EveryMinutes int          `json:"everyMinutes"`
	Minute       int          `json:"minute"`
	IsEnabled    bool         `json:"isEnabled"`
}

// stationLists lists what those stations play automatically.
func (a *archive) stationLists(ctx context.Context) error {
	page := music.Page{Limit: archivePart}
	return stream(a, "station-lists.json", func() ([]stationListRecord, error) {
		for page.Limit > 0 {
			stations, err := a.store.FindStations(ctx, a.viewer, station.Filter{OwnerID: a.account.ID}, time.Time{}, page)
			if err != nil {
				return nil, err
			}
			if page.After = stations.Next; page.After == "" {
				page.Limit = 0
			}
			records, err := a.listsOf(ctx, stations.Items)
			if err != nil || len(records) > 0 {
				return records, err
			}
		}
		return nil, nil
	})
}

func (a *archive) listsOf(ctx context.Context, stations []station.Station) ([]stationListRecord, error) {
	var records []stationListRecord
	for i := range stations {
		lists, err := a.store.StationLists(ctx, stations[i].ID)
		if err != nil {
			return nil, err
		}
		for _, l := range lists {
			records = append(records, stationListRecord{l.StationID, l.PlaylistID, l.Role, l.Weight, l.EverySongs, l.EveryMinutes, l.Minute, l.IsEnabled})
		}
	}
	return records, nil
}

type listeningRecord struct {
	StationID string    `json:"stationId"`
	Station   string    `json:"station"`
	BeganAt   time.Time `json:"beganAt"`
	Seconds   int       `json:"seconds"`
	Format    string    `json:"format"`
}

// stationListening lists when the person listened to which station.
func (a *archive) stationListening(ctx context.Context) error {
	last := int64(0)
	return stream(a, "station-listening.json", func() ([]listeningRecord, error) {
		list, err := a.store.StationListenings(ctx, a.account.ID, last, archivePart)
		if len(list) > 0 {
			last = list[len(list)-1].Seq
		}
		return encoded(list, func(x *station.Listening) listeningRecord {
			return listeningRecord{x.StationID, x.Name, x.BeganAt, x.Seconds, x.Format}
		}), err
	})
}

type messageRecord struct {
	StationID string    `json:"stationId"`
	Station   string    `json:"station"`
	Text      string    `json:"text"`
	CreatedAt time.Time `json:"createdAt"`
}

// stationMessages lists the person's messages in the chats of stations.
func (a *archive) stationMessages(ctx context.Context) error {
	last := int64(0)
	return stream(a, "station-messages.json", func() ([]messageRecord, error) {
		list, err := a.store.WrittenMessages(ctx, a.account.ID, last, archivePart)
		if len(list) > 0 {
			last = list[len(list)-1].Seq
		}
		return encoded(list, func(m *station.WrittenMessage) messageRecord {
			return messageRecord{m.StationID, m.Station, m.Text, m.CreatedAt}
		}), err
	})
}
