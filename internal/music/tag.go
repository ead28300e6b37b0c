package music

import "time"

// TagState is a set of tags of a track. Fields holds texts by Vorbis comment
// name. A field without values is absent.
type TagState struct {
	Fields map[string][]string `json:"fields,omitempty"`
	Cover  *string             `json:"cover,omitempty"` // Picture.Hash, or "" for none; nil if the cover is not part of the set
}

// TagEdit is a change of one track's tags. Changes to several tracks at once
// share an ID.
type TagEdit struct {
	ID        string
	TrackID   string
	AccountID string
	Before    TagState
	After     TagState
	InFile    bool // written to the file; otherwise stored in the database
	CreatedAt time.Time
	UndoneAt  time.Time // zero if in effect
}

// TagEditSummary is an edit of one or more tracks in a list.
type TagEditSummary struct {
	ID        string
	Tracks    int
	InFile    int // number of tracks whose file was written
	CreatedAt time.Time
	UndoneAt  time.Time
}

// TagOverride holds tags for a track whose file cannot be written.
type TagOverride struct {
	Fields  map[string][]string `json:"fields,omitempty"` // as in TagState
	Tags    Tags                `json:"tags"`             // parsed from Fields
	Lyrics  Lyrics              `json:"lyrics"`
	Cover   *Picture            `json:"cover,omitempty"` // nil for the file's own cover
	NoCover bool                `json:"noCover,omitempty"`
}

// IsZero reports whether nothing is overridden.
func (o *TagOverride) IsZero() bool { return len(o.Fields) == 0 && o.Cover == nil && !o.NoCover }

// Apply replaces the file's values by the overrides.
func (o *TagOverride) Apply(a *AudioFile) {
	t, from := &a.Tags, &o.Tags
	for name, take := range map[string]func(){
		"TITLE":  func() { t.Title = from.Title },
		"ARTIST": func() { t.Artists, t.ArtistCredit = from.Artists, from.ArtistCredit },
		"ALBUM": func() {
			t.Album = from.Album
		},
		"ALBUMARTIST":                func() { t.AlbumArtists = from.AlbumArtists },
		"COMPOSER":                   func() { t.Composers = from.Composers },
		"GENRE":                      func() { t.Genres = from.Genres },
		"TRACKNUMBER":                func() { t.Track, t.TrackTotal = from.Track, from.TrackTotal },
		"DISCNUMBER":                 func() { t.Disc, t.DiscTotal = from.Disc, from.DiscTotal },
		"DATE":                       func() { t.Year = from.Year },
		"COMPILATION":                func() { t.Compilation = from.Compilation },
		"BPM":                        func() { t.BPM = from.BPM },
		"COMMENT":                    func() { t.Comment = from.Comment },
		"LYRICS":                     func() { a.Lyrics = o.Lyrics },
		"MUSICBRAINZ_ALBUMID":        func() { t.MusicBrainzAlbumID = from.MusicBrainzAlbumID },
		"MUSICBRAINZ_RELEASEGROUPID": func() { t.MusicBrainzReleaseGroupID = from.MusicBrainzReleaseGroupID },
		"MUSICBRAINZ_ARTISTID":       func() { t.MusicBrainzArtistIDs = from.MusicBrainzArtistIDs },
		"MUSICBRAINZ_ALBUMARTISTID":  func() { t.MusicBrainzAlbumArtistIDs = from.MusicBrainzAlbumArtistIDs },
	} {
		if _, ok := o.Fields[name]; ok {
			take()
		}
	}
}

// EditableTrack is the data needed to change a track's tags.
type EditableTrack struct {
	ID      string
	OwnerID string // "" for the operator's library
	RootID  int64
	Root    string // as in TrackFile
	Folder  string // relative to Root, with slashes
	Name    string
	Size    int64 // of the file when it was scanned
	ModTime int64 // Unix nanoseconds
	Missing bool
	Shown   shownTags
	// Cover is the current picture, or nil.
	Cover    *CoverSource
	Override *TagOverride // nil if there is none
}

// shownTags are a track's tags in lists.
type shownTags struct{ Title, Artist, Album, Genre string }
