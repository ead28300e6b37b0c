package music

import "time"

// Track is one song in lists.
type Track struct {
	Seq           int64 // increases with every added track; "newest first" is descending Seq
	ID            string
	Title         string
	Artist        string // display form, such as "A feat. B"
	ArtistID      string // of the first artist
	Album         string // "" if the track has no album
	AlbumID       string
	AlbumArtist   string
	Genre         string // the first genre
	Year          int
	Disc, Number  int
	Duration      time.Duration
	Samples       int64 // exact length per channel at SampleRate
	SampleRate    int   // Hz
	Channels      int
	BitDepth      int
	Bitrate       int // kbit/s
	Format        AudioFormat
	Size          int64  // bytes
	Cover         string // Picture.Hash or ""
	HasLyrics     bool
	IsPublic      bool // false for members only
	IsAIGenerated bool
	OwnerID       string // account that uploaded it; "" for the operator's library
	Plays         int64
	Liked         bool // by the viewer
	LikedAt       time.Time
	Rating        int // the viewer's stars, 1 to 5; 0 for none
	ReplayGain    ReplayGain
	Analysed      int     // version of its analysis; 0 for none
	Tempo         float64 // BPM: corrected, else measured, else from the tags; 0 if unknown
	Key           Key     // corrected or measured
	Loudness      float64 // LUFS; UnknownLoudness before the analysis
	Energy        float64 // 0 to 1; negative before the analysis
	AddedAt       time.Time
	MissingAt     time.Time // zero if its file exists
}

// TrackDetail is a Track with the data that only its own page shows.
type TrackDetail struct {
	Track
	Artists                []ArtistRef
	AlbumArtists           []ArtistRef
	Composers              []ArtistRef
	Genres                 []string
	TrackTotal, DiscTotal  int
	DiscSubtitle           string
	Compilation            bool
	BPM                    float64
	ISRC                   string
	Comment                string
	MusicBrainzRecordingID string
}

// ArtistRef refers to an artist.
type ArtistRef struct{ ID, Name string }

// TrackFile locates a track's bytes.
type TrackFile struct {
	Root     string // library folder
	Path     string // relative to Root, with slashes
	Size     int64
	ModTime  time.Time
	Format   AudioFormat
	IsPublic bool
}

// TrackSort is the order of a list of tracks.
type TrackSort string

const (
	TracksNewest   TrackSort = "newest"
	TracksByTitle  TrackSort = "title"
	TracksByArtist TrackSort = "artist" // then album, disc, number

	TracksByTitleDown    TrackSort = "-title"
	TracksByArtistDown   TrackSort = "-artist"
	TracksByAlbum        TrackSort = "album" // then disc, number
	TracksByAlbumDown    TrackSort = "-album"
	TracksByAdded        TrackSort = "added"
	TracksByAddedDown    TrackSort = "-added"
	TracksByYear         TrackSort = "year" // tracks without a year last, in both directions
	TracksByYearDown     TrackSort = "-year"
	TracksByDuration     TrackSort = "duration"
	TracksByDurationDown TrackSort = "-duration"
	TracksByPlays        TrackSort = "plays"
	TracksByPlaysDown    TrackSort = "-plays"

	// Pages in these orders start at a position instead of a cursor.
	TracksByRating     TrackSort = "rating" // the viewer's rating; unrated tracks last, in both directions
	TracksByRatingDown TrackSort = "-rating"
	TracksRandom       TrackSort = "random" // the same order for the same Seed

	// Orders by analysis; tracks without the value last.
	TracksByTempo      TrackSort = "bpm"
	TracksByTempoDown  TrackSort = "-bpm"
	TracksByKey        TrackSort = "key" // around the wheel of fifths: 1A, 1B, 2A …
	TracksByKeyDown    TrackSort = "-key"
	TracksByLoudness   TrackSort = "loudness"
	TracksByLoudDown   TrackSort = "-loudness"
	TracksByEnergy     TrackSort = "energy"
	TracksByEnergyDown TrackSort = "-energy"
)

// TrackFilter narrows a list of tracks. Empty fields do not filter.
type TrackFilter struct {
	Sort     TrackSort // "" is TracksNewest, or disc and number if AlbumID is set
	ArtistID string
	AlbumID  string
	Genre    string // compared after folding
	Liked    bool   // only the viewer's liked tracks, newest like first
	IsAI     bool   // only tracks made by AI
	Seed     int64  // for TracksRandom

	// Tracks of these artists and genres are left out.
	WithoutArtistIDs, WithoutGenres []string
	WithoutMixes                    bool // leave out the sound of mixes, also of withdrawn ones

	YearFrom, YearTo int // inclusive; 0 for no limit
	RatingMin        int // minimum stars by the viewer
	Folder           *FolderRef
	Deep             bool // include the folders below Folder

	// Ranges and keys do not match tracks whose value is unknown.
	Tempo, Loudness, Energy Range
	Keys                    []Key // any of these
}

// Range is from Min to Max, inclusive. nil is no limit.
type Range struct{ Min, Max *float64 }

// UnknownLoudness is the Track.Loudness of a track without a measurement.
const UnknownLoudness = -1000
