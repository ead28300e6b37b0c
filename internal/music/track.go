package music

import "time"

// Track is one song as lists show it.
type Track struct {
	Seq           int64 // grows with every added track; "newest first" is Seq descending
	ID            string
	Title         string
	Artist        string // display credit, such as «A feat. B»
	ArtistID      string // the first artist
	Album         string // "" for a track outside albums
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
	IsPublic      bool // false: members only
	IsAIGenerated bool
	OwnerID       string // account that uploaded it; "" for the operator's library
	Plays         int64
	Liked         bool // by the viewer
	Rating        int  // the viewer's stars, 1 to 5; 0 without
	ReplayGain    ReplayGain
	Analysed      int     // version of its analysis, 0 without one
	Tempo         float64 // BPM: corrected, else measured, else as the tags say; 0 for none
	Key           Key     // corrected or measured
	Loudness      float64 // LUFS; UnknownLoudness before it is measured
	Energy        float64 // 0 to 1; negative before it is measured
	AddedAt       time.Time
	MissingAt     time.Time // zero: its file is there
}

// TrackDetail is a Track with what only its own page shows.
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

// ArtistRef names an artist in another thing.
type ArtistRef struct{ ID, Name string }

// TrackFile is where a track's bytes are.
type TrackFile struct {
	Root     string // the library folder
	Path     string // relative to Root, with slashes
	Size     int64
	ModTime  time.Time
	Format   AudioFormat
	IsPublic bool
}

// TrackSort orders a list of tracks.
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
	TracksByYear         TrackSort = "year" // without one come last, both ways
	TracksByYearDown     TrackSort = "-year"
	TracksByDuration     TrackSort = "duration"
	TracksByDurationDown TrackSort = "-duration"
	TracksByPlays        TrackSort = "plays"
	TracksByPlaysDown    TrackSort = "-plays"

	// In these a page begins at a place, not behind a cursor.
	TracksByRating     TrackSort = "rating" // the viewer's; without one come last, both ways
	TracksByRatingDown TrackSort = "-rating"
	TracksRandom       TrackSort = "random" // the same for the same Seed

	// By what the analysis says; tracks of which that is not known come last.
	TracksByTempo      TrackSort = "bpm"
	TracksByTempoDown  TrackSort = "-bpm"
	TracksByKey        TrackSort = "key" // around the wheel of fifths: 1A, 1B, 2A …
	TracksByKeyDown    TrackSort = "-key"
	TracksByLoudness   TrackSort = "loudness"
	TracksByLoudDown   TrackSort = "-loudness"
	TracksByEnergy     TrackSort = "energy"
	TracksByEnergyDown TrackSort = "-energy"
)

// TrackFilter narrows a list of tracks; empty fields do not filter.
type TrackFilter struct {
	Sort     TrackSort // "" is TracksNewest; with AlbumID set, disc and number
	ArtistID string
	AlbumID  string
	Genre    string // folded comparison
	Liked    bool   // only the viewer's liked tracks, newest like first
	Seed     int64  // of TracksRandom

	YearFrom, YearTo int // both included; 0 is no limit
	RatingMin        int // stars of the viewer at least
	Folder           *FolderRef
	Deep             bool // with the folders in Folder

	// Ranges and keys; tracks of which a value is not known are in none.
	Tempo, Loudness, Energy Range
	Keys                    []Key // one of these
}

// Range is from Min to Max, both included; nil is no limit.
type Range struct{ Min, Max *float64 }

// UnknownLoudness is the Track.Loudness of what was not measured.
const UnknownLoudness = -1000
