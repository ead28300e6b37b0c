package catalogue

import (
	"fmt"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// lastYear sorts tracks without a year last in ascending order.
const lastYear = "case when t.year = 0 then 10000 else t.year end"

// TrackOrders are the orders of tracks that the database provides.
var TrackOrders = map[music.TrackSort]kernel.Order{
	music.TracksNewest:         {Name: "t.newest", Seq: "t.seq", Desc: true},
	music.TracksByTitle:        {Name: "t.title", Key: "t.title_sort", Seq: "t.seq"},
	music.TracksByTitleDown:    {Name: "t.title-", Key: "t.title_sort", Seq: "t.seq", Desc: true},
	music.TracksByArtist:       {Name: "t.artist", Key: "t.artist_key", Seq: "t.seq"},
	music.TracksByArtistDown:   {Name: "t.artist-", Key: "t.artist_key", Seq: "t.seq", Desc: true},
	music.TracksByAlbum:        {Name: "t.album+", Key: "t.album_key", Seq: "t.seq"},
	music.TracksByAlbumDown:    {Name: "t.album-", Key: "t.album_key", Seq: "t.seq", Desc: true},
	music.TracksByAdded:        {Name: "t.added+", Key: "t.added_at", Numeric: true, Seq: "t.seq"},
	music.TracksByAddedDown:    {Name: "t.added-", Key: "t.added_at", Numeric: true, Seq: "t.seq", Desc: true},
	music.TracksByYear:         {Name: "t.year+", Key: lastYear, Numeric: true, Seq: "t.seq"},
	music.TracksByYearDown:     {Name: "t.year-", Key: "t.year", Numeric: true, Seq: "t.seq", Desc: true},
	music.TracksByDuration:     {Name: "t.duration+", Key: "t.duration", Numeric: true, Seq: "t.seq"},
	music.TracksByDurationDown: {Name: "t.duration-", Key: "t.duration", Numeric: true, Seq: "t.seq", Desc: true},
	music.TracksByPlays:        {Name: "t.plays+", Key: "t.plays", Numeric: true, Seq: "t.seq"},
	music.TracksByPlaysDown:    {Name: "t.plays-", Key: "t.plays", Numeric: true, Seq: "t.seq", Desc: true},

	music.TracksByTempo:      {Name: "t.tempo+", Key: "case when t.tempo = 0 then 1000 else t.tempo end", Real: true, Seq: "t.seq"},
	music.TracksByTempoDown:  {Name: "t.tempo-", Key: "t.tempo", Real: true, Seq: "t.seq", Desc: true},
	music.TracksByKey:        {Name: "t.key+", Key: fmt.Sprintf(KeyWheel, 1000), Numeric: true, Seq: "t.seq"},
	music.TracksByKeyDown:    {Name: "t.key-", Key: fmt.Sprintf(KeyWheel, -1), Numeric: true, Seq: "t.seq", Desc: true},
	music.TracksByLoudness:   {Name: "t.loudness+", Key: "case when t.loudness = -1000 then 1000 else t.loudness end", Real: true, Seq: "t.seq"},
	music.TracksByLoudDown:   {Name: "t.loudness-", Key: "t.loudness", Real: true, Seq: "t.seq", Desc: true},
	music.TracksByEnergy:     {Name: "t.energy+", Key: "case when t.energy < 0 then 1000 else t.energy end", Real: true, Seq: "t.seq"},
	music.TracksByEnergyDown: {Name: "t.energy-", Key: "t.energy", Real: true, Seq: "t.seq", Desc: true},
}

// KeyWheel is a key's position on the wheel of fifths. %d is the position for
// no key. This expression and the other keys here match indexes of the schema.
const KeyWheel = `case when t.music_key < 0 then %d when t.music_key < 12 then 2 * ((t.music_key * 7 + 7) %% 12) + 1 else 2 * (((t.music_key - 9) * 7 + 7) %% 12) end`

var (
	tracksOfAlbum = kernel.Order{Name: "t.album", Key: "t.position", Numeric: true, Seq: "t.seq"}
	tracksLiked   = kernel.Order{Name: "t.liked", Key: "liked.at", Numeric: true, Seq: "t.seq", Desc: true}
)

func trackOrder(f music.TrackFilter) (kernel.Order, error) {
	switch {
	case f.Liked && f.Sort == "":
		return tracksLiked, nil
	case f.AlbumID != "" && f.Sort == "":
		return tracksOfAlbum, nil
	case f.Sort == "", sequenced(f.Sort):
		f.Sort = music.TracksNewest
	}
	o, ok := TrackOrders[f.Sort]
	if !ok {
		return o, unknownSort()
	}
	return o, nil
}
