package music

import "time"

// Entry is a track's place in a playlist.
type Entry struct {
	ID      string // of a smart playlist: the track's
	AddedAt time.Time
	AddedBy string // account; "" when that is gone, and in a smart playlist
	ByName  string // of AddedBy
	Track   Track  // MissingAt is set when its file is gone
}

// EntryList is a part of a playlist, as a viewer sees it.
type EntryList struct {
	List[Entry]
	Version  int64
	Duration time.Duration // of all entries, not just those here
}

// Added is an entry that was just made.
type Added struct{ EntryID, TrackID string }

// Removed is what it takes to put an entry back: its track and the entry
// before it, "" for the start.
type Removed struct{ TrackID, After string }

// Moved is what it takes to move entries: behind which other one they go, one
// after another.
type Moved struct {
	EntryIDs []string
	After    string // "" is the start
}

// Insertion says which tracks go into a playlist, and where.
type Insertion struct {
	TrackIDs       []string
	After          *string // an entry, "" the start, nil the end
	SkipDuplicates bool    // tracks that are there already, or twice in TrackIDs
}

// EntryChange is what a change of entries did.
type EntryChange struct {
	Version int64
	Added   []Added
	Skipped []string  // tracks that were not added: there already, or not the viewer's to see
	Removed []Removed // in the order of the list
	Undo    []Moved
}

// Duplicate is a sound that a playlist holds more than once.
type Duplicate struct {
	TrackID, Title, Artist string
	EntryIDs               []string
}

// PlaylistChange tells its owner and members about a playlist.
type PlaylistChange struct {
	ID      string `json:"id"`
	Version int64  `json:"version"`
	Deleted bool   `json:"deleted"`
	By      string `json:"by,omitempty"`     // account that changed it
	Added   int    `json:"added,omitempty"`  // entries that are new
	Joined  bool   `json:"joined,omitempty"` // By is a member since now
}

// Candidate is a track that an entry of a playlist's file may mean.
type Candidate struct {
	ID                   string
	Folder, Name         string // where its file is, below the library's folder
	Title, Artist, Album string
	Duration             time.Duration
}

// EntryRecord is an entry in the copy of what Sonora holds about a person: all
// of their playlists, and in others' what they put there.
type EntryRecord struct {
	PlaylistSeq, Place   int64 // the order of the records
	PlaylistID           string
	AddedAt              time.Time
	IsOwn                bool // they put it there
	TrackID              string
	Title, Artist, Album string // "" when the person may not see the track any more
}
