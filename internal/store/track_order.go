package store

import (
	"fmt"

	"sonora/internal/music"
)

// lastYear is the year ascending order takes for none.
const lastYear = "case when t.year = 0 then 10000 else t.year end"

var trackOrders = map[music.TrackSort]order{
	music.TracksNewest:         {name: "t.newest", seq: "t.seq", desc: true},
	music.TracksByTitle:        {name: "t.title", key: "t.title_sort", seq: "t.seq"},
	music.TracksByTitleDown:    {name: "t.title-", key: "t.title_sort", seq: "t.seq", desc: true},
	music.TracksByArtist:       {name: "t.artist", key: "t.artist_key", seq: "t.seq"},
	music.TracksByArtistDown:   {name: "t.artist-", key: "t.artist_key", seq: "t.seq", desc: true},
	music.TracksByAlbum:        {name: "t.album+", key: "t.album_key", seq: "t.seq"},
	music.TracksByAlbumDown:    {name: "t.album-", key: "t.album_key", seq: "t.seq", desc: true},
	music.TracksByAdded:        {name: "t.added+", key: "t.added_at", numeric: true, seq: "t.seq"},
	music.TracksByAddedDown:    {name: "t.added-", key: "t.added_at", numeric: true, seq: "t.seq", desc: true},
	music.TracksByYear:         {name: "t.year+", key: lastYear, numeric: true, seq: "t.seq"},
	music.TracksByYearDown:     {name: "t.year-", key: "t.year", numeric: true, seq: "t.seq", desc: true},
	music.TracksByDuration:     {name: "t.duration+", key: "t.duration", numeric: true, seq: "t.seq"},
	music.TracksByDurationDown: {name: "t.duration-", key: "t.duration", numeric: true, seq: "t.seq", desc: true},
	music.TracksByPlays:        {name: "t.plays+", key: "t.plays", numeric: true, seq: "t.seq"},
	music.TracksByPlaysDown:    {name: "t.plays-", key: "t.plays", numeric: true, seq: "t.seq", desc: true},

	music.TracksByTempo:      {name: "t.tempo+", key: "case when t.tempo = 0 then 1000 else t.tempo end", real: true, seq: "t.seq"},
	music.TracksByTempoDown:  {name: "t.tempo-", key: "t.tempo", real: true, seq: "t.seq", desc: true},
	music.TracksByKey:        {name: "t.key+", key: fmt.Sprintf(keyWheel, 1000), numeric: true, seq: "t.seq"},
	music.TracksByKeyDown:    {name: "t.key-", key: fmt.Sprintf(keyWheel, -1), numeric: true, seq: "t.seq", desc: true},
	music.TracksByLoudness:   {name: "t.loudness+", key: "case when t.loudness = -1000 then 1000 else t.loudness end", real: true, seq: "t.seq"},
	music.TracksByLoudDown:   {name: "t.loudness-", key: "t.loudness", real: true, seq: "t.seq", desc: true},
	music.TracksByEnergy:     {name: "t.energy+", key: "case when t.energy < 0 then 1000 else t.energy end", real: true, seq: "t.seq"},
	music.TracksByEnergyDown: {name: "t.energy-", key: "t.energy", real: true, seq: "t.seq", desc: true},
}

// keyWheel is a key's place on the wheel of fifths, with the place of none to
// be filled in. It and the other keys here are those of indexes.
const keyWheel = `case when t.music_key < 0 then %d when t.music_key < 12 then 2 * ((t.music_key * 7 + 7) %% 12) + 1 else 2 * (((t.music_key - 9) * 7 + 7) %% 12) end`

var (
	tracksOfAlbum = order{name: "t.album", key: "t.position", numeric: true, seq: "t.seq"}
	tracksLiked   = order{name: "t.liked", key: "liked.at", numeric: true, seq: "t.seq", desc: true}
)

func trackOrder(f music.TrackFilter) (order, error) {
	switch {
	case f.Liked && f.Sort == "":
		return tracksLiked, nil
	case f.AlbumID != "" && f.Sort == "":
		return tracksOfAlbum, nil
	case f.Sort == "", sequenced(f.Sort):
		f.Sort = music.TracksNewest
	}
	o, ok := trackOrders[f.Sort]
	if !ok {
		return o, unknownSort()
	}
	return o, nil
}
