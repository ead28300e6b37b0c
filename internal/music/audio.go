package music

import "time"

// AudioFormat names a codec as people do, in lower case.
type AudioFormat string

const (
	MP3    AudioFormat = "mp3"
	FLAC   AudioFormat = "flac"
	Vorbis AudioFormat = "vorbis"
	Opus   AudioFormat = "opus"
	AAC    AudioFormat = "aac"
	ALAC   AudioFormat = "alac"
	WAV    AudioFormat = "wav"
	AIFF   AudioFormat = "aiff"
)

// AudioFile is everything the header and the tags of one file say.
type AudioFile struct {
	Format     AudioFormat
	SampleRate int // Hz
	Channels   int
	BitDepth   int   // bits per sample, 0 for lossy formats
	Bitrate    int   // kbit/s, average over the audio
	Samples    int64 // exact length per channel at SampleRate, encoder delay and padding removed where the file names them
	Duration   time.Duration
	// Samples the encoder put before and behind the sound, as the file says.
	// They are not in Samples.
	EncoderDelay, Padding int
	// AudioKey identifies the sound independent of tags and path: a 64-bit
	// hash of the audio payload's size and parts of it. It finds moved files.
	AudioKey uint64

	Tags    Tags
	Picture *Picture // the front cover, else the first picture; nil without one
	Lyrics  Lyrics
}

// Tags holds a file's metadata as written, trimmed, NFC, without NULs and
// control characters. Empty when absent.
type Tags struct {
	Title        string
	Artists      []string // in the order of the file
	ArtistCredit string   // how the file displays them, such as «A feat. B»; "" means join Artists
	Album        string
	AlbumArtists []string
	Composers    []string
	Genres       []string
	Track        int
	TrackTotal   int
	Disc         int
	DiscTotal    int
	DiscSubtitle string
	Year         int
	Compilation  bool
	BPM          float64
	ISRC         string
	Comment      string

	MusicBrainzRecordingID    string
	MusicBrainzAlbumID        string
	MusicBrainzReleaseGroupID string
	MusicBrainzArtistIDs      []string // parallel to Artists when the lengths agree
	MusicBrainzAlbumArtistIDs []string

	ReplayGain ReplayGain
}

// ReplayGain is the loudness correction of the ReplayGain 2.0 specification.
type ReplayGain struct {
	TrackGain, AlbumGain float64 // dB, meaningful when the matching Has is set
	TrackPeak, AlbumPeak float64 // linear, 1 is full scale; 0 unknown
	HasTrack, HasAlbum   bool
}

// Picture is a cover inside a file or beside it.
type Picture struct {
	Hash   string // 16 lower-case hex digits; same picture, same hash
	MIME   string // image/jpeg, image/png, image/gif or image/webp, by content
	Bytes  int
	Width  int // 0 when the header does not say
	Height int
}

// LyricsKind says whether lyrics carry times.
type LyricsKind string

const (
	PlainLyrics  LyricsKind = "plain"
	SyncedLyrics LyricsKind = "synced" // LRC lines: [mm:ss.xx]text
)

// Lyrics of a track; Text is "" when there are none.
type Lyrics struct {
	Kind LyricsKind
	Text string
}

// ProblemKind says why a file of the library cannot be played.
type ProblemKind string

const (
	EmptyFile      ProblemKind = "empty"
	TruncatedFile  ProblemKind = "truncated"
	NotAudio       ProblemKind = "not-audio" // zeros, text, a picture with an audio suffix
	UnreadableFile ProblemKind = "unreadable"
	CorruptFile    ProblemKind = "corrupt"
)

// Problem is a file or folder a scan could not take in, with the reason in
// words for the operator.
type Problem struct {
	Root   string // the library folder
	Path   string // relative to Root, with slashes
	Kind   ProblemKind
	Reason string
	Size   int64
	SeenAt time.Time
}
