package music

import "time"

// TagState is a part of what the tags of a track say. Fields are the texts
// under the names of Vorbis comments, none for a field that is not there.
type TagState struct {
	Fields map[string][]string `json:"fields,omitempty"`
	Cover  *string             `json:"cover,omitempty"` // Picture.Hash, "" for none; nil: not of this part
}

// TagEdit is what somebody changed of one track. Those of all tracks changed
// at once have one ID.
type TagEdit struct {
	ID        string
	TrackID   string
	AccountID string
	Before    TagState
	After     TagState
	InFile    bool // written to the file; else kept in the database
	CreatedAt time.Time
	UndoneAt  time.Time // zero: in force
}

// TagEditSummary is an edit of one or more tracks as a list shows it.
type TagEditSummary struct {
	ID        string
	Tracks    int
	InFile    int // tracks whose file was written
	CreatedAt time.Time
	UndoneAt  time.Time
}

// TagOverride is what people say about a track whose file cannot be written.
type TagOverride struct {
	Fields  map[string][]string `json:"fields,omitempty"` // as of TagState
	Tags    Tags                `json:"tags"`             // what the fields mean
	Lyrics  Lyrics              `json:"lyrics"`
	Cover   *Picture            `json:"cover,omitempty"` // nil: as the file says
	NoCover bool                `json:"noCover,omitempty"`
}

// IsZero reports whether nothing is said.
func (o *TagOverride) IsZero() bool { return len(o.Fields) == 0 && o.Cover == nil && !o.NoCover }

// Apply puts what people say in place of what the file says.
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

// EditableTrack is what changing the tags of a track takes to know.
type EditableTrack struct {
	ID      string
	OwnerID string // "" for the operator's library
	RootID  int64
	Root    string // as of TrackFile
	Folder  string // relative to Root, with slashes
	Name    string
	Size    int64 // of the file as it was scanned
	ModTime int64 // Unix nanoseconds
	Missing bool
	Shown   ShownTags
	// Cover is the picture that is shown, nil without one.
	Cover    *CoverSource
	Override *TagOverride // nil without one
}

// ShownTags is how lists show a track.
type ShownTags struct{ Title, Artist, Album, Genre string }
