package music

import "time"

// AudioFormat is the common name of a codec, in lower case.
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

// AudioFile holds the header data and tags of an audio file.
type AudioFile struct {
	Format     AudioFormat
	SampleRate int // Hz
	Channels   int
	BitDepth   int   // bits per sample; 0 for lossy formats
	Bitrate    int   // kbit/s, average over the audio
	Samples    int64 // exact length per channel at SampleRate, without encoder delay and padding where known
	Duration   time.Duration
	// EncoderDelay and Padding are the samples that the encoder added before
	// and after the sound, according to the file. Samples does not include
	// them.
	EncoderDelay, Padding int
	// AudioKey identifies the sound regardless of tags and path: a 64-bit hash
	// of the size of the audio data and parts of it. Scans use it to find moved
	// files.
	AudioKey uint64

	Tags    Tags
	Picture *Picture // the front cover, otherwise the first picture; nil if there is none
	Lyrics  Lyrics
}

// Tags holds a file's tags as written, trimmed and in NFC, without NULs and
// control characters. Missing fields are empty.
type Tags struct {
	Title        string
	Artists      []string // in file order
	ArtistCredit string   // display form, such as "A feat. B"; "" to join Artists
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
	AIGenerated  bool // the file says that AI made it
	Algorithmic  bool // the file says that an algorithm made it that did not learn from other works, such as the composer, which knows BPM and Key exactly
	BPM          float64
	Key          string // as in the file, such as F#m or 8A
	ISRC         string
	Comment      string

	MusicBrainzRecordingID    string
	MusicBrainzAlbumID        string
	MusicBrainzReleaseGroupID string
	MusicBrainzArtistIDs      []string // parallel to Artists if the lengths are equal
	MusicBrainzAlbumArtistIDs []string

	ReplayGain ReplayGain
}

// ReplayGain is the loudness correction of the ReplayGain 2.0 specification.
type ReplayGain struct {
	TrackGain, AlbumGain float64 // dB, valid if the corresponding Has field is set
	TrackPeak, AlbumPeak float64 // linear, 1 is full scale; 0 if unknown
	HasTrack, HasAlbum   bool
}

// Picture describes a cover in an audio file or in a file of its own.
type Picture struct {
	Hash   string // 16 lower-case hexadecimal digits, equal for equal pictures
	MIME   string // image/jpeg, image/png, image/gif or image/webp, detected from the content
	Bytes  int
	Width  int // 0 if unknown
	Height int
}

// LyricsKind says whether lyrics are synced.
type LyricsKind string

const (
	PlainLyrics  LyricsKind = "plain"
	SyncedLyrics LyricsKind = "synced" // LRC lines: [mm:ss.xx]text
)

// Lyrics are the lyrics of a track. Text is "" if there are none.
type Lyrics struct {
	Kind LyricsKind
	Text string
}

// ProblemKind is the reason why a file cannot be played.
type ProblemKind string

const (
	EmptyFile      ProblemKind = "empty"
	TruncatedFile  ProblemKind = "truncated"
	NotAudio       ProblemKind = "not-audio" // zeros, text, or a picture with an audio suffix
	UnreadableFile ProblemKind = "unreadable"
	CorruptFile    ProblemKind = "corrupt"
)

// Problem is a file or folder that a scan could not add, with a reason for the
// operator.
type Problem struct {
	Root   string // library folder
	Path   string // relative to Root, with slashes
	Kind   ProblemKind
	Reason Message
	Size   int64
	SeenAt time.Time
}
