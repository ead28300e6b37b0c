package music

import "time"

// Entry is an entry of a playlist.
type Entry struct {
	ID      string // in a smart playlist, the track's ID
	AddedAt time.Time
	AddedBy string // account ID; "" if deleted, and in a smart playlist
	ByName  string // name of AddedBy
	Track   Track  // MissingAt is set if its file is missing
}

// EntryList is a part of a playlist that a viewer sees.
type EntryList struct {
	List[Entry]
	Version  int64
	Duration time.Duration // of all entries of the playlist
}

// Added is a new entry.
type Added struct{ EntryID, TrackID string }

// Removed describes a removed entry so that it can be restored: its track, and
// the entry before it, which is "" at the start.
type Removed struct{ TrackID, After string }

// Moved describes a move: the entries, and the entry after which they are
// placed in order.
type Moved struct {
	EntryIDs []string
	After    string // "" for the start
}

// Insertion describes tracks to add to a playlist, and where.
type Insertion struct {
	TrackIDs       []string
	After          *string // an entry; "" for the start, nil for the end
	SkipDuplicates bool    // skip tracks that are already in the playlist, or repeated in TrackIDs
}

// EntryChange is the result of a change of entries.
type EntryChange struct {
	Version int64
	Added   []Added
	Skipped []string  // tracks that were not added: already present, or not visible to the viewer
	Removed []Removed // in list order
	Undo    []Moved
}

// Duplicate is a recording that a playlist contains more than once.
type Duplicate struct {
	TrackID, Title, Artist string
	EntryIDs               []string
}

// PlaylistChange reports a change of a playlist to its owner and members.
type PlaylistChange struct {
	ID      string `json:"id" doc:"ID of the playlist."`
	Version int64  `json:"version" doc:"Version of the playlist after the change."`
	Deleted bool   `json:"deleted" doc:"Whether the playlist was deleted."`
	By      string `json:"by,omitempty" doc:"Account that made the change."`
	Added   int    `json:"added,omitempty" doc:"Number of new entries."`
	Joined  bool   `json:"joined,omitempty" doc:"Whether that account just joined."`
}

// Candidate is a track that may match an entry of a playlist file.
type Candidate struct {
	ID                   string
	Folder, Name         string // of its file, relative to the library folder
	Title, Artist, Album string
	Duration             time.Duration
}

// EntryRecord is a playlist entry in a person's data export: all entries of
// their own playlists, and those they added to others'.
type EntryRecord struct {
	PlaylistSeq, Place   int64 // order of the records
	PlaylistID           string
	AddedAt              time.Time
	IsOwn                bool // the person added it
	TrackID              string
	Title, Artist, Album string // "" if the person may no longer see the track
}
