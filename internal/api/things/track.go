package things

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/music"
)

// TrackJSON is a track as clients see it. It is exported, like the other types
// that details embed, because huma documents exported fields only.
type TrackJSON struct {
	ID            string             `json:"id" doc:"ID of the track." example:"3fKq9ZtX1"`
	Title         string             `json:"title" doc:"Title, from the tags or the name of the file." example:"Blue Train"`
	Artist        string             `json:"artist" doc:"Performing artists as one text." example:"John Coltrane"`
	ArtistID      *string            `json:"artistId" doc:"ID of the first performing artist; null if the tags name none." example:"a7Lm2Qp4Z"`
	Album         string             `json:"album" doc:"Title of the album; empty for none." example:"Blue Train"`
	AlbumID       *string            `json:"albumId" doc:"ID of the album; null for none." example:"b5Tr8Ws1K"`
	AlbumArtist   string             `json:"albumArtist" doc:"Artists of the whole album as one text." example:"John Coltrane"`
	Genre         string             `json:"genre" doc:"Genres as one text; empty for none." example:"Jazz"`
	Year          *int               `json:"year" doc:"Year of the release; null if unknown." example:"1957"`
	Disc          *int               `json:"disc" doc:"Number of the disc; null if unknown." example:"1"`
	Number        *int               `json:"number" doc:"Position on the disc, from 1; null if unknown." example:"1"`
	Duration      float64            `json:"duration" doc:"Seconds." example:"643.2"`
	Samples       *int64             `json:"samples" doc:"Exact number of samples per channel; null if unknown."`
	SampleRate    int                `json:"sampleRate" doc:"Hz." example:"44100"`
	Channels      int                `json:"channels" doc:"Number of channels: 1 for mono, 2 for stereo." example:"2"`
	BitDepth      *int               `json:"bitDepth" doc:"Bits per sample; null for lossy formats."`
	Bitrate       int                `json:"bitrate" doc:"kbit/s."`
	Format        string             `json:"format" doc:"Codec and container of the file, for example FLAC or MP3." example:"FLAC"`
	Size          int64              `json:"size" doc:"Bytes."`
	AudioURL      string             `json:"audioUrl" doc:"Path of the audio on this server." example:"/api/tracks/3fKq9ZtX1/stream"`
	CoverImageURL *string            `json:"coverImageUrl" doc:"Path of the cover; null if it has none." example:"/api/covers/9c1f"`
	HasLyrics     bool               `json:"hasLyrics" doc:"Whether there are lyrics for it."`
	IsPublic      bool               `json:"isPublic" doc:"Whether visitors can hear it."`
	IsAIGenerated bool               `json:"isAiGenerated" doc:"Whether AI made it, as its tags or the person who uploaded it say."`
	OwnerID       *string            `json:"ownerId" doc:"Account that uploaded it; null for the operator's library."`
	IsMissing     bool               `json:"isMissing" doc:"Whether its file is missing, so that it cannot be played."`
	Plays         int64              `json:"plays" doc:"How often it has been played by everybody on this server." example:"42"`
	Liked         bool               `json:"liked" doc:"Whether you like it."`
	Rating        int                `json:"rating" doc:"Your rating, 1 to 5 stars; 0 for none."`
	BPM           *scalar.Tenths     `json:"bpm" doc:"Beats per minute, as corrected, measured or in the file's tags; null without a steady beat." example:"134.5"`
	Key           string             `json:"key" doc:"For example Am or F#; empty if unknown." example:"Am"`
	Camelot       string             `json:"camelot" doc:"The key in Camelot notation, for example 8A." example:"8A"`
	Loudness      *scalar.Tenths     `json:"loudness" doc:"Integrated loudness in LUFS; null before the analysis."`
	Energy        *scalar.Hundredths `json:"energy" doc:"0 (calm) to 1 (driving); null before the analysis."`
	AddedAt       edge.Time          `json:"addedAt" doc:"When it came into the library."`
	ReplayGain    *replayGainJSON    `json:"replayGain" doc:"null if the file has none."`
}

// replayGainJSON holds the ReplayGain 2.0 tags of a track.
type replayGainJSON struct {
	TrackGain *scalar.Hundredths  `json:"trackGain" doc:"dB."`
	TrackPeak *scalar.Thousandths `json:"trackPeak" doc:"1 is full scale."`
	AlbumGain *scalar.Hundredths  `json:"albumGain" doc:"dB."`
	AlbumPeak *scalar.Thousandths `json:"albumPeak" doc:"1 is full scale."`
}

// Schema implements huma.SchemaProvider: huma does not support nullable objects.
func (replayGainJSON) Schema(r huma.Registry) *huma.Schema {
	type plain replayGainJSON
	s := huma.SchemaFromType(r, reflect.TypeFor[plain]())
	s.Nullable = true
	return s
}

// EncodeTrack encodes a track for clients.
func EncodeTrack(t *music.Track) TrackJSON {
	return TrackJSON{
		ID: t.ID, Title: t.Title, Artist: t.Artist, ArtistID: edge.OrNull(t.ArtistID), Album: t.Album, AlbumID: edge.OrNull(t.AlbumID),
		AlbumArtist: t.AlbumArtist, Genre: t.Genre, Year: edge.OrNull(t.Year), Disc: edge.OrNull(t.Disc), Number: edge.OrNull(t.Number),
		Duration: t.Duration.Seconds(), Samples: edge.OrNull(t.Samples), SampleRate: t.SampleRate, Channels: t.Channels,
		BitDepth: edge.OrNull(t.BitDepth), Bitrate: t.Bitrate, Format: string(t.Format), Size: t.Size,
		AudioURL: "/api/tracks/" + t.ID + "/stream", CoverImageURL: CoverURL(t.Cover), HasLyrics: t.HasLyrics,
		IsPublic: t.IsPublic, IsAIGenerated: t.IsAIGenerated, OwnerID: edge.OrNull(t.OwnerID), IsMissing: !t.MissingAt.IsZero(), Plays: t.Plays, Liked: t.Liked, Rating: t.Rating,
		BPM: edge.OrNull(scalar.InTenths(t.Tempo)), Key: t.Key.String(), Camelot: t.Key.Camelot(),
		Loudness: edge.Known(scalar.InTenths(t.Loudness), t.Loudness != music.UnknownLoudness), Energy: edge.Known(scalar.InHundredths(t.Energy), t.Energy >= 0),
		AddedAt: edge.Time(t.AddedAt), ReplayGain: encodeReplayGain(t.ReplayGain),
	}
}

func encodeReplayGain(g music.ReplayGain) *replayGainJSON {
	if !g.HasTrack && !g.HasAlbum {
		return nil
	}
	out := &replayGainJSON{}
	if g.HasTrack {
		out.TrackGain, out.TrackPeak = new(scalar.InHundredths(g.TrackGain)), edge.OrNull(scalar.InThousandths(g.TrackPeak))
	}
	if g.HasAlbum {
		out.AlbumGain, out.AlbumPeak = new(scalar.InHundredths(g.AlbumGain)), edge.OrNull(scalar.InThousandths(g.AlbumPeak))
	}
	return out
}

// CoverURL returns the path of a cover; nil for none.
func CoverURL(hash string) *string {
	if hash == "" {
		return nil
	}
	return new("/api/covers/" + hash)
}

// TrackQuery holds the query parameters of lists of tracks. It is exported
// because huma does not read parameters into an unexported struct.
type TrackQuery struct {
	Sort     string `query:"sort" enum:"newest,added,-added,title,-title,artist,-artist,album,-album,year,-year,duration,-duration,plays,-plays,rating,-rating,-likes,random,bpm,-bpm,key,-key,loudness,-loudness,energy,-energy" doc:"Tracks for which the value is unknown come last."`
	Seed     int64  `query:"seed" minimum:"0" doc:"For sort=random: the same seed gives the same order."`
	Artist   string `query:"artist" maxLength:"64" doc:"ID of an artist."`
	Album    string `query:"album" maxLength:"64" doc:"ID of an album."`
	Genre    string `query:"genre" maxLength:"200" doc:"Name of a genre."`
	Folder   string `query:"folder" maxLength:"8000" doc:"ID of a folder."`
	Deep     bool   `query:"deep" doc:"Include subfolders."`
	YearFrom int    `query:"yearFrom" minimum:"0" maximum:"9999" doc:"First year; any if omitted or 0."`
	YearTo   int    `query:"yearTo" minimum:"0" maximum:"9999" doc:"Last year; any if omitted or 0."`
	Rating   int    `query:"ratingMin" minimum:"0" maximum:"5" doc:"Your minimum rating in stars."`
	IsAI     bool   `query:"aiGenerated" doc:"Only tracks made by AI."`
	NoMixes  bool   `query:"withoutMixes" doc:"Leave out tracks whose sound was published as a mix."`
	SoundInput
}

// Filter converts the query for the store.
func (in *TrackQuery) Filter() (music.TrackFilter, error) {
	filter := music.TrackFilter{Sort: music.TrackSort(in.Sort), ArtistID: in.Artist, AlbumID: in.Album, Genre: in.Genre, Deep: in.Deep, IsAI: in.IsAI, WithoutMixes: in.NoMixes}
	filter.YearFrom, filter.YearTo, filter.RatingMin, filter.Seed = in.YearFrom, in.YearTo, in.Rating, in.Seed
	wrong := music.FieldErrors{}
	if in.Folder != "" {
		ref, ok := ParseFolder(in.Folder)
		if !ok {
			wrong.Add("folder", "There is no such folder.")
		}
		filter.Folder = &ref
	}
	if err := wrong.Err(); err != nil {
		return filter, err
	}
	return filter, in.fill(&filter)
}
