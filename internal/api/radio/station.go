package radio

import (
	"context"
	"net/url"
	"strings"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/station"
)

// StationsOf encodes stations with their current status for the viewer.
func (a *API) StationsOf(ctx context.Context, stations []station.Station) ([]things.StationJSON, error) {
	encode, err := a.StationEncoder(ctx, stations)
	if err != nil {
		return nil, err
	}
	return edge.EncodeAll(stations, encode), nil
}

// StationEncoder returns a function that encodes these stations. It reads all
// tracks on air at once.
func (a *API) StationEncoder(ctx context.Context, stations []station.Station) (func(*station.Station) things.StationJSON, error) {
	v, language := edge.Viewer(ctx), music.LanguageOf(ctx)
	status := make(map[string]station.Status, len(stations))
	var ids []string
	for i := range stations {
		now, known := a.Radio.Status(stations[i].ID)
		if !known {
			continue
		}
		status[stations[i].ID] = now
		if now.Now != nil && now.Now.TrackID != "" {
			ids = append(ids, now.Now.TrackID)
		}
	}
	tracks, err := a.tracksByID(ctx, v, ids)
	if err != nil {
		return nil, err
	}
	return func(s *station.Station) things.StationJSON {
		out := encodeStation(s, v)
		if now, known := status[s.ID]; known {
			out.Tell(language, &now, tracks, v)
		}
		return out
	}, nil
}

func (a *API) tracksByID(ctx context.Context, v music.Viewer, ids []string) (map[string]*music.Track, error) {
	found := map[string]*music.Track{}
	if len(ids) == 0 {
		return found, nil
	}
	tracks, err := a.Store.TracksByID(ctx, v, ids)
	for i := range tracks {
		found[tracks[i].ID] = &tracks[i]
	}
	return found, err
}

// encodeStation encodes a station without its current status.
func encodeStation(s *station.Station, v music.Viewer) things.StationJSON {
	out := things.StationJSON{
		ID: s.ID, Name: s.Name, Description: s.Description, StreamURL: streamURLOf(s), LogoURL: things.StationLogoURL(s), Genre: s.Genre, Country: s.Country, IsPublic: s.IsPublic,
		Mount: s.Mount, Mode: string(s.Mode), Type: string(s.Kind), Bitrate: s.Bitrate, Format: s.Format, Formats: formatsOf(s), Language: s.Language,
		TimeZone: s.TimeZone, ListenURL: listenURL(s.Mount), State: string(station.StateOff), CreatedAt: edge.Time(s.CreatedAt), Version: s.Version,
		RewindHours: s.Options.RewindHours, TakesRequests: s.TakesRequests(), HasChat: s.Options.Chat, CanManage: s.MayManage(v),
	}
	if s.Options.HLS {
		out.HLSURL = new(listenURL(s.Mount) + "/hls/live.m3u8")
	}
	if s.NamesOwner(v) {
		out.Owner = &things.NullablePerson{ID: &s.OwnerID, Name: s.OwnerName}
	}
	if out.CanManage {
		out.Options = &things.StationOptsJSON{Options: s.Options, MetadataURL: edge.OrNull(s.MetadataURL)}
	}
	return out
}

func listenURL(mount string) string { return "/radio/" + url.PathEscape(mount) }

func streamURLOf(s *station.Station) string {
	if s.Mode == station.ModeRelay {
		return s.StreamURL
	}
	return listenURL(s.Mount)
}

// formatsOf returns MP3 and the additional formats of a station. A relay has only
// the format of its stream.
func formatsOf(s *station.Station) []string {
	if s.Mode == station.ModeRelay {
		return []string{relayedFormat(s.Format)}
	}
	return append([]string{"mp3"}, s.Options.Formats...)
}

// relayedFormat returns the format of a relay, as its owner entered it.
func relayedFormat(format string) string {
	format = strings.ToLower(format)
	switch {
	case strings.Contains(format, "aac"):
		return "aac"
	case strings.Contains(format, "opus"):
		return "opus"
	case strings.Contains(format, "ogg"), strings.Contains(format, "vorbis"):
		return "ogg"
	case strings.Contains(format, "flac"):
		return "flac"
	default:
		return "mp3"
	}
}
